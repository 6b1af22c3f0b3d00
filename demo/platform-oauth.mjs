/** The authorization server of a local platform: a page with one click, codes, tokens, refresh and revocation. */
import { createHash, randomBytes } from "node:crypto";
import { htmlReply, jsonReply, redirectReply, withQuery } from "./platform-http.mjs";
import { both, escapeHtml, page } from "./provider-pages.mjs";

const secret = () => randomBytes(20).toString("hex");

/**
 * @typedef {{ id: string, login: string, name: string }} Person
 * @typedef {{ person: Person | undefined, scopes: string[], expiresAt: number, refreshToken: string | undefined }} Token
 *   `person` is undefined for a token of the app
 */

/**
 * @param {object} options
 * @param {string} options.platform its name
 * @param {{ id: string, secret: string }} options.client
 * @param {Person} options.broadcaster who grants
 * @param {() => Date} options.now
 * @param {number} options.tokenSeconds lifetime of user tokens
 * @param {boolean} [options.pkce] whether codes need a verifier (RFC 7636)
 * @param {boolean} [options.rotates] whether a refresh token can be used once only
 * @param {(scopes: string[]) => unknown} [options.scopeOf] the field `scope` of a token, by default the list
 */
export function createAuthorization(options) {
	const { platform, client, broadcaster, now, pkce = false, rotates = false } = options;
	const { scopeOf = (scopes) => scopes } = options;
	let { tokenSeconds } = options;
	/** @type {Map<string, { redirectUri: string, scopes: string[], challenge: string | null }>} */
	const codes = new Map();
	/** @type {Map<string, Token>} */
	const tokens = new Map();
	/** @type {Map<string, { scopes: string[] }>} */
	const refreshTokens = new Map();
	let refreshes = 0;

	const refuse = (status, message) => jsonReply(status, { status, message });

	function issue(person, scopes) {
		const token = secret();
		const refreshToken = person && secret();
		tokens.set(token, { person, scopes, expiresAt: now().getTime() + tokenSeconds * 1000, refreshToken });
		if (refreshToken) refreshTokens.set(refreshToken, { scopes });
		return {
			access_token: token,
			expires_in: tokenSeconds,
			token_type: "bearer",
			...(refreshToken && { refresh_token: refreshToken, scope: scopeOf(scopes) }),
		};
	}

	function redeemCode(form) {
		const kept = codes.get(form.get("code") ?? "");
		codes.delete(form.get("code") ?? "");
		if (!kept || kept.redirectUri !== form.get("redirect_uri"))
			return refuse(400, "Invalid authorization code");
		const verifier = createHash("sha256")
			.update(form.get("code_verifier") ?? "")
			.digest("base64url");
		if (pkce && verifier !== kept.challenge) return refuse(400, "Invalid code verifier");
		return jsonReply(200, issue(broadcaster, kept.scopes));
	}

	function refresh(form) {
		const token = form.get("refresh_token") ?? "";
		const kept = refreshTokens.get(token);
		if (!kept) return refuse(400, "Invalid refresh token");
		if (rotates) refreshTokens.delete(token);
		refreshes += 1;
		return jsonReply(200, issue(broadcaster, kept.scopes));
	}

	return {
		/** The page that asks for the grant. @param {URLSearchParams} query @param {string} action the form's address */
		authorizePage(query, action) {
			const redirectUri = query.get("redirect_uri") ?? "";
			if (query.get("client_id") !== client.id) return refuse(400, "invalid client");
			if (!URL.canParse(redirectUri))
				return refuse(400, "Parameter redirect_uri does not match registered URI");
			if (query.get("response_type") !== "code") return refuse(400, "invalid response type");
			if (pkce && query.get("code_challenge_method") !== "S256") return refuse(400, "PKCE is required");
			const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
			const fields = [...query]
				.map(
					([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
				)
				.join("");
			return htmlReply(
				200,
				page(
					`${platform} (demo)`,
					`<h1>${platform}: permitir o acesso?<span lang="en">${platform}: allow access?</span></h1>
<p>${both("Canal", "Channel")}: <strong>${escapeHtml(broadcaster.name)}</strong></p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join("")}</ul>
<form method="post" action="${action}">${fields}
<button class="strong" name="decision" value="allow">${both("Permitir", "Allow")}</button></form>
<form method="post" action="${action}" class="last">${fields}
<button name="decision" value="cancel">${both("Cancelar", "Cancel")}</button></form>`,
				),
			);
		},

		/** Answers the page. @param {URLSearchParams} form */
		decide(form) {
			const redirectUri = form.get("redirect_uri") ?? "";
			if (form.get("client_id") !== client.id || !URL.canParse(redirectUri))
				return refuse(400, "invalid client");
			const state = form.get("state") ?? "";
			if (form.get("decision") !== "allow")
				return redirectReply(withQuery(redirectUri, { error: "access_denied", state }));
			const code = secret();
			const scopes = (form.get("scope") ?? "").split(" ").filter(Boolean);
			codes.set(code, { redirectUri, scopes, challenge: form.get("code_challenge") });
			return redirectReply(withQuery(redirectUri, { code, scope: scopes.join(" "), state }));
		},

		/** The token endpoint. @param {URLSearchParams} form */
		token(form) {
			if (form.get("client_id") !== client.id) return refuse(400, "invalid client");
			if (form.get("client_secret") !== client.secret) return refuse(403, "invalid client secret");
			const grant = form.get("grant_type");
			if (grant === "client_credentials") return jsonReply(200, issue(undefined, []));
			if (grant === "authorization_code") return redeemCode(form);
			return grant === "refresh_token" ? refresh(form) : refuse(400, "invalid grant type");
		},

		/** @param {string | undefined} header `Bearer TOKEN` or `OAuth TOKEN` @returns {Token | undefined} */
		find(header) {
			const token = tokens.get(header?.replace(/^\w+ /, "") ?? "");
			return token && token.expiresAt > now().getTime() ? token : undefined;
		},

		/** Whether the broadcaster has granted a scope. @param {string} scope */
		isGranted: (scope) =>
			[...tokens.values()].some((token) => token.person && token.scopes.includes(scope)) ||
			[...refreshTokens.values()].some(({ scopes }) => scopes.includes(scope)),

		/** Ends a token. @param {string} token @returns whether it existed */
		revoke: (token) => tokens.delete(token) || refreshTokens.delete(token),

		/** A new grant of the broadcaster, as after the page. @param {string[]} scopes */
		grant: (scopes) => issue(broadcaster, scopes),

		/** Ends all access tokens; refresh tokens stay valid. */
		expireTokens: () => tokens.clear(),

		/** The broadcaster disconnects the app. */
		disconnect() {
			tokens.clear();
			refreshTokens.clear();
			codes.clear();
		},

		/** @param {number} seconds of tokens that are issued later */
		setTokenSeconds(seconds) {
			tokenSeconds = seconds;
		},

		/** How often a refresh token was used. */
		refreshes: () => refreshes,
	};
}
