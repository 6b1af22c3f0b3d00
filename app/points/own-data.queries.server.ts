import type { Db } from "db/database";

/** Returns the user's profile, without sessions and tokens. */
export const findProfile = (db: Db, userId: string) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.leftJoin("avatars", "avatars.user_id", "users.id")
		.select(["users.id", "twitch_id", "twitch_username", "email", "roles", "users.created_at", "points"])
		.select("name_hidden_at")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.select(["avatars.source as picture", "admins.created_at as admin_since"])
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select(["rights", "daily_points as dailyPoints", "moderators.created_at as moderatorSince"])
		.where("users.id", "=", userId)
		.executeTakeFirstOrThrow();

/** Returns the ledger after an entry, oldest first. */
export const findEntriesAfter = (db: Db, userId: string, id: number, limit: number) =>
	db
		.selectFrom("point_entries")
		.leftJoin("point_notes", "point_notes.reference", "point_entries.reference")
		.select(["id", "created_at", "delta", "balance_after", "reason", "point_entries.reference", "note"])
		.where("point_entries.user_id", "=", userId)
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();

/** Returns what files of points said about a user, after a line, in the order of imports. */
export const findImportedAfter = (
	db: Db,
	userId: string,
	last: { import_id: string; line: number } | undefined,
	limit: number,
) =>
	db
		.selectFrom("point_import_lines")
		.select(["import_id", "line", "name", "platform", "person_id", "points", "before", "state"])
		.where("user_id", "=", userId)
		.where((eb) =>
			eb(eb.refTuple("import_id", "line"), ">", eb.tuple(last?.import_id ?? "", last?.line ?? 0)),
		)
		.orderBy("import_id")
		.orderBy("line")
		.limit(limit)
		.execute();

export const findMergesAfter = (db: Db, userId: string, id: string, limit: number) =>
	db
		.selectFrom("point_merges")
		.select(["id", "created_at", "provider", "username", "provider_points", "credited", "undone_at"])
		.where("user_id", "=", userId)
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();
