import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { dateIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import type { NoticeContent } from "~/notifications/notices";
import { type AnnounceNotices, addPointsNotice } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { findCredited } from "../credit.queries.server";
import { creditEarning } from "../credit.server";
import { type EarningRules, holdMsOf, isIgnored, rulesOn } from "../rules/rules";
import { earningOf, streamEventIn } from "../rules/sources";
import {
	type EventRow,
	findDueEvents,
	findEvent,
	findNextDue,
	hasOtherAnnouncement,
	hasSameEvent,
	insertEvent,
	isPayable,
	updateEvent,
} from "./events.queries.server";
import type { ForgottenEvents } from "./forgotten.server";
import { findUserOf } from "./people.queries.server";
import { PLATFORMS, type PlatformEvent, type PlatformId } from "./platform-event";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
	now: () => Date;
	log: Pick<Log, "info" | "warn" | "error">;
	forgotten: Pick<ForgottenEvents, "has">;
	/** The rules that applied at an instant. */
	rulesAt(at: Date): EarningRules;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
	/** Updates the counts of what waits for an admin. */
	adminCountsChanged(): void;
	/** Called when there is an event to handle. */
	wake(): void;
}

/** Events that share a commit. */
const AT_ONCE = 32;
/** ms before each further attempt to handle an event. */
const WAITS_MS = [1000, 10_000, 60_000, 600_000, 3_600_000, 6 * 3_600_000];
/** Maximum length of what is stored about a failure. */
const FAULT_LENGTH = 500;

/** The result of a handled event. */
interface Credit {
	userId: string;
	/** The new notice; undefined if the points were added to an existing one. */
	added: NoticeContent | undefined;
}

/** The result of a failed attempt to handle an event. */
interface Postponed {
	platform: string;
	kind: string;
	tries: number;
	isGivenUp: boolean;
}

/**
 * Creates the inbox of events: it stores each event of the platforms once, and credits it in the background by the rules
 * of the event's own time. The state "handled" and the ledger entry are written in one transaction.
 */
export function createInbox(tools: Tools) {
	const { db, now, log } = tools;

	/** Handles events that are due. @returns ms until there may be more, as a step of a worker. */
	async function handleDue(): Promise<number> {
		const due = await findDueEvents(db, now().toISOString(), AT_ONCE);
		if (due.length === 0) {
			const next = await findNextDue(db);
			return next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next) - now().getTime();
		}
		const idsOf = new Map<string, number[]>();
		for (const { id, user_id } of due) {
			const owner = user_id ?? `event:${id}`;
			idsOf.set(owner, [...(idsOf.get(owner) ?? []), id]);
		}
		// The events of different users are started together: they may share a commit.
		const credits = await Promise.all([...idsOf.values()].map(attemptInOrder));
		announce(credits.flat());
		return 0;
	}

	/** Handles events of one user, whose credits depend on earlier ones. */
	async function attemptInOrder(ids: readonly number[]): Promise<Credit[]> {
		const credits: Credit[] = [];
		for (const id of ids) {
			const credit = await attempt(id);
			if (credit) credits.push(credit);
		}
		return credits;
	}

	async function attempt(id: number): Promise<Credit | undefined> {
		try {
			return await transact(db, (trx) => handleEvent(trx, id, tools));
		} catch (error) {
			// If the storage has failed, this fails too: the step ends, and no attempt is counted.
			const postponed = await transact(db, (trx) => postpone(trx, id, error, now()));
			if (postponed) report(postponed, { eventId: id, err: error });
			return undefined;
		}
	}

	function report({ isGivenUp, ...event }: Postponed, failure: { eventId: number; err: unknown }) {
		const about = { ...failure, ...event };
		if (!isGivenUp) return log.warn({ event: "platform-event-postponed", ...about });
		log.error({ event: "platform-event-given-up", ...about });
		tools.adminCountsChanged();
	}

	function announce(credits: readonly Credit[]) {
		for (const userId of new Set(credits.map((credit) => credit.userId))) tools.announceBalance(userId);
		for (const { userId, added } of credits) tools.announceNotices(userId, added);
	}

	return {
		/**
		 * Stores an event unless it is already stored or was forgotten by an erasure; it is handled in the background.
		 * @returns whether it is new.
		 */
		async receive(event: PlatformEvent): Promise<boolean> {
			const isNew = await transact(db, (trx) => storeEvent(trx, event, now(), tools));
			if (isNew) tools.wake();
			return isNew;
		},
		handleDue,
	};
}

/**
 * Stores an event once, also if it arrives in several messages. An event that its platform announces before it is certain is
 * held for a time; another announcement within this time is kept, but is not paid unless an admin releases it.
 * @returns whether it is new.
 */
async function storeEvent(
	trx: Trx,
	event: PlatformEvent,
	at: Date,
	{ forgotten, rulesAt }: Pick<Tools, "forgotten" | "rulesAt">,
): Promise<boolean> {
	const { platform, messageId, key, sameWithinMs, kind, person, facts } = event;
	const instant = (ms: number) => new Date(ms).toISOString();
	const happenedAt = notAfter(at, event.happenedAt);
	const holdMs = person ? holdMsOf(platform, kind, rulesAt(happenedAt)) : 0;
	// The parts of one announcement have the same time, by the platform's clock.
	const time = (holdMs > 0 ? event.happenedAt : happenedAt).getTime();
	const within = (ms: number) => [instant(time - ms), instant(time + ms)] as const;
	const row = {
		platform,
		kind,
		person_id: person?.id ?? "",
		person_name: person?.name ?? "",
		key: key ?? `message:${messageId}`,
		facts: JSON.stringify(facts),
		happened_at: instant(time),
		received_at: at.toISOString(),
	};
	if (await forgotten.has(trx, row)) return false;
	if (sameWithinMs > 0 && (await hasSameEvent(trx, row, ...within(sameWithinMs)))) return false;
	const isRepeated = holdMs > 0 && (await hasOtherAnnouncement(trx, row, ...within(holdMs)));
	return insertEvent(trx, {
		...row,
		state: isRepeated ? "repeated" : holdMs > 0 ? "held" : "due",
		tries: 0,
		next_try_at: isRepeated ? null : instant(at.getTime() + holdMs),
	});
}

/** When something happened. A platform's clock may be ahead: the time of receipt is the latest possible one. */
const notAfter = (receivedAt: Date, announcedAt: Date): Date =>
	announcedAt < receivedAt ? announcedAt : receivedAt;

/** Records a failed attempt. @returns undefined if the event is no longer due. */
async function postpone(trx: Trx, id: number, error: unknown, at: Date): Promise<Postponed | undefined> {
	const row = await findEvent(trx, id);
	if (!row || !isPayable(row)) return undefined;
	const wait = WAITS_MS[row.tries];
	const tries = row.tries + 1;
	await updateEvent(trx, id, {
		state: wait === undefined ? "failed" : "due",
		tries,
		next_try_at: wait === undefined ? null : new Date(at.getTime() + wait).toISOString(),
		fault: String(error).slice(0, FAULT_LENGTH),
	});
	return { platform: row.platform, kind: row.kind, tries, isGivenUp: wait === undefined };
}

/**
 * Handles an event that is due: it is credited, waits for the person's first sign-in, or is ignored.
 * @returns undefined if nobody was credited.
 */
async function handleEvent(trx: Trx, id: number, tools: Tools): Promise<Credit | undefined> {
	const row = await findEvent(trx, id);
	if (!row || !isPayable(row)) return undefined;
	const happenedAt = notAfter(new Date(row.received_at), new Date(row.happened_at));
	const rules = tools.rulesAt(happenedAt);
	const finish = (state: string, credited: { user_id?: string; points?: number } = {}) =>
		updateEvent(trx, id, { state, next_try_at: null, fault: null, ...credited });
	// The event of an anonymous person is credited to nobody, and its kind may be unknown.
	const event = row.person_id === "" ? undefined : streamEventIn(row.kind, JSON.parse(row.facts));
	if (!event || isIgnored(rules, row.person_name)) {
		await finish("ignored");
		return undefined;
	}
	const user = await findUserOf(trx, row.platform, row.person_id);
	if (!user) {
		await finish("waiting");
		return undefined;
	}
	const userId = user.user_id;
	const day = dateIn(tools.config.SITE_TIMEZONE, happenedAt);
	const reason = reasonOf(row);
	const reference = `${userId}:${row.key}`;
	// Two accounts of the platform may belong to one user, who follows once.
	if ((await findCredited(trx, reason, [reference])).size > 0) {
		await finish("ignored");
		return undefined;
	}
	const points = await creditEarning(trx, {
		userId,
		points: earningOf(event, rulesOn(row.platform as PlatformId, rules), happenedAt),
		reason,
		reference,
		at: tools.now(),
		day,
		ceiling: rules.ceiling,
	});
	await finish("handled", { user_id: userId, points });
	if (points === 0) return undefined;
	const platform = PLATFORMS[row.platform as PlatformId];
	const hasWaited = row.received_at < user.linked_at;
	const content = {
		kind: hasWaited ? "points-waited" : "stream-points",
		data: { points, platform },
	} as const;
	const group = hasWaited ? row.platform : `${day}:${row.platform}`;
	const isNew = await addPointsNotice(trx, { ...content, userId, reference: group }, tools.now());
	return { userId, added: isNew ? content : undefined };
}

const reasonOf = ({ kind, platform }: EventRow) =>
	`stream-${kind}:${PLATFORMS[platform as PlatformId]}` as const;
