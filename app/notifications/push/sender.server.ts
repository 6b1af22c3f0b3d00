import type { Db } from "db/database";
import pLimit from "p-limit";
import webPush from "web-push";
import { safePost } from "~/http/safe-fetch.server";
import { i18nIn } from "~/i18n/i18next.server";
import { isLanguage, type Language } from "~/i18n/languages";
import { abortWithin } from "~/lib/abort-within.server";
import { inBatches } from "~/lib/batches.server";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { noticeText } from "../notice-text.server";
import { type NoticeContent, pathOf } from "../notices";
import type { PushKeyPair } from "./keys.server";
import {
	deleteDeadSubscription,
	findHuntRecipientsAfter,
	findOrderRecipients,
	type Recipient,
} from "./push.queries.server";

interface Tools {
	db: Db;
	log: Pick<Log, "info" | "warn" | "error">;
	config: Pick<Config, "APP_ORIGIN" | "SITE_TIMEZONE" | "PUSH_TEST_ORIGIN">;
	keys: PushKeyPair;
	/** The title of the messages. */
	siteName(): string;
	/** ms until a push service must have answered. */
	timeoutMs?: number;
	/** ms after which a message to all subscribers is no longer sent. */
	broadcastMs?: number;
}

interface Message {
	/** A message replaces an earlier one with the same tag. */
	tag: string;
	/** Seconds for which the push service keeps it while the device is off. */
	ttl: number;
	path: string;
	body(language: Language): string;
}

type Outcome = "sent" | "gone" | "failed";

const TIMEOUT_MS = 5000;
/** Later the hunt is well under way; this bounds the time that slow push services can take. */
const BROADCAST_MS = 10 * 60_000;
const MAX_CONCURRENT = 8;
/** Messages to single viewers, and to all, that may wait. Further ones are dropped: the list has them. */
const MAX_WAITING = 1000;
const MAX_BROADCASTS = 3;
const DAY_SECONDS = 24 * 60 * 60;
const HUNT_SECONDS = 60 * 60;
/** The status codes by which a push service says that a subscription no longer exists. */
const GONE: readonly number[] = [404, 410];

/**
 * Sends push messages (RFC 8030, encrypted by RFC 8291) in the background. Nothing is repeated or kept over a restart,
 * because the list of notifications is complete without it. Messages to single viewers do not wait for those to all.
 */
export function createPushSender(tools: Tools) {
	const { db, log, config, keys, timeoutMs = TIMEOUT_MS, broadcastMs = BROADCAST_MS } = tools;
	const trusted = new Set(config.PUSH_TEST_ORIGIN ? [config.PUSH_TEST_ORIGIN] : []);
	const { protocol, origin, hostname } = new URL(config.APP_ORIGIN);
	/** A contact for the push services, which must be an https or mailto URL. */
	const subject = protocol === "https:" ? origin : `mailto:webmaster@${hostname}`;
	const ending = new AbortController();
	const viewers = pLimit(MAX_CONCURRENT);
	const broadcasts = pLimit(1);
	const everybody = pLimit(MAX_CONCURRENT);
	const running = new Set<Promise<void>>();

	async function sendTo(recipient: Recipient, message: Message): Promise<Outcome> {
		try {
			const { endpoint, p256dh, auth } = recipient;
			const language = isLanguage(recipient.language) ? recipient.language : "pt";
			const { tag, path } = message;
			const payload = JSON.stringify({ title: tools.siteName(), body: message.body(language), path, tag });
			const vapidDetails = { subject, ...keys };
			const subscription = { endpoint, keys: { p256dh, auth } };
			const options = { vapidDetails, TTL: message.ttl, contentEncoding: "aes128gcm" as const };
			const request = webPush.generateRequestDetails(subscription, payload, options);
			const { headers } = request;
			const status = await abortWithin(timeoutMs, ending.signal, (signal) =>
				safePost(endpoint, { headers, body: request.body as Buffer, signal, trusted }),
			);
			if (status >= 200 && status < 300) return "sent";
			if (!GONE.includes(status)) return "failed";
			await deleteDeadSubscription(db, recipient.id);
			return "gone";
		} catch {
			// A refused address, a broken key or an unreachable push service; `push-sent` has the number of failures.
			return "failed";
		}
	}

	function report(kind: string, outcomes: readonly Outcome[]) {
		if (outcomes.length === 0) return;
		const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length;
		const counts = { kind, sent: count("sent"), gone: count("gone"), failed: count("failed") };
		if (counts.failed > 0) log.warn({ event: "push-failed", ...counts });
		else log.info({ event: "push-sent", ...counts });
	}

	/** Runs in the background; drops the message when too many wait. */
	function start(limit: typeof viewers, mostWaiting: number, kind: string, send: () => Promise<Outcome[]>) {
		if (ending.signal.aborted) return;
		if (limit.pendingCount >= mostWaiting) {
			log.warn({ event: "push-dropped", kind });
			return;
		}
		const sending = limit(send)
			.then(
				(outcomes) => report(kind, outcomes),
				(error: unknown) => log.error({ event: "push-error", kind, err: error }),
			)
			.finally(() => running.delete(sending));
		running.add(sending);
	}

	async function sendToEverybody(message: Message): Promise<Outcome[]> {
		const until = performance.now() + broadcastMs;
		const isOver = () => ending.signal.aborted || performance.now() > until;
		const outcomes: Outcome[] = [];
		const batches = inBatches<Recipient>((last, limit) => findHuntRecipientsAfter(db, last?.id ?? "", limit));
		for await (const recipients of batches) {
			const send = async (recipient: Recipient): Promise<Outcome> => {
				return isOver() ? "failed" : sendTo(recipient, message);
			};
			outcomes.push(...(await Promise.all(recipients.map((one) => everybody(send, one)))));
			if (isOver()) break;
		}
		return outcomes;
	}

	return {
		/** For `applicationServerKey` in the browser. */
		publicKey: keys.publicKey,

		/** Sends a decision on an order to the viewer's devices that want it; other notices are not sent. */
		noticeAdded(userId: string, notice: NoticeContent) {
			if (notice.kind !== "order-approved" && notice.kind !== "order-cancelled") return;
			const message: Message = {
				tag: `order-${notice.data.orderId}`,
				ttl: DAY_SECONDS,
				path: pathOf(notice),
				body: (language) => noticeText(notice, language, config.SITE_TIMEZONE).text,
			};
			start(viewers, MAX_WAITING, notice.kind, async () => {
				if (ending.signal.aborted) return [];
				const recipients = await findOrderRecipients(db, userId);
				return Promise.all(recipients.map((one) => sendTo(one, message)));
			});
		},

		/** Sends the start of a hunt to all devices that want it. */
		huntStarted(title: string) {
			const message: Message = {
				tag: "hunt",
				ttl: HUNT_SECONDS,
				path: "/bonus-hunt",
				body: (language) => i18nIn(language).t("notifications.texts.huntStarted", { title }),
			};
			start(broadcasts, MAX_BROADCASTS, "hunt-started", () => sendToEverybody(message));
		},

		/** Aborts what is being sent and drops what waits. */
		async end() {
			ending.abort();
			await Promise.all(running);
		},

		/** Resolves when nothing is being sent, for tests. */
		idle: () => Promise.all(running),
	};
}
