import type { Db, Trx } from "db/database";

/** Whether live Crash is switched on; off until an admin has started it once. */
export async function findIsActive(db: Db | Trx): Promise<boolean> {
	const row = await db
		.selectFrom("crash_game_state")
		.select("is_active")
		.where("id", "=", 1)
		.executeTakeFirst();
	return row?.is_active === 1;
}

/** Stores whether live Crash is switched on. @param at ISO 8601. */
export async function saveIsActive(trx: Trx, isActive: boolean, at: string): Promise<void> {
	const state = { is_active: isActive ? 1 : 0, updated_at: at } as const;
	await trx
		.insertInto("crash_game_state")
		.values({ id: 1, ...state })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(state))
		.execute();
}

/** The biggest win of a round, if a bet was paid more than its stake. */
export const findBestWin = (db: Db, roundId: string) =>
	db
		.selectFrom("crash_bets")
		.select((eb) => [
			"user_id as userId",
			"cash_out_multiplier as multiplier",
			"shown_as as shownAs",
			eb(eb.fn.coalesce("payout", eb.lit(0)), "-", eb.ref("amount")).as("win"),
		])
		.where("round_id", "=", roundId)
		.where("status", "=", "cashed_out")
		// Lets SQLite use the partial index of a round's bets.
		.where("status", "<>", "cancelled")
		.whereRef("payout", ">", "amount")
		.orderBy("win", "desc")
		.limit(1)
		.executeTakeFirst();
