import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";

/** Solo rounds with their bets that were not cancelled. */
const soloRounds = (db: Db | Trx) =>
	db
		.selectFrom("crash_rounds")
		.leftJoin("crash_bets", (join) =>
			join.onRef("round_id", "=", "crash_rounds.id").on("crash_bets.status", "<>", "cancelled"),
		)
		.select(["crash_rounds.id", "crash_rounds.user_id", "opened_at", "started_at", "closed_at"])
		.select(["crash_rounds.status", "crash_point", "crash_bets.id as bet_id", "amount as stake", "target"])
		.select(["crash_bets.status as bet_status", "payout", "cash_out_multiplier"])
		.where("game", "=", "solo");

const findById = prepared((db: Db | Trx, { id }: { id: string }) =>
	soloRounds(db).where("crash_rounds.id", "=", id),
);
const findNewest = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	soloRounds(db).where("crash_rounds.user_id", "=", userId).orderBy("opened_at", "desc").limit(1),
);

/** The user's newest solo round, or the one with this id, with its bet that was not cancelled. The crash point is secret until it is closed. */
export const findSoloRoundRow = async (db: Db | Trx, which: { userId: string } | { id: string }) =>
	("id" in which ? await findById(db, which) : await findNewest(db, which)).rows[0];

/**
 * The open solo rounds with their open bets.
 * @param startedBefore ISO 8601: only those whose flight started before.
 */
export const findOpenSoloRounds = (db: Db, startedBefore?: string) =>
	db
		.selectFrom("crash_rounds")
		.leftJoin("crash_bets", (join) =>
			join.onRef("round_id", "=", "crash_rounds.id").on("crash_bets.status", "=", "active"),
		)
		.select(["crash_rounds.id", "crash_rounds.user_id", "crash_bets.id as bet_id"])
		.where("crash_rounds.status", "=", "open")
		.where("game", "=", "solo")
		.$if(startedBefore !== undefined, (query) => query.where("started_at", "<", startedBefore ?? ""))
		.execute();

/** When the site last ran while solo rounds were open, and whether one is open now. */
export async function findSignOfLife(db: Db) {
	const [state, open] = await Promise.all([
		db.selectFrom("crash_game_state").select("alive_at").where("id", "=", 1).executeTakeFirst(),
		db
			.selectFrom("crash_rounds")
			.select("id")
			.where("status", "=", "open")
			.where("game", "=", "solo")
			.limit(1)
			.executeTakeFirst(),
	]);
	return { aliveAt: state?.alive_at ?? null, hasOpen: open !== undefined };
}

/** Stores that the site runs. @param at ISO 8601. */
export async function saveSignOfLife(trx: Trx, at: string): Promise<void> {
	await trx
		.insertInto("crash_game_state")
		.values({ id: 1, is_active: 0, updated_at: at, alive_at: at })
		.onConflict((conflict) => conflict.column("id").doUpdateSet({ alive_at: at }))
		.execute();
}
