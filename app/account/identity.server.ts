import type { Site } from "~/lib/site";
import { claimsIn, type OidcClient } from "./oidc-client.server";
import type { ProviderMetadata } from "./provider-metadata.server";
import type { TokenAnswer } from "./provider-quirks.server";
import { UntrustedAnswer } from "./sign-in-fault.server";
import { type Claims, claimAt, nameIn, usernameFrom } from "./viewer";

/** The provider's tokens, which are stored encrypted in the session's row. */
export interface Tokens {
	accessToken: string;
	refreshToken: string | undefined;
	/** The newest ID token of the session; a refresh may bring none. */
	idToken: string;
	/** ISO instant at which the access token expires: 1 h after it was issued if the provider sends no lifetime. */
	expiresAt: string;
}

export interface Identity {
	claims: Claims;
	tokens: Tokens;
	/** Userinfo failed, so that the claims are those of the ID token only. */
	isPartial?: boolean;
}

/** The result of a refresh. Claims are undefined if userinfo failed. */
export interface Renewal {
	tokens: Tokens;
	claims: Claims | undefined;
}

const DEFAULT_TOKEN_SECONDS = 3600;

/** Creates functions that turn answers of the token endpoint into tokens and verified claims. */
export function createIdentityReader(
	{ config, log, now }: Pick<Site, "config" | "log" | "now">,
	oidc: OidcClient,
	{ userinfo_endpoint: hasUserinfo }: ProviderMetadata,
) {
	const tokensOf = (answer: TokenAnswer, previous?: Tokens): Tokens => ({
		accessToken: answer.access_token,
		refreshToken: answer.refresh_token ?? previous?.refreshToken,
		idToken: answer.id_token ?? previous?.idToken ?? "",
		expiresAt: new Date(now().getTime() + (answer.expires_in ?? DEFAULT_TOKEN_SECONDS) * 1000).toISOString(),
	});

	const isNamed = (claims: Claims) => usernameFrom(claims, config.OIDC_USERNAME_CLAIM) !== undefined;
	/** Whether an ID token alone has the name that userinfo would have: the configured claim, never the e-mail address. */
	const isNamedAlone = (claims: Claims) => {
		const claim = config.OIDC_USERNAME_CLAIM;
		const names = claim ? [claims[claim]] : [claims.nickname, claims.name];
		return names.some((name) => nameIn(name) !== undefined);
	};
	const rolesClaim = config.OIDC_ROLES_CLAIM;
	const rolesOf = (claims: Claims) => claimAt(claims, rolesClaim);

	/** Adds claims from userinfo if the ID token lacks the name or the roles, as with some providers. */
	async function complete(claims: Claims, accessToken: string): Promise<Claims> {
		const roles = rolesOf(claims);
		if ((isNamed(claims) && roles !== undefined) || !hasUserinfo) return claims;
		const userinfo = await oidc.fetchUserinfo(accessToken, claims.sub);
		// Both may have the object that a path of the roles begins with.
		return { ...userinfo, ...claims, [rolesClaim]: roles === undefined ? rolesOf(userinfo) : roles };
	}

	/** A userinfo failure is logged. @throws if the answer is about another subject. */
	function noteFailure(error: unknown): void {
		if (error instanceof UntrustedAnswer) throw error;
		log.warn({ event: "userinfo-failed", err: error });
	}

	/**
	 * The claims after a refresh without a new ID token: the roles from userinfo if there is such an endpoint, else from
	 * the old token. Name and e-mail address fall back to those of the old token.
	 */
	async function currentClaims({ idToken, accessToken }: Tokens, subject: string): Promise<Claims> {
		const last: Claims = { ...claimsIn(idToken), sub: subject };
		if (!hasUserinfo) return last;
		const current = await oidc.fetchUserinfo(accessToken, subject);
		const person = isNamed({ ...current, email: undefined }) ? { email: last.email } : last;
		return { ...person, ...current, [rolesClaim]: rolesOf(current) };
	}

	return {
		/**
		 * Verifies the ID token and completes its claims from userinfo. If userinfo fails, the claims of an ID token with the
		 * user name suffice; they are marked as partial.
		 * @throws if there is no ID token, it is invalid, or userinfo is required and fails or is about another subject.
		 */
		async signIn(answer: TokenAnswer, nonce: string): Promise<Identity> {
			if (!answer.id_token) throw new Error("the provider sent no ID token");
			const tokens = tokensOf(answer);
			const claims = await oidc.verifyTokens(answer, { nonce });
			try {
				return { tokens, claims: await complete(claims, tokens.accessToken) };
			} catch (error) {
				if (!isNamedAlone(claims)) throw error;
				noteFailure(error);
				return { tokens, claims, isPartial: true };
			}
		},

		/**
		 * Merges refreshed tokens with the previous ones and reads the current claims. A userinfo failure is logged and
		 * leaves the claims undefined.
		 * @throws if a new ID token is invalid, or userinfo or the ID token is about another subject.
		 */
		async refresh(answer: TokenAnswer, previous: Tokens, subject: string): Promise<Renewal> {
			const tokens = tokensOf(answer, previous);
			const isNew = tokens.idToken !== previous.idToken;
			const fresh = isNew ? await oidc.verifyTokens(answer, { subject }) : undefined;
			try {
				const claims = fresh
					? await complete(fresh, tokens.accessToken)
					: await currentClaims(tokens, subject);
				return { tokens, claims };
			} catch (error) {
				// The old refresh token may be used up, so the new one must be kept although userinfo failed.
				noteFailure(error);
				return { tokens, claims: undefined };
			}
		},
	};
}

export type IdentityReader = ReturnType<typeof createIdentityReader>;
