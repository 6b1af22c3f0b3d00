import { UntrustedAnswer } from "./id-token.server";
import type { Claims } from "./viewer";

const TIMEOUT_MS = 10_000;

interface UserinfoRequest {
	endpoint: string;
	accessToken: string;
	/** The required `sub` of the answer. */
	subject: string;
	fetcher: typeof fetch;
}

/**
 * Fetches a user's current claims.
 * @throws {UntrustedAnswer} if the answer has another subject; any other error if there is no answer within 10 s.
 */
export async function fetchUserinfo({
	endpoint,
	accessToken,
	subject,
	fetcher,
}: UserinfoRequest): Promise<Claims> {
	const response = await fetcher(endpoint, {
		headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (!response.ok) throw new Error(`the provider answered userinfo with ${response.status}`);
	const userinfo = (await response.json()) as Claims;
	if (userinfo.sub !== subject) throw new UntrustedAnswer("the provider's userinfo is about somebody else");
	return userinfo;
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
