import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import { readRetryAfter } from "~/lib/retry-after";
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
			/** The system's error code, such as ECONNREFUSED. */
			detail?: unknown;
	  };

interface Bot {
	url: string;
	secret: string | undefined;
	/** ms until the head of the response must have arrived. */
	timeoutMs: number;
	fetcher: OutgoingFetch;
}

/**
 * Posts a message once. Only the response's status counts: the body is not read, because it may be endless, and
 * redirects are refused, because the settings name only the first address. Failures are returned, not thrown.
 * @param at the time of the attempt, for the signature.
 * @returns undefined when `signal` aborted the attempt.
 */
export async function deliver(
	{ url, secret, timeoutMs, fetcher }: Bot,
	message: { id: string; body: string },
	at: Date,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	const headers = { "content-type": "application/json", "user-agent": "Plateia" };
	try {
		const response = await abortWithin(timeoutMs, signal, (inTime) =>
			fetcher(url, {
				method: "POST",
				headers: { ...headers, ...signatureHeaders(secret, message, at) },
				body: message.body,
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
	return { delivered: false, fault: `status ${status}`, retryAfterMs };
}
