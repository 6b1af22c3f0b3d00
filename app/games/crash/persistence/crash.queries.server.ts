import type { Db, Trx } from "db/database";
import type { CrashBets, CrashRounds } from "db/schema";
import type { Insertable, Updateable } from "kysely";

export async function insertRound(trx: Trx, row: Insertable<CrashRounds>): Promise<void> {
	await trx
		.insertInto("crash_rounds")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}

export async function updateRound(trx: Trx, id: string, changes: Updateable<CrashRounds>): Promise<void> {
	await trx.updateTable("crash_rounds").set(changes).where("id", "=", id).execute();
}

/** Deletes old solo rounds without a bet; an open page creates many of them. */
export async function deleteUnbetRoundsBefore(db: Db, instant: string): Promise<void> {
	await db
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

export const findOpenRounds = (db: Db) =>
	db.selectFrom("crash_rounds").select(["id", "game"]).where("status", "=", "open").execute();

/** The last rounds that ended, newest first: of the live game, or of one player. */
export const findPastRounds = (db: Db, userId: string | undefined, limit: number) =>
	db
		.selectFrom("crash_rounds")
		.select(["id", "crash_point"])
		.where("status", "=", "closed")
		.$if(userId === undefined, (query) => query.where("game", "=", "live"))
		.$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
		.orderBy("opened_at", "desc")
		.limit(limit)
		.execute();

export async function insertBet(trx: Trx, row: Insertable<CrashBets>): Promise<void> {
	await trx.insertInto("crash_bets").values(row).execute();
}

/** Settles a bet. @returns false if it is not open. */
export async function settleBet(
	trx: Trx,
	id: string,
	changes: Pick<Updateable<CrashBets>, "status" | "payout" | "cash_out_multiplier">,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("crash_bets")
		.set(changes)
		.where("id", "=", id)
		.where("status", "=", "active")
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Marks the open bets of a round as lost. */
export async function loseOpenBets(trx: Trx, roundId: string): Promise<void> {
	await trx
		.updateTable("crash_bets")
		.set({ status: "lost", payout: 0 })
		.where("round_id", "=", roundId)
		.where("status", "=", "active")
		.execute();
}

export const findOpenBets = (trx: Trx, roundId: string) =>
	trx
		.selectFrom("crash_bets")
		.select(["id", "user_id", "amount"])
		.where("round_id", "=", roundId)
		.where("status", "=", "active")
		.execute();

/** A bet of the user with its round's crash point, which is secret until the round is closed. */
export const findBetOf = (db: Db, userId: string, id: string) =>
	db
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select([
			"crash_bets.id",
			"amount",
			"target",
			"crash_bets.status",
			"payout",
			"cash_out_multiplier",
			"crash_point",
			"crash_rounds.status as round_status",
		])
		.where("crash_bets.id", "=", id)
		.where("crash_bets.user_id", "=", userId)
		.executeTakeFirst();

/** The player's last settled bets in a game, newest first. */
export const findEndedBets = (db: Db, userId: string, game: CrashRounds["game"], limit: number) =>
	db
		.selectFrom("crash_bets")
		.innerJoin("crash_rounds", "crash_rounds.id", "round_id")
		.select(["crash_bets.id", "round_id", "amount", "crash_bets.status", "payout", "cash_out_multiplier"])
		.where("crash_bets.user_id", "=", userId)
		.where("game", "=", game)
		.where("crash_bets.status", "in", ["cashed_out", "lost", "refunded"])
		.orderBy("crash_bets.created_at", "desc")
		.limit(limit)
		.execute();

/** Whether the player has an open solo bet: its flight is drawn from the seeds in use. */
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
