import { createHash } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import {
	inSeconds,
	keySet,
	listen,
	type ReceivedRequest,
	type Reply,
	secret,
	signed,
	withQuery,
} from "./local-provider";

/**
 * An Auth0 tenant with the behaviour that auth0.com/docs documents: an issuer with a trailing slash, custom claims only
 * through a post-login Action, rotating refresh tokens that are refused with 403, a required known audience, and
 * sign-out only to allowed URLs.
 */

interface Person {
	/** The user's id at Twitch. Auth0 prefixes it with the connection's name. */
	twitchId: string;
	nickname: string;
	email: string;
	/** A list, unless the test lets the Action send something else. */
	roles: unknown;
	blocked: boolean;
}

interface Grant {
	person: Person;
	scopes: string[];
	audience: string | null;
	nonce: string | null;
	challenge: string | null;
	/** Shared by all tokens of one sign-in. A reused refresh token revokes them all. */
	family: { revoked: boolean };
}

interface Tenant {
	client: { id: string; secret: string };
	/** The identifier of the tenant's only API. */
	audience: string;
	/** The source code of the Action. */
	action: string;
	/** Whether discovery has the sign-out endpoint, as for newer tenants. */
	hasSignOutEndpoint?: boolean;
}

const CONNECTION = "twitch";
const DAY = 86_400;
/** Claims that an Action cannot set: Auth0 ignores them. */
const RESERVED = ["sub", "iss", "aud", "exp", "iat", "nonce", "azp", "nickname", "name", "email", "picture"];

type Action = (event: object, api: object) => Promise<void>;

export async function startAuth0({ client, audience, action, hasSignOutEndpoint = true }: Tenant) {
	const people = new Map<string, Person>();
	const codes = new Map<string, Grant>();
	const accessTokens = new Map<string, Grant>();
	const refreshTokens = new Map<string, Grant & { used: boolean }>();
	const exports: { onExecutePostLogin?: Action } = {};
	runInContext(action, createContext({ exports }));
	let origin = "";
	let visitor: Person | undefined;
	let tokenSeconds = DAY;

	const refuse = (error: string, description: string, status = 403): Reply => ({
		status,
		json: { error, error_description: description },
	});
	const callback = () => `${origin}/login/callback`;

	function authorize({ query }: ReceivedRequest): Reply {
		const back = (answer: Record<string, string | null>) => ({
			redirect: withQuery(callback(), { ...answer, state: query.get("state") }),
		});
		if (query.get("client_id") !== client.id) return { status: 400, html: "Unknown client" };
		if (query.get("redirect_uri") !== callback()) return { status: 403, html: "Callback URL mismatch." };
		const wanted = query.get("audience");
		if (wanted !== null && wanted !== audience)
			return back({ error: "access_denied", error_description: `Service not found: ${wanted}` });
		if (query.get("connection") !== CONNECTION) return { html: "<h1>Log in</h1><p>Choose a connection</p>" };
		if (!visitor) return { html: "<h1>Log in to Twitch</h1>" };
		if (visitor.blocked) return back({ error: "unauthorized", error_description: "user is blocked" });
		const code = secret();
		codes.set(code, {
			person: visitor,
			// Auth0 ignores scopes that the tenant does not know.
			scopes: (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "read:unknown"),
			audience: wanted,
			nonce: query.get("nonce"),
			challenge: query.get("code_challenge_method") === "S256" ? query.get("code_challenge") : null,
			family: { revoked: false },
		});
		return back({ code });
	}

	async function token(request: ReceivedRequest): Promise<Reply> {
		const { form } = request;
		if (!isClient(request)) return refuse("access_denied", "Unauthorized", 401);
		if (form.get("grant_type") === "refresh_token") {
			const old = refreshTokens.get(form.get("refresh_token") ?? "");
			if (old?.used) old.family.revoked = true;
			if (old?.person.blocked) return refuse("unauthorized", "user is blocked");
			if (!old || old.family.revoked) return refuse("invalid_grant", "Unknown or invalid refresh token.");
			old.used = true;
			return { json: await issue({ ...old, nonce: null }) };
		}
		const code = form.get("code") ?? "";
		const grant = codes.get(code);
		codes.delete(code);
		if (!grant) return refuse("invalid_grant", "Invalid authorization code");
		const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
		if (grant.challenge !== null && verifier.digest("base64url") !== grant.challenge)
			return refuse("invalid_grant", "Failed to verify code verifier");
		return { json: await issue(grant) };
	}

	function isClient({ headers, form }: ReceivedRequest) {
		const pair = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
		const [id, password] = headers.authorization
			? pair.split(":").map((part) => decodeURIComponent(part.replaceAll("+", " ")))
			: [form.get("client_id"), form.get("client_secret")];
		return id === client.id && password === client.secret;
	}

	async function issue(grant: Grant) {
		const refreshToken = secret();
		const claims = await claimsOf(grant.person);
		const baseClaims = { iss: issuer(), sub: claims.sub, iat: inSeconds(0), exp: inSeconds(DAY) };
		// An access token for an API is a signed token. Others are opaque strings.
		const scope = grant.scopes.join(" ");
		const accessToken = grant.audience
			? await signed({
					...baseClaims,
					aud: [grant.audience, `${server.origin}/userinfo`],
					scope,
					jti: secret(),
				})
			: secret();
		accessTokens.set(accessToken, grant);
		const isOffline = grant.scopes.includes("offline_access");
		if (isOffline) refreshTokens.set(refreshToken, { ...grant, used: false });
		return {
			access_token: accessToken,
			...(isOffline && { refresh_token: refreshToken }),
			id_token: await signed({
				...claims,
				...baseClaims,
				aud: client.id,
				sid: secret(),
				...(grant.nonce !== null && { nonce: grant.nonce }),
			}),
			scope: grant.scopes.join(" "),
			expires_in: tokenSeconds,
			token_type: "Bearer",
		};
	}

	/** The profile that Auth0 stores, and the claims that the Action adds to the ID token. */
	async function claimsOf({ twitchId, nickname, email, roles }: Person) {
		const sub = `oauth2|${CONNECTION}|${twitchId}`;
		const user = {
			user_id: sub,
			nickname,
			name: nickname,
			email,
			picture: "https://s.gravatar.com/avatar/x",
		};
		const added: Record<string, unknown> = {};
		const set = (name: string, value: unknown) => {
			if (!RESERVED.includes(name) && !name.includes("auth0.com")) added[name] = value;
		};
		const event = { user, authorization: { roles }, connection: { name: CONNECTION }, client: {} };
		await exports.onExecutePostLogin?.(event, {
			idToken: { setCustomClaim: set },
			accessToken: { setCustomClaim: () => {} },
		});
		const { user_id: _id, ...profile } = user;
		return { ...profile, email_verified: true, ...added, sub };
	}

	async function userinfo({ headers }: ReceivedRequest): Promise<Reply> {
		const grant = accessTokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
		return grant ? { json: await claimsOf(grant.person) } : { status: 401, html: "Unauthorized" };
	}

	function signOut({ query }: ReceivedRequest): Reply {
		const to = query.get("post_logout_redirect_uri") ?? "";
		if (query.get("client_id") !== client.id || !query.has("id_token_hint"))
			return { status: 400, html: "Invalid request" };
		if (to !== `${origin}/`) return { status: 400, html: "The address is not an allowed logout URL" };
		visitor = undefined;
		return { redirect: to };
	}

	const issuer = () => `${server.origin}/`;
	const server = await listen(() => ({
		"GET /.well-known/openid-configuration": () => ({
			json: configuration(server.origin, hasSignOutEndpoint),
		}),
		"GET /.well-known/jwks.json": () => ({ json: keySet }),
		"GET /authorize": authorize,
		"POST /oauth/token": token,
		"GET /userinfo": userinfo,
		"GET /oidc/logout": signOut,
	}));

	return {
		...server,
		/** Registers the site's origin: its callback and sign-out URLs are the allowed ones. */
		register(siteOrigin: string) {
			origin = siteOrigin;
		},
		/** Sets the user who is logged in to Twitch in every browser. */
		visit(twitchId: string, nickname: string) {
			const fresh = { twitchId, nickname, email: `${twitchId}@example.com`, roles: [], blocked: false };
			visitor = people.get(twitchId) ?? fresh;
			people.set(twitchId, visitor);
		},
		change(twitchId: string, change: Partial<Person>) {
			Object.assign(people.get(twitchId) ?? {}, change);
		},
		setTokenSeconds(seconds = DAY) {
			tokenSeconds = seconds;
		},
	};
}

const configuration = (origin: string, hasSignOutEndpoint: boolean) => ({
	issuer: `${origin}/`,
	authorization_endpoint: `${origin}/authorize`,
	token_endpoint: `${origin}/oauth/token`,
	userinfo_endpoint: `${origin}/userinfo`,
	jwks_uri: `${origin}/.well-known/jwks.json`,
	revocation_endpoint: `${origin}/oauth/revoke`,
	...(hasSignOutEndpoint && { end_session_endpoint: `${origin}/oidc/logout` }),
	scopes_supported: ["openid", "profile", "offline_access", "name", "email", "nickname"],
	code_challenge_methods_supported: ["S256", "plain"],
	token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
	id_token_signing_alg_values_supported: ["HS256", "RS256", "PS256"],
});
