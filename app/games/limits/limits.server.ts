import type { Db, Trx } from "db/database";
import type { PlayLimits } from "db/schema";
import { transact } from "db/transact";
import type { Selectable } from "kysely";
import { dateIn, dayAfter, midnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { firstIdSince } from "~/points/ledger/balance-history.server";
import { findLastEntryId } from "~/points/ledger/ledger.queries.server";
import { changeNotices, dueNotices } from "./limit-notices";
import { checkMaxBet, checkStake, HOUR_MS, type Limits, limitsAt, NO_LIMITS } from "./limits";
import { findDueLimits, findLimits, saveLimits, sumPlayed, updateLimits } from "./limits.queries.server";

interface Stake {
	userId: string;
	/** Total points that the round costs. */
	stake: number;
	/** The maximum bet of the game; undefined without one. */
	maxBet: number | undefined;
	at: Date;
	/** The day begins at midnight of this time zone. */
	timeZone: string;
}

type Row = Selectable<PlayLimits>;

/** No local day begins later than this after now. A count of losses that does was started while the clock was ahead. */
const MAX_AHEAD_MS = 48 * HOUR_MS;

/** Points lost on a day, counted up to a ledger entry. */
interface Count {
	/** Start of the day, ISO 8601. */
	since: string;
	/** Negative when more was won. */
	lost: number;
	/** The last counted ledger entry. */
	to: number;
}

/**
 * Checks a stake against the maximum bet and the player's limits, and stores how far today's loss is counted; it does not take the stake.
 * Call it in the transaction that takes the stake, before it is taken, so that two concurrent stakes cannot both use
 * the same remainder of the limit.
 * @throws {DomainError} `betTooHigh`, `onBreak`, `lossLimitReached`.
 */
export async function admitStake(trx: Trx, stake: Stake): Promise<void> {
	const count = await checkLaterStake(trx, stake);
	if (!count) return;
	await updateLimits(trx, stake.userId, { lost_since: count.since, lost: count.lost, lost_to: count.to });
}

/**
 * Checks a queued stake as {@link admitStake} does, which checks it again when it is taken. Stores nothing.
 * @returns today's loss; undefined if no limit depends on it.
 * @throws {DomainError} `betTooHigh`, `onBreak`, `lossLimitReached`.
 */
export async function checkLaterStake(
	db: Db | Trx,
	{ userId, stake, maxBet, at, timeZone }: Stake,
): Promise<Count | undefined> {
	checkMaxBet(stake, maxBet);
	const { limits, count } = await readLimits(db, userId, at, timeZone);
	checkStake(limits, { stake, lost: count?.lost ?? 0, now: at.getTime() });
	return count;
}

/** Reads the limits at an instant; outside a break also the day's loss, if it is limited. Stores nothing. */
export async function readLimits(
	db: Db | Trx,
	userId: string,
	at: Date,
	timeZone: string,
): Promise<{ limits: Limits; count?: Count }> {
	const row = await findLimits(db, userId);
	if (!row) return { limits: NO_LIMITS };
	const limits = limitsOf(row, at);
	if (limits.dailyLoss === null || limits.breakUntil !== null) return { limits };
	return { limits, count: await countLost(db, userId, { at, timeZone, known: countOf(row) }) };
}

/**
 * Reads the limits that apply now, and the points lost since midnight in the site's time zone; negative when more was
 * won. Stores nothing.
 */
export async function readLimitsWithLoss(
	{ db, now, config }: { db: Db; now: () => Date; config: { SITE_TIMEZONE: string } },
	userId: string,
): Promise<{ limits: Limits; lost: number }> {
	const at = now();
	const row = await findLimits(db, userId);
	const known = row && row.daily_loss !== null ? countOf(row) : undefined;
	const { lost } = await countLost(db, userId, { at, timeZone: config.SITE_TIMEZONE, known });
	return { limits: row ? limitsOf(row, at) : NO_LIMITS, lost };
}

/** A player's last break, which may still be running. */
export interface LastBreak {
	from: Date;
	until: Date;
}

/** Reads a player's last break, running or over, together with the breaks that it continues; undefined without one. */
export async function findLastBreak(db: Db | Trx, userId: string): Promise<LastBreak | undefined> {
	const row = await findLimits(db, userId);
	if (!row?.last_break_from || !row.last_break_until) return undefined;
	return { from: new Date(row.last_break_from), until: new Date(row.last_break_until) };
}

/**
 * The columns of the last break after a change of the limits. A break continues the last one unless a whole date lies
 * between them: on that date the player was free.
 */
function breakColumns(row: Row | undefined, { breakUntil }: Limits, now: number, timeZone: string) {
	const { last_break_from: from = null, last_break_until: until = null } = row ?? {};
	// The player has ended the break early.
	const ended = until !== null && Date.parse(until) > now ? textOf(now) : until;
	if (breakUntil === null) return { last_break_from: from, last_break_until: ended };
	const dateOf = (instant: number) => dateIn(timeZone, new Date(instant));
	const continues =
		from !== null &&
		until !== null &&
		dateOf(now) <= dayAfter(dateOf(Date.parse(until))) &&
		from < textOf(now);
	return { last_break_from: continues ? from : textOf(now), last_break_until: textOf(breakUntil) };
}

type Storing = Pick<Site, "db" | "now" | "config" | "announceNotices">;
type Change = (limits: Limits, now: number) => Limits;

/** Stores a change of the limits that apply now, and tells the player of it and of what time has changed before. */
async function storeChange({ db, now, config, announceNotices }: Storing, userId: string, change: Change) {
	const changed = await transact(db, async (trx) => {
		const at = now();
		const time = at.getTime();
		const row = await findLimits(trx, userId);
		const stored = row ? storedLimits(row) : NO_LIMITS;
		const before = limitsAt(stored, time);
		const after = change(before, time);
		// Erased since the job has found it.
		if (!row && after === before) return { before, after };
		await saveLimits(trx, {
			user_id: userId,
			...columnsOf(after),
			...breakColumns(row, after, time, config.SITE_TIMEZONE),
			// Without a limit, stakes were not counted: the count starts again.
			...(before.dailyLoss === null && { lost_since: null, lost: null, lost_to: null }),
			updated_at: at.toISOString(),
		});
		await addNotices(trx, dueNotices(userId, stored, time), { at, by: undefined });
		await addNotices(trx, changeNotices(userId, before, after, time), { at, by: userId });
		return { before, after };
	});
	announceNotices(userId);
	return changed;
}

/**
 * Changes a player's limits and tells the player, in a transaction.
 * @param change a pure function from the limits that apply now to the new ones; `now` is Unix time in ms.
 * @returns the limits before and after the change.
 */
export async function changeLimits(
	site: Storing & Pick<Site, "announceRestriction">,
	userId: string,
	change: Change,
): Promise<{ before: Limits; after: Limits }> {
	const changed = await storeChange(site, userId, change);
	site.announceRestriction(userId);
	return changed;
}

/** Players of one run of {@link applyDueLimits}; the others follow in the next. */
const MAX_PER_RUN = 500;

/**
 * Stores the looser limits that are due and the ends of breaks, and tells each player. What applies does not depend on it:
 * see `limitsAt`.
 */
export async function applyDueLimits(site: Storing): Promise<void> {
	const userIds = await findDueLimits(site.db, site.now().toISOString(), MAX_PER_RUN);
	for (const userId of userIds) await storeChange(site, userId, (limits) => limits);
}

interface Counting {
	at: Date;
	timeZone: string;
	known: Count | undefined;
}

/** Continues the stored count of the day, so that the cost does not grow with the number of rounds. */
async function countLost(db: Db | Trx, userId: string, counting: Counting): Promise<Count> {
	const { at, timeZone } = counting;
	const isAhead = counting.known && Date.parse(counting.known.since) > at.getTime() + MAX_AHEAD_MS;
	const known = isAhead ? undefined : counting.known;
	const midnight = midnightIn(timeZone, at).toISOString();
	// A request from before midnight may be processed after one from the new day.
	const since = known && known.since > midnight ? known.since : midnight;
	const lost = known?.since === since ? known.lost : 0;
	const to = (await findLastEntryId(db, userId)) ?? 0;
	const fromId = known ? known.to + 1 : await firstIdSince(db, userId, since);
	if (fromId === undefined || fromId > to) return { since, lost, to };
	return { since, lost: lost - (await sumPlayed(db, { userId, fromId, since })), to };
}

const countOf = ({ lost_since, lost, lost_to }: Row): Count | undefined =>
	lost_since === null || lost === null || lost_to === null
		? undefined
		: { since: lost_since, lost, to: lost_to };

/** The limits as they are stored: what is due may not be applied yet. */
const storedLimits = (row: Row): Limits => ({
	dailyLoss: row.daily_loss,
	next: row.next_from === null ? null : { dailyLoss: row.next_daily_loss, from: Date.parse(row.next_from) },
	breakUntil: row.break_until === null ? null : Date.parse(row.break_until),
});

const limitsOf = (row: Row, at: Date): Limits => limitsAt(storedLimits(row), at.getTime());

/** The columns that store limits. */
const columnsOf = ({ dailyLoss, next, breakUntil }: Limits) => ({
	daily_loss: dailyLoss,
	next_daily_loss: next?.dailyLoss ?? null,
	next_from: next && textOf(next.from),
	break_until: breakUntil === null ? null : textOf(breakUntil),
});

const textOf = (instant: number): string => new Date(instant).toISOString();
