import webPush from "web-push";
import { FetchRefused, safePost } from "~/http/safe-fetch.server";
import { isLanguage, type Language } from "~/i18n/languages";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import { readRetryAfter } from "~/lib/retry-after";
import type { PushKeyPair } from "./keys.server";
import type { Recipient } from "./push.queries.server";

export interface Message {
	/** What it is about, for the log. */
	kind: string;
	/** A message replaces an earlier one with the same tag. */
	tag: string;
	/** Seconds for which the push service keeps it while the device is off. */
	ttl: number;
	path: string;
	body(language: Language): string;
	/** The moment (`performance.now()`) from which it is no longer sent. */
	until?: number;
}

/** `busy`: a later try may succeed. */
export type Attempt =
	| { outcome: "sent" | "gone" | "failed" }
	| { outcome: "busy"; retryAfterMs: number | undefined };

interface Tools {
	config: Pick<Config, "APP_ORIGIN" | "TEST_ORIGIN">;
	keys: PushKeyPair;
	siteName(): string;
	now: () => Date;
	timeoutMs: number;
	/** Aborts every attempt. */
	signal: AbortSignal;
}

/** The status codes by which a push service says that a subscription no longer exists. */
const GONE: readonly number[] = [404, 410];

/** Creates the function that sends a message to a recipient once. It never throws. */
export function createDelivery({ config, keys, siteName, now, timeoutMs, signal }: Tools) {
	const trusted = new Set(config.TEST_ORIGIN ? [config.TEST_ORIGIN] : []);
	const { protocol, origin, hostname } = new URL(config.APP_ORIGIN);
	/** A contact for the push services, which must be an https or mailto URL. */
	const subject = protocol === "https:" ? origin : `mailto:webmaster@${hostname}`;

	function requestFor({ endpoint, p256dh, auth, ...recipient }: Recipient, message: Message) {
		const language = isLanguage(recipient.language) ? recipient.language : "pt";
		const { tag, path } = message;
		const payload = JSON.stringify({ title: siteName(), body: message.body(language), path, tag });
		const vapidDetails = { subject, ...keys };
		const options = { vapidDetails, TTL: message.ttl, contentEncoding: "aes128gcm" as const };
		const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
		return { headers: request.headers, body: request.body as Buffer };
	}

	return async (recipient: Recipient, message: Message): Promise<Attempt> => {
		try {
			const request = requestFor(recipient, message);
			const { status, retryAfter } = await abortWithin(timeoutMs, signal, (signal) =>
				safePost(recipient.endpoint, { ...request, signal, trusted }).catch((error: unknown) => {
					if (error instanceof FetchRefused) throw error;
					return { status: 0, retryAfter: undefined };
				}),
			);
			if (status >= 200 && status < 300) return { outcome: "sent" };
			if (GONE.includes(status)) return { outcome: "gone" };
			if (status !== 0 && status !== 429 && status < 500) return { outcome: "failed" };
			return { outcome: "busy", retryAfterMs: readRetryAfter(retryAfter, now()) };
		} catch {
			// A refused address or a broken key; `push-failed` has the number of failures.
			return { outcome: "failed" };
		}
	};
}
