import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError } from "remix-auth-oauth2";

/** How the site proves who it is: the secret in a header of its own, or among the form's fields. */
export type ClientAuthentication = "client_secret_basic" | "client_secret_post";

export interface TokenEndpoint {
	address: string;
	authentication: ClientAuthentication;
	clientId: string;
	clientSecret: string;
	fetcher: typeof fetch;
}

const TIMEOUT_MS = 10_000;

/** A refusal in words that are no standard's, which a gateway before the provider may have said as well. */
export class UnclearRefusal extends OAuth2RequestError {}

/** RFC 6749, section 5.2, and what providers add to it. Any other word in `error` is prose, as Twitch's "Bad Request". */
const CODES = new Set([
	"invalid_request",
	"invalid_client",
	"invalid_grant",
	"unauthorized_client",
	"unsupported_grant_type",
	"invalid_scope",
	"server_error",
	"temporarily_unavailable",
]);

/**
 * Asks for tokens. What the standard leaves to the provider is taken as it comes: a refusal with any
 * status, a `scope` of any shape.
 * @throws {OAuth2RequestError} when the provider refuses, with the standard's code for why, {@link UnclearRefusal}
 * when that is only likely; any other error when it did not answer in 10 s, or nothing that could be read.
 */
export async function askForTokens(
	endpoint: TokenEndpoint,
	fields: Record<string, string>,
): Promise<OAuth2Tokens> {
	const { clientId, clientSecret } = endpoint;
	const body = new URLSearchParams(fields);
	const headers = new Headers({ Accept: "application/json" });
	if (endpoint.authentication === "client_secret_post") {
		body.set("client_id", clientId);
		body.set("client_secret", clientSecret);
	} else {
		const pair = [clientId, clientSecret].map(formEncoded).join(":");
		headers.set("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
	}
	const response = await endpoint.fetcher(endpoint.address, {
		method: "POST",
		headers,
		body,
		// With the secret in the body: to nobody else.
		redirect: "error",
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	const text = await response.text();
	const answer = objectIn(text);
	if (response.ok && answer) return new OAuth2Tokens(answer);
	const code = answer && refusalIn(answer, response.status);
	const description = textIn(answer?.error_description) ?? textIn(answer?.message);
	if (code) throw new OAuth2RequestError(code, description ?? null, null, null);
	// Glewlwyd says nothing at all of a refresh token that was revoked; Twitch answers 401 once a person has
	// disconnected the site, whatever the message.
	const isLikelyOne =
		text === "" ? response.status === 400 : response.status === 401 && textIn(answer?.message);
	if (isLikelyOne) throw new UnclearRefusal("invalid_grant", description ?? null, null, null);
	throw new Error(`the provider answered ${response.status} for tokens: ${description ?? "no reason"}`);
}

/** As RFC 6749, section 2.3.1, has it: a secret may hold any character. */
const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

function objectIn(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

/** The standard's code, or what Auth0's and Twitch's own words amount to; undefined when there is none of them. */
function refusalIn(answer: Record<string, unknown>, status: number): string | undefined {
	const code = textIn(answer.error);
	if (code !== undefined && CODES.has(code)) return code;
	// Auth0's words for somebody who may not come in; with 401 the first one is about the client.
	if (code === "unauthorized" || (code === "access_denied" && status === 403)) return "invalid_grant";
	const message = textIn(answer.message) ?? "";
	if (/\bclient\b/i.test(message)) return "invalid_client";
	return /\b(refresh token|authorization code)\b/i.test(message) ? "invalid_grant" : undefined;
}
