import type { Db } from "db/database";
import type { Measure } from "./leaders";

/** The best wins of a day, best first, without those of the players in `without`. */
export const findBestOfDay = (
	db: Db,
	day: string,
	{ by, without, limit }: { by: Measure; without: readonly string[]; limit: number },
) =>
	db
		.selectFrom("game_wins")
		.select([
			"id",
			"user_id as userId",
			"amount",
			"multiplier",
			"game_name as game",
			"created_at as createdAt",
		])
		.where("day", "=", day)
		.$if(by === "multiplier", (query) => query.where("multiplier", "is not", null))
		.$if(without.length > 0, (query) => query.where("user_id", "not in", without))
		.orderBy(by === "win" ? "amount" : "multiplier", "desc")
		.orderBy("created_at")
		.limit(limit)
		.execute();

/** The last day with a win before `day` and not before `first`. */
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

/** The names of users, each with whether the player page is public. */
export const findNames = (db: Db, userIds: readonly string[]) =>
	db
		.selectFrom("users")
		.leftJoin("player_pages", "player_pages.user_id", "users.id")
		.select(["users.id", "twitch_username", "is_public"])
		.where("users.id", "in", userIds)
		.execute();
