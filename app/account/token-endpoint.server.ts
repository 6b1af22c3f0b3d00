import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { readBody } from "~/http/bounded-body.server";
import { parseOutsideJson } from "~/http/outside-json.server";

/** How the site authenticates: the secret in the `Authorization` header, or in the request body. */
export type ClientAuthentication = "client_secret_basic" | "client_secret_post";

export interface TokenEndpoint {
	address: string;
	authentication: ClientAuthentication;
	clientId: string;
	clientSecret: string;
	fetcher: typeof fetch;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** A non-standard refusal, which may also come from a gateway in front of the provider. */
export class UnclearRefusal extends OAuth2RequestError {}

/**
 * Error codes of RFC 6749, section 5.2, and of providers. Other values of `error` are prose, such as Twitch's "Bad
 * Request".
 */
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
 * Requests tokens. Accepts refusals with any status and a `scope` of any type.
 * @param fields the form fields of the grant.
 * @throws {OAuth2RequestError} with a standard code if the provider refuses; {@link UnclearRefusal} if a refusal is
 * only likely; any other error if there is no readable answer within 10 s.
 */
export async function requestTokens(
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
		// The body may hold the secret, so it must not be sent to another host.
		redirect: "error",
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	const bytes = await readBody(response.body, MAX_BYTES);
	const answer = objectIn(bytes);
	if (response.ok && answer) return new OAuth2Tokens(answer);
	const code = answer && refusalIn(answer, response.status);
	const description = textIn(answer?.error_description) ?? textIn(answer?.message);
	if (code) throw new OAuth2RequestError(code, description ?? null, null, null);
	// For a revoked refresh token Glewlwyd answers 400 with an empty body. Twitch answers 401 with varying messages once
	// a user has disconnected the site.
	const isLikelyOne =
		bytes.length === 0 ? response.status === 400 : response.status === 401 && textIn(answer?.message);
	if (isLikelyOne) throw new UnclearRefusal("invalid_grant", description ?? null, null, null);
	const type = response.headers.get("content-type") ?? "unknown";
	const reason = answer ? "no reason" : `no JSON object, but the type ${type}`;
	throw new Error(`the provider answered ${response.status} for tokens: ${description ?? reason}`);
}

/** Form-encodes the client id or secret (RFC 6749, section 2.3.1), which may contain any character. */
const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

function objectIn(bytes: Uint8Array): Record<string, unknown> | undefined {
	try {
		const value = parseOutsideJson(bytes);
		return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

/** The standard error code, mapped from Auth0's and Twitch's own messages if necessary; undefined if unknown. */
function refusalIn(answer: Record<string, unknown>, status: number): string | undefined {
	const code = textIn(answer.error);
	if (code !== undefined && CODES.has(code)) return code;
	// Auth0's codes for a user without access. With status 401, `access_denied` concerns the client.
	if (code === "unauthorized" || (code === "access_denied" && status === 403)) return "invalid_grant";
	const message = textIn(answer.message) ?? "";
	if (/\bclient\b/i.test(message)) return "invalid_client";
	return /\b(refresh token|authorization code)\b/i.test(message) ? "invalid_grant" : undefined;
}
