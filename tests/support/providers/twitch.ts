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
 * Twitch's authorization server with the behaviour that dev.twitch.tv/docs/authentication documents: claims only by
 * parameter, the client's secret only in the body, `scope` as an array, no new ID token at a refresh, no PKCE, errors
 * as `{status, message}`, and no sign-out endpoint.
 */

interface Person {
	id: string;
	displayName: string;
	email: string;
	/** Identifies the user's consent. It changes after the site was disconnected. */
	consent: string | undefined;
}

interface Grant {
	person: Person;
	consent: string;
	scopes: string[];
	claims: { id_token?: object; userinfo?: object };
	nonce: string | null;
}

const SCOPES = ["openid", "user:read:email", "chat:read"];
const CLAIMS = ["email", "email_verified", "picture", "preferred_username", "updated_at"];
const TOKEN_SECONDS = 14_124;

export async function startTwitch(client: { id: string; secret: string }) {
	const people = new Map<string, Person>();
	const pending = new Map<string, Grant>();
	const codes = new Map<string, Grant>();
	const accessTokens = new Map<string, Grant & { expires: number }>();
	const refreshTokens = new Map<string, Grant>();
	let redirectAddress = "";
	let visitor: Person | undefined;
	let clockSeconds = 0;

	const errorReply = (status: number, message: string): Reply => ({ status, json: { status, message } });

	function authorize({ query }: ReceivedRequest): Reply {
		const state = query.get("state");
		const back = (answer: Record<string, string | null>) => ({
			redirect: withQuery(redirectAddress, { ...answer, state }),
		});
		if (query.get("client_id") !== client.id) return errorReply(400, "invalid client");
		if (query.get("redirect_uri") !== redirectAddress)
			return errorReply(400, "Parameter redirect_uri does not match registered URI");
		if (query.get("response_type") !== "code") return errorReply(400, "invalid response type");
		const scopes = (query.get("scope") ?? "").split(" ");
		const unknown = scopes.find((scope) => !SCOPES.includes(scope));
		if (unknown !== undefined) {
			const description = `invalid scope requested: '${unknown}'`;
			return back({ error: "invalid_scope", error_description: description });
		}
		if (!visitor) return { html: "<h1>Log in to Twitch</h1>" };
		const code = secret();
		const consent = visitor.consent ?? code;
		const grant = { person: visitor, consent, scopes, claims: claimsIn(query), nonce: query.get("nonce") };
		if (visitor.consent) {
			codes.set(code, grant);
			return back({ code, scope: scopes.join(" ") });
		}
		pending.set(code, grant);
		const allow = back({ code, scope: scopes.join(" ") }).redirect;
		const cancel = back({ error: "access_denied", error_description: "The user denied you access" }).redirect;
		return {
			html: `<h1>Plateia wants to access your Twitch account</h1>
				<form method="post" action="/oauth2/allow"><input type="hidden" name="code" value="${code}">
				<button name="to" value="${escaped(allow)}">Authorize</button>
				<button name="to" value="${escaped(cancel)}">Cancel</button></form>`,
		};
	}

	function allow({ form }: ReceivedRequest): Reply {
		const to = form.get("to") ?? "";
		const code = form.get("code") ?? "";
		const grant = pending.get(code);
		if (grant && new URL(to).searchParams.has("code")) {
			grant.person.consent = grant.consent;
			codes.set(code, grant);
		}
		return { redirect: to };
	}

	async function token({ form }: ReceivedRequest): Promise<Reply> {
		if (!form.has("client_id")) return errorReply(400, "missing client id");
		if (form.get("client_id") !== client.id) return errorReply(400, "invalid client");
		if (!form.has("client_secret")) return errorReply(400, "missing client secret");
		if (form.get("client_secret") !== client.secret) return errorReply(403, "invalid client secret");
		if (form.get("grant_type") === "refresh_token") {
			const grant = refreshTokens.get(form.get("refresh_token") ?? "");
			if (!grant || !isValid(grant)) {
				return { status: 400, json: { error: "Bad Request", status: 400, message: "Invalid refresh token" } };
			}
			return { json: issue(grant, form.get("refresh_token") ?? "") };
		}
		if (form.get("grant_type") !== "authorization_code") return errorReply(400, "invalid grant type");
		if (form.get("redirect_uri") !== redirectAddress)
			return errorReply(400, "Parameter redirect_uri does not match registered URI");
		const code = form.get("code") ?? "";
		const grant = codes.get(code);
		codes.delete(code);
		if (!grant) return errorReply(400, "Invalid authorization code");
		return { json: { ...issue(grant, secret()), id_token: await idToken(grant) } };
	}

	function issue(grant: Grant, refreshToken: string) {
		const accessToken = secret(15);
		accessTokens.set(accessToken, { ...grant, expires: inSeconds(TOKEN_SECONDS) });
		refreshTokens.set(refreshToken, grant);
		return {
			access_token: accessToken,
			expires_in: TOKEN_SECONDS,
			refresh_token: refreshToken,
			scope: grant.scopes,
			token_type: "bearer",
		};
	}

	const isValid = ({ person, consent }: Grant) => person.consent === consent;

	const baseClaims = ({ person }: Grant) => ({
		aud: client.id,
		azp: client.id,
		iss: `${server.origin}/oauth2`,
		sub: person.id,
		iat: inSeconds(clockSeconds),
		exp: inSeconds(clockSeconds + 900),
	});

	function claimsFor({ person, scopes }: Grant, names: object = {}) {
		const mayReadEmail = scopes.includes("user:read:email");
		const all: Record<string, unknown> = {
			preferred_username: person.displayName,
			picture: "https://static-cdn.jtvnw.net/user-default-pictures-uv/x.png",
			updated_at: "2026-11-21T12:00:00Z",
			...(mayReadEmail && { email: person.email, email_verified: true }),
		};
		return Object.fromEntries(
			Object.keys(names).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
		);
	}

	const idToken = (grant: Grant) =>
		signed({
			...baseClaims(grant),
			...claimsFor(grant, grant.claims.id_token),
			...(grant.nonce !== null && { nonce: grant.nonce }),
		});

	function grantOf({ headers }: ReceivedRequest, scheme: string) {
		const [actualScheme, accessToken = ""] = (headers.authorization ?? "").split(" ");
		const grant = actualScheme === scheme ? accessTokens.get(accessToken) : undefined;
		return grant && isValid(grant) && grant.expires > inSeconds(0) ? grant : undefined;
	}

	function userinfo(request: ReceivedRequest): Reply {
		const grant = grantOf(request, "Bearer");
		if (!grant) return errorReply(401, "missing or invalid token");
		return { json: { ...baseClaims(grant), ...claimsFor(grant, grant.claims.userinfo) } };
	}

	function validate(request: ReceivedRequest): Reply {
		const grant = grantOf(request, "OAuth");
		if (!grant) return errorReply(401, "invalid access token");
		const { id, displayName } = grant.person;
		const seconds = grant.expires - inSeconds(0);
		const scopes = grant.scopes;
		const login = displayName.toLowerCase();
		return { json: { client_id: client.id, login, scopes, user_id: id, expires_in: seconds } };
	}

	const server = await listen(() => ({
		"GET /oauth2/.well-known/openid-configuration": () => ({ json: configuration(server.origin) }),
		"GET /oauth2/keys": () => ({ json: keySet }),
		"GET /oauth2/authorize": authorize,
		"POST /oauth2/allow": allow,
		"POST /oauth2/token": token,
		"GET /oauth2/userinfo": userinfo,
		"GET /oauth2/validate": validate,
	}));

	return {
		...server,
		issuer: `${server.origin}/oauth2`,
		/** Registers the only allowed redirect URL. */
		register(address: string) {
			redirectAddress = address;
		},
		/** Sets the user who is logged in to Twitch in every browser. A new user is asked to allow the site. */
		visit(id: string, displayName: string) {
			visitor = people.get(id) ?? { id, displayName, email: `${id}@example.com`, consent: undefined };
			people.set(id, visitor);
		},
		rename(id: string, displayName: string) {
			Object.assign(people.get(id) ?? {}, { displayName });
		},
		/** Does what the user's connections page does: revokes every token of the site. */
		disconnect(id: string) {
			Object.assign(people.get(id) ?? {}, { consent: undefined });
		},
		/** Sets how far the clock is ahead in ID tokens. */
		setClock(seconds = 0) {
			clockSeconds = seconds;
		},
	};
}

function claimsIn(query: URLSearchParams): Grant["claims"] {
	const claims = JSON.parse(query.get("claims") ?? "{}") as Record<string, object>;
	const names = Object.values(claims).flatMap((wanted) => Object.keys(wanted));
	const unknown = names.find((name) => !CLAIMS.includes(name));
	if (unknown !== undefined) throw new Error(`unknown claim ${unknown}`);
	return claims;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const configuration = (origin: string) => ({
	authorization_endpoint: `${origin}/oauth2/authorize`,
	claims_parameter_supported: true,
	claims_supported: [...CLAIMS, "exp", "iss", "sub", "azp", "aud", "iat"],
	id_token_signing_alg_values_supported: ["RS256"],
	issuer: `${origin}/oauth2`,
	jwks_uri: `${origin}/oauth2/keys`,
	response_types_supported: ["id_token", "code", "token", "code id_token", "token id_token"],
	scopes_supported: ["openid"],
	subject_types_supported: ["public"],
	token_endpoint: `${origin}/oauth2/token`,
	token_endpoint_auth_methods_supported: ["client_secret_post"],
	userinfo_endpoint: `${origin}/oauth2/userinfo`,
});
