import type { Db, Trx } from "db/database";
import { shownName } from "~/account/shown-name";

/** At most two viewers with exactly this name, with their points; none whose name is hidden. */
export const findNamed = (db: Db | Trx, name: string) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.select(["users.id", "points"])
		.where("twitch_username", "=", name)
		.where("name_hidden_at", "is", null)
		.limit(2)
		.execute();

/** The viewers with the most points, by the index on points; without erased people. The name is null while it is hidden. */
export const findRichest = (db: Db, limit: number) =>
	db
		.selectFrom("user_points")
		.innerJoin("users", "users.id", "user_points.user_id")
		.select((eb) => ["points", shownName(eb)])
		.where("users.twitch_username", "is not", null)
		.orderBy("points", "desc")
		.orderBy("user_points.user_id", "desc")
		.limit(limit)
		.execute();
