import { chunksOf } from "db/chunks";
import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { CrashBets, CrashRounds, Database } from "db/schema";
import {
	type ExpressionBuilder,
	type Insertable,
	type NotNull,
	type Selectable,
	sql,
	type Updateable,
} from "kysely";

/** The crash point of a closed round; null before, because it is secret. */
export const crashPointOnceOver = (eb: ExpressionBuilder<Database, "crash_rounds">) =>
	eb.case().when("crash_rounds.status", "=", "closed").then(eb.ref("crash_point")).end().as("crash_point");

/** Does nothing if the id exists, so that a retry stores the round once. */
export async function insertRound(trx: Trx, row: Insertable<CrashRounds>): Promise<void> {
	await trx
		.insertInto("crash_rounds")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}

const update = prepared((trx: Trx, { id, ...changes }: Updateable<CrashRounds> & { id: string }) =>
	trx.updateTable("crash_rounds").set(changes).where("id", "=", id),
);

/** Changes columns of a round; no effect for an unknown id. */
export async function updateRound(
	trx: Trx,
	id: string,
	changes: Omit<Updateable<CrashRounds>, "id">,
): Promise<void> {
	await update(trx, { ...changes, id });
}

const end = prepared((trx: Trx, { id, ...changes }: Pick<CrashRounds, "id" | "status" | "closed_at">) =>
	trx.updateTable("crash_rounds").set(changes).where("id", "=", id).where("status", "=", "open"),
);

/** Ends an open round; does not settle its bets. @returns false, without a change, if the round is over or not stored. */
export async function endRound(
	trx: Trx,
	id: string,
	status: "closed" | "voided",
	closed_at: string,
): Promise<boolean> {
	return (await end(trx, { id, status, closed_at })).numAffectedRows === 1n;
}

/** Undefined for a round that is not stored. */
export async function findRoundStatus(trx: Trx, id: string): Promise<CrashRounds["status"] | undefined> {
	const row = await trx.selectFrom("crash_rounds").select("status").where("id", "=", id).executeTakeFirst();
	return row?.status;
}

/**
 * Deletes the solo rounds without any bet that are over and were opened before `instant` (ISO 8601); an open page
 * creates many of them.
 */
export async function deleteUnbetRoundsBefore(trx: Trx, instant: string): Promise<void> {
	await trx
		.deleteFrom("crash_rounds")
		.where("game", "=", "solo")
		.where("status", "<>", "open")
		.where("opened_at", "<", instant)
		.where((eb) =>
			eb.not(
				eb.exists(eb.selectFrom("crash_bets").select("id").whereRef("round_id", "=", "crash_rounds.id")),
			),
		)
		.execute();
}

/** The live rounds that are neither closed nor voided. */
export const findOpenRounds = (db: Db) =>
	db
		.selectFrom("crash_rounds")
		.select("id")
		.where("status", "=", "open")
		.where("game", "=", "live")
		.execute();

/**
 * The last rounds that ended, newest first: the player's solo rounds, or those of the live game if `userId` is
 * undefined. Voided rounds are left out.
 */
export const findPastRounds = async (db: Db, userId: string | undefined, limit: number) =>
	userId === undefined
		? pastRounds(db, limit).where("game", "=", "live").execute()
		: (await findOwnPastRounds(db, { userId, limit })).rows;

const pastRounds = (db: Db, limit: number) =>
	db
		.selectFrom("crash_rounds")
		.select(["id", "crash_point"])
		.where("status", "=", "closed")
		.orderBy("opened_at", "desc")
		.limit(limit);

const findOwnPastRounds = prepared((db: Db, { userId, limit }: { userId: string; limit: number }) =>
	pastRounds(db, limit).where("user_id", "=", userId),
);

/**
 * Stores a bet. It does not look for another one before: on PostgreSQL that would conflict with the bets of other players, which are
 * on the same page of the index.
 * @returns false, and stores nothing, if the player has a bet in the round that was not cancelled.
 */
export async function insertBet(trx: Trx, row: Insertable<CrashBets>): Promise<boolean> {
	const { numInsertedOrUpdatedRows = 0n } = await trx
		.insertInto("crash_bets")
		.values(row)
		.onConflict((conflict) =>
			// A literal, as in the index: with a parameter no index matches.
			conflict.columns(["round_id", "user_id"]).where("status", "<>", sql.lit("cancelled")).doNothing(),
		)
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

type Settled = Pick<Selectable<CrashBets>, "id" | "status" | "payout" | "cash_out_multiplier">;

const settle = prepared((trx: Trx, { id, ...changes }: Settled) =>
	trx.updateTable("crash_bets").set(changes).where("id", "=", id).where("status", "=", "active"),
);

/** Settles an open bet; moves no points. @returns false, and changes nothing, if it is not open. */
export async function settleBet(
	trx: Trx,
	id: string,
	{ status, payout = null, cash_out_multiplier = null }: Pick<Settled, "status"> & Partial<Settled>,
): Promise<boolean> {
	const { numAffectedRows } = await settle(trx, { id, status, payout, cash_out_multiplier });
	return numAffectedRows === 1n;
}

const lose = prepared((trx: Trx, { roundId }: { roundId: string }) =>
	trx
		.updateTable("crash_bets")
		.set({ status: "lost", payout: 0 })
		.where("round_id", "=", roundId)
		.where("status", "=", "active"),
);

/** Marks the open bets of a round as lost. Writes no ledger entry: their stakes are already taken. */
export const loseOpenBets = async (trx: Trx, roundId: string): Promise<void> =>
	void (await lose(trx, { roundId }));

/** The paid bets of a round whose players showed their name in it. */
export const findNamedWins = (trx: Trx, roundId: string) =>
	trx
		.selectFrom("crash_bets")
		.select(["id as reference", "user_id as userId", "amount as stake", "payout"])
		.where("round_id", "=", roundId)
		.where("status", "=", "cashed_out")
		.where("shown_as", "=", "name")
		.$narrowType<{ payout: NotNull }>()
		.execute();

/** Marks the open bets of a round as refunded; moves no points. @returns these bets. */
export const refundOpenBets = (trx: Trx, roundId: string) =>
	trx
		.updateTable("crash_bets")
		.set({ status: "refunded" })
		.where("round_id", "=", roundId)
		.where("status", "=", "active")
		.returning(["id", "user_id", "amount"])
		.execute();

/** A bet that was cashed out. */
interface Paid {
	id: string;
	payout: number;
	/** In hundredths. */
	multiplier: number;
}

/** Settles open bets as paid, each named once; moves no points. @returns the ids of those that were open; the others are not changed. */
export async function settlePaid(trx: Trx, bets: readonly Paid[]): Promise<Set<string>> {
	const settled = new Set<string>();
	for (const some of chunksOf(bets)) {
		const rows = some.map(
			({ id, payout, multiplier }) => sql`(${id}, cast(${payout} as bigint), cast(${multiplier} as bigint))`,
		);
		// Both engines name the columns of VALUES so.
		const values = sql<{ column1: string; column2: number; column3: number }>`(values ${sql.join(rows)})`;
		const updated = await trx
			.updateTable("crash_bets")
			.from(values.as("paid"))
			.set(({ ref }) => ({
				status: "cashed_out",
				payout: ref("paid.column2"),
				cash_out_multiplier: ref("paid.column3"),
			}))
			.whereRef("crash_bets.id", "=", "paid.column1")
			.where("status", "=", "active")
			.returning("crash_bets.id")
			.execute();
		for (const { id } of updated) settled.add(id);
	}
	return settled;
}

/** All bets of a player with their rounds. */
const betsOf = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select([
			"crash_bets.id",
			"crash_bets.created_at",
			"round_id",
			"amount",
			"target",
			"crash_bets.status",
			"payout",
			"cash_out_multiplier",
		])
		.where("crash_bets.user_id", "=", userId);

/**
 * A bet with its round's crash point, which is secret until the round is closed; undefined if it is unknown or another
 * user's.
 */
export const findBetOf = async (db: Db | Trx, userId: string, id: string) =>
	(await findOwnBet(db, { userId, id })).rows[0];

const findOwnBet = prepared((db: Db | Trx, { userId, id }: { userId: string; id: string }) =>
	betsOf(db, userId)
		.select(["crash_point", "crash_rounds.status as round_status"])
		.where("crash_bets.id", "=", id),
);

/** The player's last bets in a game that were cashed out, lost or refunded, the last placed first. */
export const findEndedBets = (db: Db, userId: string, game: CrashRounds["game"], limit: number) =>
	betsOf(db, userId)
		.where("game", "=", game)
		.where("crash_bets.status", "in", ["cashed_out", "lost", "refunded"])
		.orderBy("crash_bets.created_at", "desc")
		.limit(limit)
		.execute();

/** Whether the player has an open solo bet. Its flight is drawn from the seeds in use, so they must stay secret. */
export async function hasOpenSoloBet(trx: Trx, userId: string): Promise<boolean> {
	const row = await trx
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select("crash_bets.id")
		.where("crash_bets.user_id", "=", userId)
		.where("crash_bets.status", "=", "active")
		.where("game", "=", "solo")
		.executeTakeFirst();
	return row !== undefined;
}

/** How many bets the player has cancelled in both games, by the refunds among the ledger entries from `fromId` on. */
export async function countCancellations(trx: Trx, userId: string, fromId: number): Promise<number> {
	const { count } = await trx
		.selectFrom("point_entries")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("user_id", "=", userId)
		.where("id", ">=", fromId)
		.where("actor", "=", userId)
		.where("reason", "in", ["solo-crash-refund", "live-crash-refund"])
		.executeTakeFirstOrThrow();
	return count;
}

/** A player's bets in a game after `last`, oldest first; the crash point is null until the round has ended. */
export const findBetsAfter = (
	db: Db,
	{ userId, kind }: { userId: string; kind: "solo" | "live" },
	last: { created_at: string; id: string } | undefined,
	limit: number,
) =>
	betsOf(db, userId)
		.select(crashPointOnceOver)
		.where("game", "=", kind)
		.$if(last !== undefined, (query) =>
			query.where((eb) =>
				eb(
					eb.refTuple("crash_bets.created_at", "crash_bets.id"),
					">",
					eb.tuple(last?.created_at ?? "", last?.id ?? ""),
				),
			),
		)
		.orderBy("crash_bets.created_at")
		.orderBy("crash_bets.id")
		.limit(limit)
		.execute();

/** All players' settled bets in a game, for the history: see `EndedRound`. A refunded bet paid its stake. */
export const endedBets = (db: Db, kind: CrashRounds["game"]) =>
	db
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select((eb) => [
			"crash_bets.id",
			"round_id",
			"crash_bets.user_id",
			"crash_bets.created_at",
			"amount as staked",
			eb.fn.coalesce("payout", "amount").as("payout"),
			"cash_out_multiplier as multiplier",
		])
		.select(crashPointOnceOver)
		.where("game", "=", kind)
		.where("crash_bets.status", "in", ["cashed_out", "lost", "refunded"]);
