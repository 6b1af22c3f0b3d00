import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { GameWins } from "db/schema";
import type { Insertable } from "kysely";
import { shownName } from "~/account/shown-name";
import type { Measure } from "./leaders";

const insert = prepared((trx: Trx, row: Insertable<GameWins>) => trx.insertInto("game_wins").values(row));

export async function insertWin(trx: Trx, row: Insertable<GameWins>): Promise<void> {
	await insert(trx, row);
}

/**
 * The best wins of a day with names, best first, without those of the players in `without`; of two equal wins the earlier first.
 * Without a multiplier, a win is left out of the measure `multiplier`.
 * @param day in the site's time zone, `YYYY-MM-DD`.
 */
export const findBestOfDay = (
	db: Db,
	day: string,
	{ by, limit, without = [] }: { by: Measure; limit: number; without?: readonly string[] },
) =>
	db
		.selectFrom("game_wins")
		.select(["id", "user_id", "amount", "multiplier", "game_name", "created_at"])
		.where("day", "=", day)
		.where("is_named", "=", 1)
		.$if(by === "multiplier", (query) => query.where("multiplier", "is not", null))
		.$if(without.length > 0, (query) => query.where("user_id", "not in", without))
		.orderBy(by === "win" ? "amount" : "multiplier", "desc")
		.orderBy("created_at")
		.limit(limit)
		.execute();

/** The last day with a win before `day` and not before `first`, all `YYYY-MM-DD`; undefined if there is none. */
export async function findDayBefore(db: Db, day: string, first: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("game_wins")
		.select("day")
		.where("day", "<", day)
		.where("day", ">=", first)
		.orderBy("day", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.day;
}

/**
 * The names of users for others, and the ids of their avatars, which may be shown if there is a name and `is_public` is 1: the
 * player page is public. Unknown ids are left out.
 */
export const findNames = (db: Db, userIds: readonly string[]) =>
	db
		.selectFrom("users")
		.leftJoin("player_pages", "player_pages.user_id", "users.id")
		.leftJoin("avatars", "avatars.user_id", "users.id")
		.select(["users.id", "is_public", "avatars.id as avatarId"])
		.select(shownName)
		.where("users.id", "in", userIds)
		.execute();
