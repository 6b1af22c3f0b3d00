import { parse, serialize } from "cookie";
import { createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey } from "jose";
import { Authenticator } from "remix-auth";
import { OAuth2RequestError } from "remix-auth-oauth2";
import type { Config } from "~/platform/config.server";
import type { Log } from "~/platform/log.server";
import { UntrustedAnswer, verifyIdToken } from "./id-token.server";
import { type Answer, LOGIN_COOKIE, LOGIN_PATH, OidcStrategy } from "./oidc-strategy.server";
import { discover, type ProviderMetadata } from "./provider-metadata.server";
import { faultOf, SignInError } from "./sign-in-fault.server";
import { type Claims, rolesFrom, usernameFrom } from "./viewer";

/** What the site keeps of a sign-in at the provider; encrypted in the session's row. */
export interface Tokens {
	accessToken: string;
	refreshToken: string | undefined;
	idToken: string;
	/** ISO instant at which the access token ends. */
	expiresAt: string;
}

export interface Identity {
	claims: Claims;
	tokens: Tokens;
}

/** The provider itself says no: the session that asked has ended. */
export class RefreshRefused extends Error {
	override name = "RefreshRefused";
}

interface Ready {
	metadata: ProviderMetadata;
	strategy: OidcStrategy;
	authenticator: Authenticator<Answer>;
	keys: JWTVerifyGetKey;
}

const CALL_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
const DEFAULT_TOKEN_SECONDS = 3600;
const STRATEGY = "oidc";
/** Only what this site itself named so: a name from elsewhere may not even be one that can be written. */
const SPENT_COOKIE = new RegExp(`^${LOGIN_COOKIE}:[\\w-]+$`);

interface Tools {
	config: Config;
	log: Log;
	now: () => Date;
	fetcher?: typeof fetch;
}

/** Any OpenID Connect provider. Until it answers, the site serves visitors and sign-in says so. */
export class IdentityProvider {
	private ready: Ready | undefined;
	private connecting: Promise<Ready> | undefined;
	private retry: NodeJS.Timeout | undefined;
	private readonly fetcher: typeof fetch;

	constructor(private readonly tools: Tools) {
		this.fetcher = tools.fetcher ?? fetch;
	}

	/** Discovers the provider, again and again until it answers. Never throws. */
	async start(delay = FIRST_RETRY_MS): Promise<void> {
		try {
			await this.connect();
		} catch (error) {
			this.tools.log.warn({ event: "provider-unreachable", retryMs: delay, err: error });
			this.retry = setTimeout(() => void this.start(Math.min(delay * 2, LAST_RETRY_MS)), delay).unref();
		}
	}

	stop(): void {
		clearTimeout(this.retry);
	}

	/** Origins that a form of this site may be redirected to. */
	get origins(): string[] {
		const endSession = this.ready?.metadata.end_session_endpoint;
		return [
			...new Set([this.tools.config.OIDC_ISSUER, endSession ?? []].flat().map((url) => new URL(url).origin)),
		];
	}

	/** The redirect that sends the browser to the provider. @throws {SignInError} `provider` */
	async authorize(request: Request): Promise<Response> {
		const { authenticator } = await this.connect().catch((error: unknown) => {
			throw new SignInError("provider", error);
		});
		try {
			await authenticator.authenticate(STRATEGY, request);
		} catch (answer) {
			if (answer instanceof Response) return answer;
			throw answer;
		}
		throw new Error("the provider was not asked");
	}

	/** Who came back from the provider. @throws {SignInError} */
	async identify(request: Request): Promise<Identity> {
		try {
			const { authenticator, metadata } = await this.connect();
			const issuer = new URL(request.url).searchParams.get("iss");
			if (issuer !== null && issuer !== metadata.issuer)
				throw new SignInError("refused", `answer of ${issuer}`);
			const answer = await within(CALL_TIMEOUT_MS, authenticator.authenticate(STRATEGY, request));
			return await this.read(answer.tokens, { nonce: answer.nonce });
		} catch (error) {
			throw error instanceof SignInError ? error : new SignInError(faultOf(error), error);
		}
	}

	/**
	 * New tokens and claims for a session.
	 * @throws {RefreshRefused} when the provider says no; any other error when it could not be asked.
	 */
	async refresh(tokens: Tokens, subject: string): Promise<Identity> {
		const { strategy } = await this.connect();
		if (!tokens.refreshToken) throw new RefreshRefused("the session has no refresh token");
		try {
			const answer = await within(CALL_TIMEOUT_MS, strategy.refreshToken(tokens.refreshToken));
			return await this.read(answer, { subject, previous: tokens });
		} catch (error) {
			// Other codes, such as invalid_client, speak of the site's settings and not of this session.
			if (error instanceof OAuth2RequestError && error.code === "invalid_grant") {
				throw new RefreshRefused(error.code, { cause: error });
			}
			throw error;
		}
	}

	/** `Set-Cookie` headers that remove what past sign-ins left, so that no callback works twice. */
	spentCookies(request: Request): string[] {
		const names = Object.keys(parse(request.headers.get("Cookie") ?? ""));
		return names
			.filter((name) => SPENT_COOKIE.test(name))
			.map((name) => serialize(name, "", { path: LOGIN_PATH, httpOnly: true, maxAge: 0 }));
	}

	/** Where the provider ends its own session, if it has such a place. */
	endSessionAddress(idToken: string): string | undefined {
		const address = this.ready?.metadata.end_session_endpoint;
		if (!address) return undefined;
		const url = new URL(address);
		url.searchParams.set("id_token_hint", idToken);
		url.searchParams.set("client_id", this.tools.config.OIDC_CLIENT_ID);
		url.searchParams.set("post_logout_redirect_uri", `${this.tools.config.APP_ORIGIN}/`);
		return url.href;
	}

	/** Whoever asks while the provider is being discovered waits for the same discovery. */
	private async connect(): Promise<Ready> {
		if (this.ready) return this.ready;
		this.connecting ??= this.discover().finally(() => {
			this.connecting = undefined;
		});
		return this.connecting;
	}

	private async discover(): Promise<Ready> {
		const { config, log } = this.tools;
		const metadata = await discover(config.OIDC_ISSUER, this.fetcher);
		const strategy = new OidcStrategy(config, metadata);
		const authenticator = new Authenticator<Answer>().use(strategy, STRATEGY);
		this.ready = { metadata, strategy, authenticator, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) };
		log.info({ event: "provider-found", issuer: metadata.issuer });
		return this.ready;
	}

	private async read(
		answer: Answer["tokens"],
		about: { nonce?: string; subject?: string; previous?: Tokens },
	): Promise<Identity> {
		const { config, now } = this.tools;
		const { metadata, keys } = await this.connect();
		const seconds =
			"expires_in" in answer.data ? answer.accessTokenExpiresInSeconds() : DEFAULT_TOKEN_SECONDS;
		const fresh = "id_token" in answer.data ? answer.idToken() : undefined;
		if (!fresh && !about.previous) throw new Error("the provider sent no ID token");
		const tokens: Tokens = {
			accessToken: answer.accessToken(),
			refreshToken: answer.hasRefreshToken() ? answer.refreshToken() : about.previous?.refreshToken,
			idToken: fresh ?? about.previous?.idToken ?? "",
			expiresAt: new Date(now().getTime() + seconds * 1000).toISOString(),
		};
		const { issuer, id_token_signing_alg_values_supported: algorithms } = metadata;
		const expected = { issuer, clientId: config.OIDC_CLIENT_ID, algorithms, keys, now: now(), ...about };
		if (fresh) {
			return {
				tokens,
				claims: await this.complete(await verifyIdToken(fresh, expected), tokens.accessToken),
			};
		}
		// A refresh without a new ID token: userinfo tells the claims of today, else the old token's stand.
		const last = { ...decodeJwt(tokens.idToken), sub: about.subject ?? "" };
		const asked = metadata.userinfo_endpoint ? { sub: last.sub } : last;
		return { tokens, claims: await this.complete(asked, tokens.accessToken) };
	}

	/** Some providers state names and roles at the userinfo address only. */
	private async complete(claims: Claims, accessToken: string): Promise<Claims> {
		const { config } = this.tools;
		const { metadata } = await this.connect();
		const named = usernameFrom(claims, config.OIDC_USERNAME_CLAIM) !== undefined;
		const complete = named && config.OIDC_ROLES_CLAIM in claims;
		if (complete || !metadata.userinfo_endpoint) return claims;
		const response = await this.fetcher(metadata.userinfo_endpoint, {
			headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
			signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
		});
		if (!response.ok) throw new Error(`the provider answered userinfo with ${response.status}`);
		const userinfo = (await response.json()) as Claims;
		if (userinfo.sub !== claims.sub)
			throw new UntrustedAnswer("the provider's userinfo is about somebody else");
		return { ...userinfo, ...claims };
	}

	rolesOf = (claims: Claims): string[] => rolesFrom(claims, this.tools.config.OIDC_ROLES_CLAIM);

	usernameOf = (claims: Claims): string =>
		usernameFrom(claims, this.tools.config.OIDC_USERNAME_CLAIM) ?? claims.sub.toLowerCase();
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`the provider did not answer in ${ms} ms`)), ms);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
