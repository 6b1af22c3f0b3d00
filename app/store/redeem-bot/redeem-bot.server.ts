import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "db/database";
import type { Bus } from "db/engine";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { i18nIn } from "~/i18n/i18next.server";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import { startWorker } from "~/lib/worker.server";
import { inAllProcesses } from "~/live/all-processes.server";
import type { Log } from "~/observability/log.server";
import { type Bot, deliver, type Outcome } from "./delivery.server";
import {
	type DueMessage,
	findDueMessages,
	findNextTryAt,
	markDelivered,
	markFailed,
	resetFailedMessages,
	resetMessage,
} from "./outbox.queries.server";
import { retryDelay } from "./retries";

/** The settings are read at each attempt, because admins change them while the site runs. */
interface Tools extends Bot {
	db: Db;
	log: Pick<Log, "info" | "warn" | "error">;
	now: () => Date;
	/** Updates the counts of what waits for an admin: called when a message is given up or sent again. */
	adminCountsChanged?(): void;
	/** Whether this process leads. Only the leader sends messages. */
	leads?(): boolean;
	bus?: Bus;
	/** Monotonic clock in ms. */
	elapsed?: () => number;
	/** ms before each further attempt. */
	waits?: readonly number[];
	/** ms that the end waits for attempts in progress. */
	graceMs?: number;
}

export interface RedeemBot {
	/** Whether a bot is configured. */
	readonly isOn: boolean;
	/** Reads the outbox immediately, in the background. Call it after a commit that wrote a message. */
	wake(): void;
	/**
	 * Makes an order's message due again, with all attempts, and writes the change log. Resolves before the message is
	 * sent; a pause that the bot demands holds.
	 * @throws {DomainError} `botOff`, `orderGone` for an order without a message.
	 */
	resend(adminId: string, orderId: string): Promise<void>;
	/**
	 * The same for all messages that were given up or wait after a failed attempt.
	 * @throws {DomainError} `botOff`.
	 */
	resendFailed(adminId: string): Promise<void>;
	/**
	 * Starts no new attempts and waits up to 1 s for those in progress; aborted ones are repeated after the next
	 * start.
	 */
	end(): Promise<void>;
}

/** Number of concurrent attempts, so that a slow one does not block the others. */
const MAX_CONCURRENT = 4;
/** ms until the next read after a database failure; also notices changes of the wall clock. */
const POLL_MS = 30_000;
/** Maximum pause in ms for all messages that one response can cause. */
const MAX_PAUSE_MS = 15 * 60_000;
const GRACE_MS = 1000;

/**
 * Starts the loop that sends the outbox's messages to the redeem bot, at most 4 at a time: each at least once, always
 * with the same id, in the form of the current settings, with retries by `WAITS_MS` until a success status or 410. Without
 * an address in the settings, messages wait.
 */
export function createRedeemBot(tools: Tools): RedeemBot {
	const { db, config, log, now, graceMs = GRACE_MS, waits } = tools;
	const { elapsed = () => performance.now(), leads = () => true } = tools;

	const underWay = new Map<string, Promise<void>>();
	/** Outcomes that could not be stored; they are stored before their message is sent again. */
	const unstored = new Map<string, Outcome>();
	const cutting = new AbortController();
	/** The pause that the bot demands. It ends when the settings get another address. */
	let pause = { url: config.REDEEM_BOT_URL, until: elapsed() };

	function pauseFor(ms: number) {
		const url = config.REDEEM_BOT_URL;
		const before = pause.url === url ? pause.until : 0;
		pause = { url, until: Math.max(before, elapsed() + ms) };
	}

	/**
	 * Starts due attempts.
	 * @returns ms until there may be more to do; infinite while only the end of an attempt or `wake` can change that.
	 */
	async function startWhatIsDue(): Promise<number> {
		if (config.REDEEM_BOT_URL === undefined || !leads()) return Number.POSITIVE_INFINITY;
		const time = now();
		if (pause.url === config.REDEEM_BOT_URL && elapsed() < pause.until) return pause.until - elapsed();
		const free = MAX_CONCURRENT - underWay.size;
		if (free === 0) return Number.POSITIVE_INFINITY;
		const due = await findDueMessages(db, time.toISOString(), free, [...underWay.keys()]);
		for (const message of due) {
			const sending = send(message).finally(() => {
				underWay.delete(message.id);
				worker.wake();
			});
			underWay.set(message.id, sending);
		}
		if (due.length === free) return Number.POSITIVE_INFINITY;
		const next = await findNextTryAt(db, [...underWay.keys()]);
		return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - now().getTime());
	}

	async function send(message: DueMessage) {
		const since = performance.now();
		const { id, order_id: orderId, item_name: item, created_at } = message;
		const username = message.twitch_username ?? i18nIn(DEFAULT_LANGUAGE).t("shell.anonymous");
		const redemption = { orderId, username, item, at: new Date(created_at) };
		const outcome = unstored.get(id) ?? (await deliver(tools, id, redemption, now(), cutting.signal));
		if (!outcome) return;
		const ms = Math.round(performance.now() - since);
		try {
			await note(message, outcome, ms);
			unstored.delete(id);
		} catch (error) {
			unstored.set(id, outcome);
			pauseFor(POLL_MS);
			log.error({ event: "redeem-message-unstored", messageId: id, err: error });
		}
	}

	async function note({ id, order_id, tries: before }: DueMessage, outcome: Outcome, ms: number) {
		const tries = before + 1;
		const about = { messageId: id, orderId: order_id, tries, ms };
		const at = now();
		if (outcome.delivered) {
			await transact(db, (trx) => markDelivered(trx, id, tries, at.toISOString()));
			log.info({ event: "redeem-message-delivered", ...about });
			return;
		}
		const { fault, detail, retryAfterMs, isFinal } = outcome;
		if (retryAfterMs !== undefined) pauseFor(Math.min(retryAfterMs, MAX_PAUSE_MS));
		const wait = isFinal ? undefined : retryDelay(tries, retryAfterMs, Math.random(), waits);
		const nextTryAt = wait === undefined ? undefined : new Date(at.getTime() + wait).toISOString();
		await transact(db, (trx) => markFailed(trx, id, { tries, fault, nextTryAt }));
		const failure = { ...about, fault, detail };
		if (nextTryAt) log.warn({ event: "redeem-message-failed", ...failure, nextTryAt });
		else log.error({ event: "redeem-message-given-up", ...failure });
		if (!nextTryAt) tools.adminCountsChanged?.();
	}

	const worker = startWorker({
		step: startWhatIsDue,
		pollMs: POLL_MS,
		onError: (error) => log.error({ event: "redeem-outbox-unread", err: error }),
	});

	const wake = tools.bus ? inAllProcesses(tools.bus, "redeem-bot", worker.wake) : worker.wake;

	return {
		get isOn() {
			return config.REDEEM_BOT_URL !== undefined;
		},
		wake,
		async resend(adminId, orderId) {
			if (config.REDEEM_BOT_URL === undefined) throw new DomainError("botOff");
			const at = now();
			const messageId = await transact(db, async (trx) => {
				const message = await resetMessage(trx, orderId, at.toISOString());
				if (!message) throw new DomainError("orderGone");
				await recordChange(trx, {
					actor: adminId,
					action: "order.resend",
					subject: orderId,
					subjectName: message.item_name ?? "",
					at,
				});
				return message.id;
			});
			unstored.delete(messageId);
			log.info({ event: "redeem-message-put-back", orderId, messageId });
			tools.adminCountsChanged?.();
			wake();
		},
		async resendFailed(adminId) {
			if (config.REDEEM_BOT_URL === undefined) throw new DomainError("botOff");
			const at = now();
			const messages = await transact(db, async (trx) => {
				const messages = await resetFailedMessages(trx, at.toISOString());
				const change = { action: "order.resendFailed", subject: "", subjectName: "", after: { messages } };
				if (messages > 0) await recordChange(trx, { ...change, actor: adminId, at });
				return messages;
			});
			log.info({ event: "redeem-messages-put-back", messages });
			tools.adminCountsChanged?.();
			wake();
		},
		async end() {
			await worker.end();
			const sending = Promise.all(underWay.values());
			await Promise.race([sending, sleep(graceMs, undefined, { ref: false })]);
			cutting.abort();
			await sending;
		},
	};
}

declare module "~/lib/site" {
	interface Site {
		redeemBot: Pick<RedeemBot, "wake">;
	}
}
