import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "db/database";
import { transact } from "db/transact";
import pLimit, { type LimitFunction } from "p-limit";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { inBatches } from "~/lib/batches.server";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { noticeText } from "../notice-text.server";
import { type NoticeContent, pathOf } from "../notices";
import { createDelivery, type Message } from "./delivery.server";
import { createFailureCount } from "./failures";
import type { PushKeyPair } from "./keys.server";
import {
	deleteDeadSubscription,
	findHuntRecipientsAfter,
	findOrderRecipients,
	findRemaining,
	type Recipient,
} from "./push.queries.server";
import { retryWait } from "./retries";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info" | "warn" | "error">;
	config: Pick<Config, "APP_ORIGIN" | "SITE_TIMEZONE" | "TEST_ORIGIN">;
	keys: PushKeyPair;
	/** The title of the messages. */
	siteName(): string;
	/** ms until a push service must have answered. */
	timeoutMs?: number;
	/** ms after which a message to all subscribers is no longer sent. */
	broadcastMs?: number;
	/** ms before each further try. */
	retryWaits?: readonly number[];
	/** Waits before a further try. Rejects, or returns early, when the signal is aborted. */
	wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** `waiting`: it is tried again later. */
type Outcome = "sent" | "gone" | "failed" | "waiting";

const TIMEOUT_MS = 5000;
/** Later the hunt is well under way; this bounds the time that slow push services can take. */
const BROADCAST_MS = 10 * 60_000;
const MAX_CONCURRENT = 8;
/** Messages to single viewers, and to all, that may wait. Further ones are dropped: the list has them. */
const MAX_WAITING = 1000;
const MAX_BROADCASTS = 3;
/** Devices that may wait for a further try. Further ones get none. */
const MAX_RETRIES = 1000;
const DAY_SECONDS = 24 * 60 * 60;
const HUNT_SECONDS = 60 * 60;

/**
 * Sends push messages (RFC 8030, encrypted by RFC 8291) in the background. A push service that is busy or does not answer
 * gets two further tries. Nothing is kept over a restart, because the list of notifications is complete without it.
 * Messages to single viewers do not wait for those to all, and neither for further tries.
 */
export function createPushSender(tools: Tools) {
	const { db, now, log, config, keys, timeoutMs = TIMEOUT_MS, broadcastMs = BROADCAST_MS } = tools;
	const { wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }) } = tools;
	const ending = new AbortController();
	// Each request and each wait listens to it; their number is bounded.
	setMaxListeners(0, ending.signal);
	const deliver = createDelivery({ ...tools, timeoutMs, signal: ending.signal });
	const failures = createFailureCount(now);
	const viewers = pLimit(MAX_CONCURRENT);
	const broadcasts = pLimit(1);
	const everybody = pLimit(MAX_CONCURRENT);
	const retries = pLimit(MAX_CONCURRENT);
	const running = new Set<Promise<void>>();
	let retrying = 0;

	/** @param limit of the concurrent requests. @param tries including this one. */
	async function sendToEach(
		recipients: readonly Recipient[],
		message: Message,
		limit?: LimitFunction,
		tries = 1,
	): Promise<Outcome[]> {
		const again: Recipient[] = [];
		let longest = 0;

		async function sendTo(recipient: Recipient): Promise<Outcome> {
			if (ending.signal.aborted || performance.now() > (message.until ?? Number.POSITIVE_INFINITY))
				return "failed";
			const attempt = await deliver(recipient, message);
			if (ending.signal.aborted) return attempt.outcome === "sent" ? "sent" : "failed";
			if (attempt.outcome === "busy") {
				const wait = retryWait(tries, attempt.retryAfterMs, tools.retryWaits);
				if (wait !== undefined && retrying < MAX_RETRIES) {
					retrying += 1;
					longest = Math.max(longest, wait);
					again.push(recipient);
					return "waiting";
				}
			}
			return settle(recipient.id, attempt.outcome);
		}

		const outcomes = await Promise.all(
			recipients.map((one) => (limit ? limit(() => sendTo(one)) : sendTo(one))),
		);
		if (again.length > 0) retryLater(again, message, tries + 1, longest);
		return outcomes;
	}

	/** Deletes a subscription that no longer exists or has failed for long. */
	async function settle(id: string, outcome: "sent" | "gone" | "failed" | "busy"): Promise<Outcome> {
		if (outcome === "sent") {
			failures.sent(id);
			return "sent";
		}
		if (outcome !== "gone" && !failures.failed(id)) return "failed";
		try {
			await transact(db, (trx) => deleteDeadSubscription(trx, id));
			return "gone";
		} catch {
			return "failed";
		}
	}

	function retryLater(recipients: readonly Recipient[], message: Message, tries: number, waitMs: number) {
		runInBackground(message.kind, async () => {
			await wait(waitMs, ending.signal).catch(() => {});
			retrying -= recipients.length;
			if (ending.signal.aborted) return [];
			return sendToEach(await findRemaining(db, recipients), message, retries, tries);
		});
	}

	function report(kind: string, outcomes: readonly Outcome[]) {
		if (outcomes.length === 0) return;
		const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length;
		const [sent, gone, failed, waiting] = (["sent", "gone", "failed", "waiting"] as const).map(count);
		const counts = { kind, sent, gone, failed, waiting };
		if (failed) log.warn({ event: "push-failed", ...counts });
		else log.info({ event: "push-sent", ...counts });
	}

	function runInBackground(kind: string, send: () => Promise<Outcome[]>) {
		const sending = send()
			.then(
				(outcomes) => report(kind, outcomes),
				(error: unknown) => log.error({ event: "push-error", kind, err: error }),
			)
			.finally(() => running.delete(sending));
		running.add(sending);
	}

	/** Runs in the background; drops the message when too many wait. */
	function start(limit: LimitFunction, mostWaiting: number, kind: string, send: () => Promise<Outcome[]>) {
		if (ending.signal.aborted) return;
		if (limit.pendingCount >= mostWaiting) {
			log.warn({ event: "push-dropped", kind });
			return;
		}
		runInBackground(kind, () => limit(send));
	}

	async function sendToEverybody(message: Message & { until: number }): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		const batches = inBatches<Recipient>((last, limit) => findHuntRecipientsAfter(db, last?.id ?? "", limit));
		for await (const recipients of batches) {
			outcomes.push(...(await sendToEach(recipients, message, everybody)));
			if (ending.signal.aborted || performance.now() > message.until) break;
		}
		return outcomes;
	}

	async function idle() {
		while (running.size > 0) await Promise.all(running);
	}

	return {
		/** For `applicationServerKey` in the browser. */
		publicKey: keys.publicKey,

		/** Sends a decision on an order to the viewer's devices that want it; other notices are not sent. */
		noticeAdded(userId: string, notice: NoticeContent) {
			if (notice.kind !== "order-approved" && notice.kind !== "order-cancelled") return;
			const message: Message = {
				kind: notice.kind,
				tag: `order-${notice.data.orderId}`,
				ttl: DAY_SECONDS,
				path: pathOf(notice),
				body: (language) => noticeText(notice, language, config.SITE_TIMEZONE).text,
			};
			start(viewers, MAX_WAITING, notice.kind, async () => {
				if (ending.signal.aborted) return [];
				return sendToEach(await findOrderRecipients(db, userId), message);
			});
		},

		/** Sends the start of a hunt to all devices that want it. */
		/** Sends a push message about a hunt that has begun. */
		huntStarted(title: string) {
			const message = {
				kind: "hunt-started",
				tag: "hunt",
				ttl: HUNT_SECONDS,
				path: "/bonus-hunt",
				body: (language: Language) => i18nIn(language).t("notifications.texts.huntStarted", { title }),
			};
			start(broadcasts, MAX_BROADCASTS, message.kind, () =>
				sendToEverybody({ ...message, until: performance.now() + broadcastMs }),
			);
		},

		/** Aborts what is being sent and drops what waits. */
		async end() {
			ending.abort();
			await idle();
		},

		/** Resolves when nothing is being sent, for tests. */
		idle,
	};
}

declare module "~/lib/site" {
	interface Site {
		/** Sends a push message about a hunt that has begun. */
		huntStarted: (title: string) => void;
	}
}
