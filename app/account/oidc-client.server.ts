import * as oauth from "oauth4webapi";
import { parseOutsideJson, readOutsideJson } from "~/http/outside-json.server";
import type { Site } from "~/lib/site";
import { ASYMMETRIC, limited, type ProviderMetadata, supportsPostOnly } from "./provider-metadata.server";
import { clientSecretBasic, type TokenAnswer, tokenAnswerIn, userinfoAbout } from "./provider-quirks.server";
import { ClocksDiffer, UntrustedAnswer } from "./sign-in-fault.server";
import type { Claims } from "./viewer";

/** Maximum difference between the clocks of site and provider. */
export const CLOCK_TOLERANCE_SECONDS = 120;

type Options = Pick<Site, "now"> & {
	config: Pick<Site["config"], "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET">;
	fetcher: typeof fetch;
};

/**
 * The site as a client of an OpenID Connect provider. The library makes the requests, which follow no redirects, and checks
 * tokens.
 */
export function createOidcClient({ config, now, fetcher }: Options, metadata: ProviderMetadata) {
	const clientId = config.OIDC_CLIENT_ID;
	const authenticate = supportsPostOnly(metadata) ? oauth.ClientSecretPost : clientSecretBasic;
	const authentication = authenticate(config.OIDC_CLIENT_SECRET);
	const options = {
		[oauth.customFetch]: limited(fetcher),
		// Providers of a local network have no certificate.
		[oauth.allowInsecureRequests]: true,
	};
	/** One object for each client: the library keeps the provider's keys by it. */
	const server: oauth.AuthorizationServer = {
		...metadata,
		id_token_signing_alg_values_supported: (
			metadata.id_token_signing_alg_values_supported ?? ["RS256"]
		).filter((name) => ASYMMETRIC.includes(name)),
		userinfo_signing_alg_values_supported: ASYMMETRIC,
	};
	const clientAt = (seconds: number): oauth.Client => ({
		client_id: clientId,
		[oauth.clockSkew]: seconds - Math.floor(Date.now() / 1000),
		[oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
	});
	const seconds = () => Math.floor(now().getTime() / 1000);

	/**
	 * Verifies an answer and its ID token, if it has one (OpenID Connect Core 3.1.3.7 and 12.2).
	 * @param expected the nonce of a sign-in, or the subject of a refresh.
	 * @returns the claims of the ID token.
	 * @throws {ClocksDiffer} if a token that is otherwise the provider's fails a check of times because of the clocks.
	 * @throws {UntrustedAnswer} or an error of the library if another check fails.
	 */
	async function verifyTokens(answer: TokenAnswer, expected: { nonce?: string; subject?: string }) {
		const payload = claimsIn(answer.id_token ?? "");
		const subject = subjectOf(payload);
		if (expected.subject !== undefined && subject !== expected.subject)
			throw new UntrustedAnswer("the ID token is about somebody else");
		if (payload.azp === undefined && Array.isArray(payload.aud) && payload.aud.length > 1)
			throw new UntrustedAnswer("the ID token has several audiences (aud) and no authorized party (azp)");
		if (payload.azp !== undefined && payload.azp !== clientId)
			throw new UntrustedAnswer("the ID token was issued to another client");
		const ahead = Number(payload.iat) - seconds();
		const differs = Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS;
		await verifyAt(seconds(), answer, expected.nonce).catch(async (error: unknown) => {
			const isAboutTime = (error as { code?: unknown }).code === oauth.JWT_TIMESTAMP_CHECK;
			if (!isAboutTime || !differs) throw error;
			await verifyAt(seconds() + ahead, answer, expected.nonce);
			throw new ClocksDiffer(Math.round(ahead));
		});
		// The library does not check the time of issue. A token from the past is valid until it expires.
		if (differs && ahead > 0) throw new ClocksDiffer(Math.round(ahead));
		return { ...payload, sub: subject };
	}

	/** Verifies an answer as if it were received at a time in Unix seconds. */
	async function verifyAt(time: number, answer: TokenAnswer, nonce: string | undefined): Promise<void> {
		const response = Response.json(answer);
		if (nonce === undefined) await oauth.processRefreshTokenResponse(server, clientAt(time), response);
		else {
			const expected = { expectedNonce: nonce, requireIdToken: true };
			await oauth.processAuthorizationCodeResponse(server, clientAt(time), response, expected);
		}
		await oauth.validateApplicationLevelSignature(server, response, options);
	}

	/** The claims of a signed answer of userinfo (OpenID Connect Core 5.3.2). */
	async function signedUserinfo(jwt: string): Promise<unknown> {
		if (jwt.split(".").length !== 3)
			throw new Error(
				"the provider's userinfo is an encrypted JWT: let the provider send JSON or a signed JWT",
			);
		const response = new Response(jwt, { headers: { "Content-Type": "application/jwt" } });
		try {
			const client = clientAt(seconds());
			const claims = await oauth.processUserInfoResponse(server, client, oauth.skipSubjectCheck, response);
			await oauth.validateApplicationLevelSignature(server, response, options);
			return claims;
		} catch (cause) {
			throw new Error(
				"the provider's userinfo is a JWT that cannot be verified: let the provider send JSON",
				{
					cause,
				},
			);
		}
	}

	return {
		verifyTokens,

		/**
		 * Requests tokens, which are not verified.
		 * @param fields the form fields of the grant.
		 * @throws {OAuth2RequestError} with a standard code if the provider refuses; `UnclearRefusal` if a refusal is
		 * only likely; any other error if there is no readable answer within 10 s.
		 */
		async requestTokens(
			grant: "authorization_code" | "refresh_token",
			fields: Record<string, string>,
		): Promise<TokenAnswer> {
			const client = clientAt(seconds());
			return tokenAnswerIn(
				await oauth.genericTokenEndpointRequest(server, client, authentication, grant, fields, options),
			);
		},

		/**
		 * Fetches a user's current claims, as JSON or as a signed JWT.
		 * @param subject the required `sub` of the answer.
		 * @throws {UntrustedAnswer} if the answer has another subject; any other error if there is no usable answer within 10 s.
		 */
		async fetchUserinfo(accessToken: string, subject: string): Promise<Claims> {
			const response = await oauth.userInfoRequest(server, clientAt(seconds()), accessToken, options);
			if (!response.ok) throw new Error(`the provider answered userinfo with ${response.status}`);
			const isJwt = /^application\/jwt\b/i.test(response.headers.get("Content-Type") ?? "");
			const claims = isJwt
				? await signedUserinfo((await response.text()).trim())
				: await readOutsideJson(response);
			return userinfoAbout(subject, claims);
		},
	};
}

export type OidcClient = ReturnType<typeof createOidcClient>;

/** The claims in a JWT, unverified; none if it is malformed. */
export function claimsIn(jwt: string): Record<string, unknown> {
	try {
		const claims = parseOutsideJson(Buffer.from(jwt.split(".")[1] ?? "", "base64url"));
		return { ...(claims as object) };
	} catch {
		return {};
	}
}

/**
 * The subject, which alone identifies a user: two subjects must never be stored as the same text. A number may have been
 * rounded, and an unpaired surrogate is replaced when it is stored.
 * @throws {UntrustedAnswer}
 */
function subjectOf({ sub }: Record<string, unknown>): string {
	if (sub === undefined || sub === "") throw new UntrustedAnswer("the ID token has no subject (sub)");
	if (typeof sub !== "string")
		throw new UntrustedAnswer(
			`the ID token's subject (sub) is a value of the type ${typeof sub}; OpenID Connect Core, section 2, demands a text`,
		);
	if (/[\p{Cc}\p{Cs}]/u.test(sub))
		throw new UntrustedAnswer(
			"the ID token's subject (sub) contains control characters or halves of characters",
		);
	return sub;
}
