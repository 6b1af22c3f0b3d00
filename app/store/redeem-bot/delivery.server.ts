import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import type { Failure } from "~/jobs/job";
import { abortWithin } from "~/lib/abort-within.server";
import { readRetryAfter } from "~/lib/retry-after";
import type { Site } from "~/lib/site";
import { bodyOf, type Redemption } from "./message";
import { signatureHeaders } from "./signature.server";

/** Why an attempt failed; stored with the message for admins. */
export type Fault = "unreachable" | "private" | "timeout" | "redirect" | `status ${number}`;

export type BotSite = Pick<Site, "config" | "fetchers">;

const TIMEOUT_MS = 10_000;
const GONE = 410;

interface Message {
	url: string;
	/** JSON. */
	body: string;
	/** Those that identify and sign it. */
	headers?: Record<string, string>;
}

/**
 * Posts a redemption once, with address, format and signature of the current settings.
 * @param id of the message, the same in each attempt.
 * @param attempt `at` is for the signature; rejects if `signal` is aborted.
 * @returns why the bot did not accept it; undefined if it did.
 */
export async function deliver(
	{ config, fetchers }: BotSite,
	{ id, redemption }: { id: string; redemption: Redemption },
	{ at, signal }: { at: Date; signal: AbortSignal },
	timeoutMs = TIMEOUT_MS,
): Promise<(Failure & { fault: Fault }) | undefined> {
	const { REDEEM_BOT_URL: url = "", REDEEM_BOT_SECRET, REDEEM_BOT_PREVIOUS_SECRET } = config;
	const body = bodyOf(redemption, config);
	const secrets = [REDEEM_BOT_SECRET ?? [], REDEEM_BOT_PREVIOUS_SECRET ?? []].flat();
	const headers = signatureHeaders(secrets, { id, body }, at);
	return postMessage(fetchers.bot, { url, body, headers }, { at, signal }, timeoutMs);
}

/**
 * Posts a message once. Only the status and headers of the response count: the body is not read, because it may be endless, and
 * redirects are refused, because the settings name only the first address.
 * @returns why it was not accepted; undefined if it was.
 */
export async function postMessage(
	fetcher: OutgoingFetch,
	{ url, body, headers }: Message,
	{ at, signal }: { at: Date; signal: AbortSignal },
	timeoutMs = TIMEOUT_MS,
): Promise<(Failure & { fault: Fault }) | undefined> {
	const common = { "content-type": "application/json", "user-agent": "Plateia" };
	try {
		const response = await abortWithin(timeoutMs, signal, (inTime) =>
			fetcher(url, {
				...{ method: "POST", redirect: "manual", headers: { ...common, ...headers }, body },
				signal: inTime,
			}),
		);
		response.body?.cancel().catch(() => {});
		return failureOf(response, at);
	} catch (error) {
		if (signal.aborted) throw error;
		if (error instanceof DOMException && error.name === "TimeoutError") return { fault: "timeout" };
		// The cause has the code of the failure; the message of the error may hold the address, which may be
		// secret.
		const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
		if (cause instanceof FetchRefused) return { fault: "private", detail: cause.message };
		return { fault: "unreachable", detail: cause?.code };
	}
}

function failureOf({ ok, status, headers }: Response, at: Date) {
	if (ok) return undefined;
	if (status >= 300 && status < 400) return { fault: "redirect" as const };
	const retryAfterMs = readRetryAfter(
		headers.get("retry-after") ?? headers.get("x-ratelimit-reset-after"),
		at,
	);
	return { fault: `status ${status}` as const, retryAfterMs, isFinal: status === GONE };
}
