/** What Twitch, Auth0 and other providers do differently from the standards. */
import type { ClientAuth } from "oauth4webapi";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { z } from "zod";
import { parseOutsideJson } from "~/http/outside-json.server";
import { UntrustedAnswer } from "./sign-in-fault.server";
import type { Claims } from "./viewer";

const text = z.string().optional().catch(undefined);
const answerSchema = z.object({
	access_token: text,
	refresh_token: text,
	id_token: text,
	/** The life of the access token in seconds. */
	expires_in: z.coerce.number().positive().optional().catch(undefined),
	error: text,
	error_description: text,
	message: text,
});
type OddAnswer = z.infer<typeof answerSchema>;

/** The answer of a token endpoint in the form of the standards. */
export type TokenAnswer = OddAnswer & { access_token: string; token_type: "bearer" };

/**
 * Sends client id and secret in the `Authorization` header, form-encoded (RFC 6749, section 2.3.1), but `-`, `.`, `_` and `*` as they
 * are: the library encodes them too, and some providers do not decode what they receive.
 */
export const clientSecretBasic =
	(secret: string): ClientAuth =>
	(_server, { client_id }, _body, headers) => {
		const encoded = [client_id, secret].map((text) => new URLSearchParams({ "": text }).toString().slice(1));
		headers.set("Authorization", `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`);
	};

/** A non-standard refusal, which may also come from a gateway in front of the provider. */
export class UnclearRefusal extends OAuth2RequestError {}

/**
 * Error codes of RFC 6749, section 5.2, and of providers. Other values of `error` are prose, such as Twitch's "Bad
 * Request".
 */
const CODES = new Set([
	...["invalid_request", "invalid_client", "invalid_grant", "invalid_scope"],
	...["unauthorized_client", "unsupported_grant_type", "server_error", "temporarily_unavailable"],
]);

/**
 * Reads an answer of the token endpoint. Accepts refusals with any status, and fields of any type, such as Twitch's list of
 * scopes.
 * @throws {OAuth2RequestError} with a standard code for a refusal; any other error if the answer is unreadable.
 */
export async function tokenAnswerIn(response: Response): Promise<TokenAnswer> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const answer = oddAnswerIn(bytes);
	const { access_token } = answer ?? {};
	if (response.ok && access_token !== undefined) return { ...answer, access_token, token_type: "bearer" };
	const code = answer && refusalIn(answer, response.status);
	const description = answer?.error_description ?? answer?.message;
	if (code) throw new OAuth2RequestError(code, description ?? null, null, null);
	// For a revoked refresh token Glewlwyd answers 400 with an empty body. Twitch answers 401 with varying messages once
	// a user has disconnected the site.
	const isLikelyOne =
		bytes.length === 0 ? response.status === 400 : response.status === 401 && answer?.message;
	if (isLikelyOne) throw new UnclearRefusal("invalid_grant", description ?? null, null, null);
	const type = response.headers.get("content-type") ?? "unknown";
	const reason = answer ? "no reason" : `no JSON object, but the type ${type}`;
	throw new Error(`the provider answered ${response.status} for tokens: ${description ?? reason}`);
}

function oddAnswerIn(bytes: Uint8Array): OddAnswer | undefined {
	try {
		return answerSchema.parse(parseOutsideJson(bytes));
	} catch {
		return undefined;
	}
}

/** The standard error code, mapped from Auth0's and Twitch's own messages if necessary; undefined if unknown. */
function refusalIn({ error, message = "" }: OddAnswer, status: number): string | undefined {
	if (error !== undefined && CODES.has(error)) return error;
	// Auth0's codes for a user without access. With status 401, `access_denied` concerns the client.
	if (error === "unauthorized" || (error === "access_denied" && status === 403)) return "invalid_grant";
	if (/\bclient\b/i.test(message)) return "invalid_client";
	return /\b(refresh token|authorization code)\b/i.test(message) ? "invalid_grant" : undefined;
}

/**
 * The claims of userinfo with the required subject, which some providers send as a number.
 * @throws {UntrustedAnswer} if they have another subject; any other error if they are unusable.
 */
export function userinfoAbout(subject: string, claims: unknown): Claims {
	if (typeof claims !== "object" || claims === null || Array.isArray(claims))
		throw new Error("the provider's userinfo is no object");
	const { sub } = claims as { sub?: unknown };
	// A larger number may have been rounded to that of somebody else.
	if (typeof sub === "number" && !Number.isSafeInteger(sub))
		throw new Error("the provider's userinfo has a subject (sub) that is a number instead of a text");
	if (String(sub) !== subject || !["string", "number"].includes(typeof sub))
		throw new UntrustedAnswer("the provider's userinfo is about somebody else");
	return { ...claims, sub: subject };
}

/**
 * Whether an access token is valid, by Twitch's protocol: `Authorization: OAuth TOKEN`, answered with 401 if it is not.
 * @param fetcher with limits.
 * @throws for any other status or no answer.
 */
export async function validateToken(address: string, accessToken: string, fetcher: typeof fetch) {
	const headers = { Authorization: `OAuth ${accessToken}`, Accept: "application/json" };
	const { status, ok } = await fetcher(address, { headers });
	if (!ok && status !== 401) throw new Error(`the provider answered ${status} about a token`);
	return ok;
}
