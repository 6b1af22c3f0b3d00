import type { Db, Trx } from "db/database";
import type { GameWins } from "db/schema";
import type { Insertable } from "kysely";

export async function insertWin(trx: Trx, row: Insertable<GameWins>): Promise<void> {
	await trx.insertInto("game_wins").values(row).execute();
}

/**
 * The biggest wins of a day, biggest first; of two equal wins the earlier first.
 * @param day in the site's time zone, `YYYY-MM-DD`.
 */
export const findTopWinsOfDay = (db: Db, day: string, limit: number) =>
	db
		.selectFrom("game_wins")
		.leftJoin("users", "users.id", "game_wins.user_id")
		.select(["game_wins.id", "amount", "game_name", "game_wins.created_at", "twitch_username"])
		.where("day", "=", day)
		.orderBy("amount", "desc")
		.orderBy("game_wins.created_at", "asc")
		.limit(limit)
		.execute();
