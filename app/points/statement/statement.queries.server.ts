import type { Db, Trx } from "db/database";
import type { Position } from "db/keyset";

/**
 * A user's entries beyond a position, nearest first: newest first, or oldest first when the direction is `before`.
 * @param position undefined for the newest entries; its key is `[id]`.
 */
export const findEntries = (db: Db, userId: string, position: Position | undefined, limit: number) =>
	db
		.selectFrom("point_entries")
		.leftJoin("users as actors", "actors.id", "point_entries.actor")
		.leftJoin("point_notes", "point_notes.reference", "point_entries.reference")
		.select([
			"point_entries.id",
			"delta",
			"balance_after",
			"reason",
			"point_entries.reference",
			"note",
			"actor",
			"actors.twitch_username as actor_name",
			"point_entries.created_at",
		])
		.where("point_entries.user_id", "=", userId)
		.$if(position?.direction === "after", (query) =>
			query.where("point_entries.id", "<", Number(position?.key[0])),
		)
		.$if(position?.direction === "before", (query) =>
			query.where("point_entries.id", ">", Number(position?.key[0])),
		)
		.orderBy("point_entries.id", position?.direction === "before" ? "asc" : "desc")
		.limit(limit)
		.execute();

const balancesOf = (db: Db, userId: string) =>
	db
		.selectFrom("point_entries")
		.select(["id", "created_at", "delta", "balance_after"])
		.where("user_id", "=", userId);

/** A user's entries from an id on, oldest first. */
export const findBalancesFrom = (db: Db, userId: string, id: number, limit: number) =>
	balancesOf(db, userId).where("id", ">=", id).orderBy("id").limit(limit).execute();

/** A user's last entry up to an id; undefined without one. */
export const findBalanceAt = (db: Db, userId: string, id: number) =>
	balancesOf(db, userId).where("id", "<=", id).orderBy("id", "desc").limit(1).executeTakeFirst();

/** Returns a user with their points, for admins; undefined without one. */
export const findUser = (db: Db | Trx, id: string) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.select(["users.id", "twitch_username", "name_hidden_at", "email", "points", "created_at"])
		.where("users.id", "=", id)
		.executeTakeFirst();
