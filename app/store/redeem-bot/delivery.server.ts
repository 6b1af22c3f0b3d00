import { abortWithin } from "~/lib/abort-within.server";
import { readRetryAfter } from "./retries";
import { signatureHeaders } from "./signature.server";

/** Why a try failed; stored with the message, for an admin to read. */
export type Fault = "unreachable" | "timeout" | "redirect" | `status ${number}`;

export type Outcome =
	| { delivered: true }
	| {
			delivered: false;
			fault: Fault;
			/** What the bot asked for, in ms. */
			retryAfterMs?: number | undefined;
			/** Of the system, such as ECONNREFUSED. */
			detail?: unknown;
	  };

interface Bot {
	url: string;
	secret: string | undefined;
	/** How long the head of an answer may take. */
	timeoutMs: number;
}

/**
 * Posts a message once. Only the answer's status counts: its body is not read, so that it may be endless,
 * and a redirect is not followed, since nobody set up the address that it names.
 * @returns undefined when `signal` ended the try.
 */
export async function deliver(
	{ url, secret, timeoutMs }: Bot,
	message: { id: string; body: string },
	at: Date,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	const headers = { "content-type": "application/json", "user-agent": "Plateia" };
	try {
		const response = await abortWithin(timeoutMs, signal, (inTime) =>
			fetch(url, {
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
		// Fetch hides what happened behind "fetch failed". Its message may hold the address, which may be secret.
		const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
		return { delivered: false, fault: "unreachable", detail: cause?.code };
	}
}

function outcomeOf({ ok, status, headers }: Response, at: Date): Outcome {
	if (ok) return { delivered: true };
	if (status >= 300 && status < 400) return { delivered: false, fault: "redirect" };
	const retryAfterMs = readRetryAfter(headers.get("retry-after"), at);
	return { delivered: false, fault: `status ${status}`, retryAfterMs };
}
