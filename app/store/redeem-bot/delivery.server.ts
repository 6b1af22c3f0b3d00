import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import { readRetryAfter } from "~/lib/retry-after";
import { bodyOf, type Redemption } from "./message";
import { signatureHeaders } from "./signature.server";

/** Why an attempt failed; stored with the message for admins. */
export type Fault = "unreachable" | "private" | "timeout" | "redirect" | `status ${number}`;

export type Outcome =
	| { delivered: true }
	| {
			delivered: false;
			fault: Fault;
			/** The pause in ms that the bot demands. */
			retryAfterMs?: number | undefined;
			/** The bot refuses further attempts. */
			isFinal?: boolean;
			/** The system's error code, such as ECONNREFUSED. */
			detail?: unknown;
	  };

export interface Bot {
	config: Pick<
		Config,
		"REDEEM_BOT_URL" | "REDEEM_BOT_FORMAT" | "REDEEM_BOT_SECRET" | "REDEEM_BOT_PREVIOUS_SECRET"
	>;
	fetcher: OutgoingFetch;
	/** ms until the head of the response must have arrived. */
	timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;
const GONE = 410;

/**
 * Posts a redemption once, with address, format and signature of the current settings. Only the response's status counts: the body is not read, because it may be endless, and
 * redirects are refused, because the settings name only the first address. Failures are returned, not thrown.
 * @param at the time of the attempt, for the signature.
 * @param id of the message, the same in each attempt.
 * @returns undefined without an address in the settings, or when `signal` aborted the attempt.
 */
export async function deliver(
	{ config, fetcher, timeoutMs = TIMEOUT_MS }: Bot,
	id: string,
	redemption: Redemption,
	at: Date,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	const { REDEEM_BOT_URL: url, REDEEM_BOT_SECRET, REDEEM_BOT_PREVIOUS_SECRET } = config;
	if (url === undefined) return undefined;
	const body = bodyOf(redemption, config);
	const secrets = [REDEEM_BOT_SECRET ?? [], REDEEM_BOT_PREVIOUS_SECRET ?? []].flat();
	const headers = { "content-type": "application/json", "user-agent": "Plateia" };
	try {
		const response = await abortWithin(timeoutMs, signal, (inTime) =>
			fetcher(url, {
				method: "POST",
				headers: { ...headers, ...signatureHeaders(secrets, { id, body }, at) },
				body,
				redirect: "manual",
				signal: inTime,
			}),
		);
		response.body?.cancel().catch(() => {});
		return outcomeOf(response, at);
	} catch (error) {
		if (signal.aborted) return undefined;
		if (error instanceof DOMException && error.name === "TimeoutError")
			return { delivered: false, fault: "timeout" };
		// The cause has the code of the failure; the message of the error may hold the address, which may be
		// secret.
		const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
		if (cause instanceof FetchRefused) return { delivered: false, fault: "private", detail: cause.message };
		return { delivered: false, fault: "unreachable", detail: cause?.code };
	}
}

function outcomeOf({ ok, status, headers }: Response, at: Date): Outcome {
	if (ok) return { delivered: true };
	if (status >= 300 && status < 400) return { delivered: false, fault: "redirect" };
	const retryAfterMs = readRetryAfter(headers.get("retry-after"), at);
	return { delivered: false, fault: `status ${status}`, retryAfterMs, isFinal: status === GONE };
}
