import { Authenticator } from "remix-auth";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import {
	createIdentityReader,
	type Identity,
	type IdentityReader,
	type Renewal,
	type Tokens,
} from "./identity.server";
import { createLoginCookie } from "./login-cookie.server";
import { createOidcClient, type OidcClient } from "./oidc-client.server";
import { type Answer, OidcStrategy } from "./oidc-strategy.server";
import { discover, limited, type ProviderMetadata, unmetDemandsOf } from "./provider-metadata.server";
import { UnclearRefusal, validateToken } from "./provider-quirks.server";
import { faultOf, isUnknownKey, SignInError } from "./sign-in-fault.server";
import { type Claims, claimAt, nameIn, rolesIn, usernameFrom } from "./viewer";

/** The provider refuses to refresh a session's tokens: the session has ended there. */
export class RefreshRefused extends Error {
	override name = "RefreshRefused";
	/** @param isUnclear the answer may come from a gateway instead of the provider, so that it must be confirmed. */
	constructor(
		reason: string,
		options?: ErrorOptions,
		readonly isUnclear = false,
	) {
		super(reason, options);
	}
}

interface Ready {
	metadata: ProviderMetadata;
	oidc: OidcClient;
	authenticator: Authenticator<Answer>;
	reader: IdentityReader;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
const STRATEGY = "oidc";
/** Maximum number of renewals of metadata and keys within a minute, whatever tokens arrive. */
const MAX_RENEWALS = 3;
const MINUTE_MS = 60_000;

type Services = Pick<Site, "config" | "log" | "now">;

declare module "~/lib/site" {
	interface Site {
		provider: IdentityProvider;
	}
}

/** The OpenID Connect provider. Until discovery succeeds, the site serves visitors, and sign-in fails with a message. */
export class IdentityProvider {
	private ready: Ready | undefined;
	private connecting: Promise<Ready> | undefined;
	private retry: NodeJS.Timeout | undefined;
	/** Times of the last renewals. */
	private renewals: number[] = [];
	/** The types of unreadable role claims that have been logged. */
	private readonly unreadableTypes = new Set<string>();
	/** Whether the last claim with roles could be read; true before the first. */
	rolesReadable = true;
	readonly loginCookie: ReturnType<typeof createLoginCookie>;

	constructor(private readonly tools: Services) {
		this.loginCookie = createLoginCookie(tools.config.APP_ORIGIN);
	}

	/**
	 * Runs discovery. If it fails, logs a warning and retries in the background, after 1 s up to 30 s, until it succeeds.
	 * Never throws.
	 * @param delay ms before the first retry.
	 */
	async start(delay = FIRST_RETRY_MS): Promise<void> {
		try {
			await this.connect();
		} catch (error) {
			this.tools.log.warn({ event: "provider-unreachable", retryMs: delay, err: error });
			const retry = () => this.start(Math.min(delay * 2, LAST_RETRY_MS));
			this.retry = setTimeout(guarded(retry), delay).unref();
		}
	}

	/** Cancels the pending retry of discovery. */
	stop(): void {
		clearTimeout(this.retry);
	}

	/** Whether discovery has succeeded since the start. */
	get isKnown(): boolean {
		return this.ready !== undefined;
	}

	/**
	 * Origins that a form of this site may be redirected to: the issuer's and, after discovery, the sign-out endpoint's.
	 */
	get origins(): string[] {
		const endSession = this.ready?.metadata.end_session_endpoint;
		return [
			...new Set([this.tools.config.OIDC_ISSUER, endSession ?? []].flat().map((url) => new URL(url).origin)),
		];
	}

	/**
	 * Starts a sign-in.
	 * @returns the redirect to the provider, with the cookie of the pending sign-in.
	 * @throws {SignInError} `provider` if discovery fails.
	 */
	async authorize(request: Request): Promise<Response> {
		const { authenticator } = await this.connect().catch((error: unknown) => {
			throw new SignInError("provider", error);
		});
		try {
			await authenticator.authenticate(STRATEGY, request);
		} catch (answer) {
			const started = answer instanceof Response && answer.headers.get("Set-Cookie");
			if (!started) throw answer;
			answer.headers.set("Set-Cookie", this.loginCookie.add(request, started));
			return answer;
		}
		throw new Error("remix-auth did not redirect to the provider");
	}

	/**
	 * Completes a sign-in from the provider's callback request. Stores nothing.
	 * @throws {SignInError} for every failure.
	 */
	async identify(request: Request): Promise<Identity> {
		try {
			const ready = await this.connect();
			const { authenticator, metadata } = ready;
			const issuer = new URL(request.url).searchParams.get("iss");
			if (issuer !== null && issuer !== metadata.issuer)
				throw new SignInError("refused", `response of ${issuer}`);
			const { tokens, nonce } = await authenticator.authenticate(STRATEGY, this.loginCookie.isolate(request));
			return await this.readWith(ready, (reader) => reader.signIn(tokens, nonce));
		} catch (error) {
			throw error instanceof SignInError ? error : new SignInError(faultOf(error), error);
		}
	}

	/**
	 * Refreshes a session's tokens and claims. Stores nothing.
	 * @param subject the `sub` of the session's user; an answer about another subject is rejected.
	 * @throws {RefreshRefused} if the provider refuses or the session has no refresh token; any other error if the
	 * provider did not give a usable answer.
	 */
	async refresh(tokens: Tokens, subject: string): Promise<Renewal> {
		const ready = await this.connect();
		if (!tokens.refreshToken) throw new RefreshRefused("the session has no refresh token");
		try {
			// Without a scope the granted one is requested, so that a later change of OIDC_SCOPE does not end sessions.
			const fields = { refresh_token: tokens.refreshToken };
			const answer = await ready.oidc.requestTokens("refresh_token", fields);
			return await this.readWith(ready, (reader) => reader.refresh(answer, tokens, subject));
		} catch (error) {
			// Other codes, such as invalid_client, concern the site's settings and not this session.
			if (error instanceof OAuth2RequestError && error.code === "invalid_grant") {
				throw new RefreshRefused(error.code, { cause: error }, error instanceof UnclearRefusal);
			}
			throw error;
		}
	}

	/** Whether sessions must be validated at the provider between their refreshes. */
	get checksTokens(): boolean {
		return this.tools.config.OIDC_VALIDATE_URL !== undefined;
	}

	/**
	 * Whether a session's access token is valid at the provider; always true without a validation URL in the settings.
	 * @throws if the provider gave no usable answer.
	 */
	async isTokenValid({ accessToken }: Tokens): Promise<boolean> {
		const address = this.tools.config.OIDC_VALIDATE_URL;
		return address === undefined || validateToken(address, accessToken, limited(fetch));
	}

	/**
	 * The URL where the provider ends its own session and redirects back to the home page; undefined if it has no such
	 * endpoint or discovery has not succeeded.
	 */
	endSessionAddress(idToken: string): string | undefined {
		const address = this.ready?.metadata.end_session_endpoint;
		if (!address) return undefined;
		const url = new URL(address);
		url.searchParams.set("id_token_hint", idToken);
		url.searchParams.set("client_id", this.tools.config.OIDC_CLIENT_ID);
		url.searchParams.set("post_logout_redirect_uri", `${this.tools.config.APP_ORIGIN}/`);
		return url.href;
	}

	/**
	 * Reads an answer, a second time with new metadata and keys if its token has an unknown key or algorithm: the provider
	 * may have changed them.
	 */
	private async readWith<Result>(ready: Ready, read: (reader: IdentityReader) => Promise<Result>) {
		try {
			return await read(ready.reader);
		} catch (error) {
			if (!isUnknownKey(error) || !this.mayRenew(ready)) throw error;
			return read((await this.connect(ready)).reader);
		}
	}

	/** Counts a renewal, unless one is under way or finished. @returns false above {@link MAX_RENEWALS}. */
	private mayRenew(outdated: Ready): boolean {
		if (this.connecting || this.ready !== outdated) return true;
		const time = this.tools.now().getTime();
		// The wall clock may have been set back.
		this.renewals = this.renewals.filter((at) => Math.abs(time - at) < MINUTE_MS);
		return this.renewals.length < MAX_RENEWALS && this.renewals.push(time) > 0;
	}

	/** Runs discovery once, again if its result is `outdated`. Concurrent callers share it. */
	private async connect(outdated?: Ready): Promise<Ready> {
		if (this.ready && this.ready !== outdated) return this.ready;
		this.connecting ??= this.discover().finally(() => {
			this.connecting = undefined;
		});
		return this.connecting;
	}

	private async discover(): Promise<Ready> {
		const { config, log } = this.tools;
		const metadata = await discover(config.OIDC_ISSUER, fetch);
		const oidc = createOidcClient({ ...this.tools, fetcher: fetch }, metadata);
		const strategy = new OidcStrategy(config, metadata, oidc, this.loginCookie.name);
		const authenticator = new Authenticator<Answer>().use(strategy, STRATEGY);
		const reader = createIdentityReader(this.tools, oidc, metadata);
		this.ready = { metadata, oidc, authenticator, reader };
		log.info({ event: "provider-found", issuer: metadata.issuer });
		const demands = unmetDemandsOf(metadata);
		if (demands.length > 0) log.warn({ event: "provider-unsupported", issuer: metadata.issuer, demands });
		return this.ready;
	}

	/** The user's roles. Logs each type of claim that holds none in a readable form once. */
	rolesOf = (claims: Claims): string[] => {
		const claim = this.tools.config.OIDC_ROLES_CLAIM;
		const value = claimAt(claims, claim) ?? undefined;
		const roles = rolesIn(value);
		if (value !== undefined) this.rolesReadable = roles !== undefined;
		if (roles) return roles;
		const type = Array.isArray(value) ? `array of ${typeof value[0]}` : typeof value;
		if (!this.unreadableTypes.has(type)) this.tools.log.warn({ event: "roles-unreadable", claim, type });
		this.unreadableTypes.add(type);
		return [];
	};

	/** The user name; the subject if no claim holds a name. */
	usernameOf = (claims: Claims): string =>
		usernameFrom(claims, this.tools.config.OIDC_USERNAME_CLAIM) ?? nameIn(claims.sub) ?? claims.sub;
}
