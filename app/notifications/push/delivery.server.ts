import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import { i18nIn } from "~/i18n/i18next.server";
import { isLanguage, type Language } from "~/i18n/languages";
import type { Failure } from "~/jobs/job";
import { abortWithin } from "~/lib/abort-within.server";
import { readRetryAfter } from "~/lib/retry-after";
import type { Site } from "~/lib/site";
import { noticeText } from "../notice-text.server";
import { type NoticeContent, pathOf } from "../notices";
import { createFailureCount } from "./failures";
import type { PushKeyPair } from "./keys.server";
import type { Recipient } from "./push.queries.server";

/** What is sent to devices. Other notices are only in the viewer's list. */
export type PushContent =
	| Extract<NoticeContent, { kind: "order-approved" | "order-cancelled" }>
	| { kind: "hunt-started"; data: { title: string } }
	| { kind: "stream-started" };

/** `gone`: the subscription no longer exists. */
type Outcome = "sent" | "gone" | Failure;

declare module "~/lib/site" {
	interface Site {
		push: ReturnType<typeof createPush>;
	}
}

const TIMEOUT_MS = 5000;
/** A push service that demands a longer pause gets no further attempt. */
const MAX_PAUSE_MS = 5 * 60_000;
const DAY_SECONDS = 24 * 60 * 60;
const START_SECONDS = 60 * 60;
/** The status codes by which a push service says that a subscription no longer exists. */
const GONE: readonly number[] = [404, 410];

interface Message {
	/** A message replaces an earlier one with the same tag. */
	tag: string;
	/** Seconds for which the push service keeps it while the device is off. */
	ttl: number;
	path: string;
	body: string;
}

function messageOf(content: PushContent, language: Language, timeZone: string): Message {
	if (content.kind === "hunt-started") {
		const body = i18nIn(language).t("notifications.texts.huntStarted", content.data);
		return { tag: "hunt", ttl: START_SECONDS, path: "/bonus-hunt", body };
	}
	if (content.kind === "stream-started") {
		const body = i18nIn(language).t("notifications.texts.streamStarted");
		return { tag: "stream", ttl: START_SECONDS, path: "/", body };
	}
	const { text: body } = noticeText(content, language, timeZone);
	return { tag: `order-${content.data.orderId}`, ttl: DAY_SECONDS, path: pathOf(content), body };
}

/** Creates the client of the push services (RFC 8030, encrypted by RFC 8291). */
export function createPush(
	{ config, now }: Pick<Site, "config" | "now">,
	{ keys, siteName }: { keys: PushKeyPair; siteName(): string },
) {
	const trusted = new Set(config.TEST_ORIGIN ? [config.TEST_ORIGIN] : []);
	const fetcher = createOutgoingFetch(trusted);
	const { protocol, origin, hostname } = new URL(config.APP_ORIGIN);
	/** A contact for the push services, which must be an https or mailto URL. */
	const subject = protocol === "https:" ? origin : `mailto:webmaster@${hostname}`;

	async function requestFor({ endpoint, p256dh, auth, ...recipient }: Recipient, content: PushContent) {
		const language = isLanguage(recipient.language) ? recipient.language : "pt";
		const { ttl, ...message } = messageOf(content, language, config.SITE_TIMEZONE);
		const payload = JSON.stringify({ title: siteName(), ...message });
		const options = {
			...{ vapidDetails: { subject, ...keys }, TTL: ttl },
			contentEncoding: "aes128gcm" as const,
		};
		// Loaded on demand: it takes about 10 MB.
		const { default: webPush } = await import("web-push");
		const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
		// A fetch states the length itself, and refuses two.
		const { "Content-Length": _, ...headers } = request.headers as Record<string, string>;
		const body = request.body as Buffer<ArrayBuffer>;
		return { method: "POST", redirect: "manual", headers, body } as const;
	}

	return {
		/** For `applicationServerKey` in the browser. */
		publicKey: keys.publicKey,
		failures: createFailureCount(now),
		/** Sends a message to a recipient once. Rejects only if `signal` is aborted. */
		async deliver(
			recipient: Recipient,
			content: PushContent,
			signal: AbortSignal,
			timeoutMs = TIMEOUT_MS,
		): Promise<Outcome> {
			try {
				const request = await requestFor(recipient, content);
				const { endpoint } = recipient;
				const isTrusted = trusted.has(endpoint.split("/", 3).join("/"));
				if (!isTrusted && !/^https:/i.test(endpoint)) throw new FetchRefused("not an https address");
				const { status, headers } = await abortWithin(timeoutMs, signal, (signal) =>
					fetcher(endpoint, { ...request, signal }),
				);
				if (status >= 200 && status < 300) return "sent";
				if (GONE.includes(status)) return "gone";
				const retryAfterMs = readRetryAfter(headers.get("retry-after"), now());
				const isBusy = (status === 429 || status >= 500) && (retryAfterMs ?? 0) <= MAX_PAUSE_MS;
				return { fault: `status ${status}`, retryAfterMs, isFinal: !isBusy };
			} catch (error) {
				if (signal.aborted) throw error;
				const { cause = error } = error as { cause?: unknown };
				return { fault: "unreachable", isFinal: cause instanceof FetchRefused };
			}
		},
	};
}
