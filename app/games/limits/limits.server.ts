import type { Db, Trx } from "db/database";
import type { PlayLimits } from "db/schema";
import { transact } from "db/transact";
import type { Selectable } from "kysely";
import { midnightIn } from "~/lib/calendar";
import { firstIdSince } from "~/points/ledger/balance-history.server";
import { findLastEntryId } from "~/points/ledger/ledger.queries.server";
import { checkStake, type Limits, limitsAt, NO_LIMITS } from "./limits";
import { findLimits, saveLimits, sumPlayed, updateLimits } from "./limits.queries.server";

interface Stake {
	userId: string;
	/** All points that the round takes. */
	stake: number;
	at: Date;
	/** Whose midnight begins the day. */
	timeZone: string;
}

type Row = Selectable<PlayLimits>;

/** What was lost on a day, counted up to an entry of the ledger. */
interface Count {
	/** The day's midnight. */
	since: string;
	lost: number;
	to: number;
}

/**
 * Lets a stake pass or not. Call it in the transaction that takes the stake, before it is taken: then no two
 * of a player's stakes pass where there is room for one.
 * @throws {DomainError} `onBreak`, `lossLimitReached`.
 */
export async function admitStake(trx: Trx, { userId, stake, at, timeZone }: Stake): Promise<void> {
	const row = await findLimits(trx, userId);
	if (!row) return;
	const { limits, count } = await judge(trx, row, at, timeZone);
	checkStake(limits, { stake, lost: count?.lost ?? 0, now: at.getTime() });
	if (!count) return;
	await updateLimits(trx, userId, { lost_since: count.since, lost: count.lost, lost_to: count.to });
}

/** As {@link admitStake}, for a stake that is to be taken later and will be asked about again then. */
export async function checkLaterStake(db: Db, { userId, stake, at, timeZone }: Stake): Promise<void> {
	const row = await findLimits(db, userId);
	if (!row) return;
	const { limits, count } = await judge(db, row, at, timeZone);
	checkStake(limits, { stake, lost: count?.lost ?? 0, now: at.getTime() });
}

async function judge(db: Db | Trx, row: Row, at: Date, timeZone: string) {
	const limits = limitsOf(row, at);
	if (limits.dailyLoss === null || limits.breakUntil !== null) return { limits };
	return { limits, count: await countLost(db, row.user_id, { at, timeZone, known: countOf(row) }) };
}

/** What a player has set and what holds of it now, with what they have lost today. */
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

/** What holds of what a player has set, without what they have lost. */
export async function readLimits({ db, now }: { db: Db; now: () => Date }, userId: string): Promise<Limits> {
	const row = await findLimits(db, userId);
	return row ? limitsOf(row, now()) : NO_LIMITS;
}

/**
 * Changes what a player has set.
 * @param change a verb of the rules, over what holds now.
 */
export function changeLimits(
	{ db, now }: { db: Db; now: () => Date },
	userId: string,
	change: (limits: Limits, now: number) => Limits,
): Promise<{ before: Limits; after: Limits }> {
	return transact(db, async (trx) => {
		const at = now();
		const row = await findLimits(trx, userId);
		const before = row ? limitsOf(row, at) : NO_LIMITS;
		const after = change(before, at.getTime());
		await saveLimits(trx, {
			user_id: userId,
			daily_loss: after.dailyLoss,
			next_daily_loss: after.next?.dailyLoss ?? null,
			next_from: after.next && textOf(after.next.from),
			break_until: after.breakUntil === null ? null : textOf(after.breakUntil),
			// Stakes that no limit held were not counted.
			...(before.dailyLoss === null && { lost_since: null, lost: null, lost_to: null }),
			updated_at: at.toISOString(),
		});
		return { before, after };
	});
}

interface Counting {
	at: Date;
	timeZone: string;
	known: Count | undefined;
}

/** A day's count goes on where the last one ended, which costs the same however much was played before. */
async function countLost(db: Db | Trx, userId: string, { at, timeZone, known }: Counting): Promise<Count> {
	const midnight = midnightIn(timeZone, at).toISOString();
	// A request from before midnight may come after one from behind it.
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

const limitsOf = (row: Row, at: Date): Limits =>
	limitsAt(
		{
			dailyLoss: row.daily_loss,
			next:
				row.next_from === null ? null : { dailyLoss: row.next_daily_loss, from: Date.parse(row.next_from) },
			breakUntil: row.break_until === null ? null : Date.parse(row.break_until),
		},
		at.getTime(),
	);

const textOf = (instant: number): string => new Date(instant).toISOString();
