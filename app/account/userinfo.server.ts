import { type JWTVerifyGetKey, jwtVerify } from "jose";
import { readBody } from "~/http/bounded-body.server";
import { parseOutsideJson } from "~/http/outside-json.server";
import { CLOCK_TOLERANCE_SECONDS, UntrustedAnswer } from "./id-token.server";
import type { Claims } from "./viewer";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

interface UserinfoRequest {
	endpoint: string;
	accessToken: string;
	/** The required `sub` of the answer. */
	subject: string;
	fetcher: typeof fetch;
	/** The provider's keys, for an answer that is signed. */
	keys: JWTVerifyGetKey;
	now: Date;
}

/**
 * Fetches a user's current claims, as JSON or as a signed JWT (OpenID Connect Core 5.3.2).
 * @throws {UntrustedAnswer} if the answer has another subject; any other error if there is no usable answer within 10 s.
 */
export async function fetchUserinfo(request: UserinfoRequest): Promise<Claims> {
	const { endpoint, accessToken, subject, fetcher } = request;
	const response = await fetcher(endpoint, {
		headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (!response.ok) throw new Error(`the provider answered userinfo with ${response.status}`);
	const type = response.headers.get("content-type") ?? "";
	const body = await readBody(response.body, MAX_BYTES);
	const answer = /^application\/jwt\b/i.test(type)
		? await claimsIn(body.toString().trim(), request)
		: parseOutsideJson(body, type);
	if (typeof answer !== "object" || answer === null || Array.isArray(answer))
		throw new Error("the provider's userinfo is no object");
	const { sub } = answer as { sub?: unknown };
	// A larger number may have been rounded to that of somebody else.
	if (typeof sub === "number" && !Number.isSafeInteger(sub))
		throw new Error("the provider's userinfo has a subject (sub) that is a number instead of a text");
	if (String(sub) !== subject || !["string", "number"].includes(typeof sub))
		throw new UntrustedAnswer("the provider's userinfo is about somebody else");
	return { ...answer, sub: subject };
}

async function claimsIn(jwt: string, { keys, now }: UserinfoRequest): Promise<unknown> {
	if (jwt.split(".").length !== 3)
		throw new Error(
			"the provider's userinfo is an encrypted JWT: let the provider send JSON or a signed JWT",
		);
	try {
		return (await jwtVerify(jwt, keys, { currentDate: now, clockTolerance: CLOCK_TOLERANCE_SECONDS }))
			.payload;
	} catch (error) {
		throw new Error("the provider's userinfo is a JWT that cannot be verified: let the provider send JSON", {
			cause: error,
		});
	}
}

/**
 * Whether an access token is valid, by Twitch's protocol: `Authorization: OAuth TOKEN`, answered with 401 if it is not.
 * @throws for any other status or no answer within 10 s.
 */
export async function validateToken(
	address: string,
	accessToken: string,
	fetcher: typeof fetch,
): Promise<boolean> {
	const response = await fetcher(address, {
		headers: { Authorization: `OAuth ${accessToken}`, Accept: "application/json" },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	await response.body?.cancel();
	if (response.status === 401) return false;
	if (!response.ok) throw new Error(`the provider answered ${response.status} about a token`);
	return true;
}
