import { UntrustedAnswer } from "./id-token.server";
import type { Claims } from "./viewer";

const TIMEOUT_MS = 10_000;

interface Question {
	endpoint: string;
	accessToken: string;
	/** Whom the answer must be about. */
	subject: string;
	fetcher: typeof fetch;
}

/** What the provider says of a person now. @throws when it does not answer, or answers about somebody else. */
export async function askUserinfo({ endpoint, accessToken, subject, fetcher }: Question): Promise<Claims> {
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
 * Asks whether an access token still holds, as Twitch wants it done (`OAuth TOKEN`, 401 for no).
 * @throws when the answer is neither.
 */
export async function askWhetherValid(
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
