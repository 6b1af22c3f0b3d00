import type { Db } from "db/database";
import type { Position } from "db/keyset";

/** In place of a user id. */
export const MODERATORS = "moderators";

/** The filter of the change log; an undefined field does not filter. */
export interface ChangeFilter {
	/** A user id, or {@link MODERATORS} for all who are or were moderators. */
	by: string | undefined;
	/** The kind of change: see `AdminChange`. */
	action: string | undefined;
}

/**
 * Changes beyond a position, nearest first: newest first, or oldest first when the direction is `before`. The position's
 * key is `[id]`. Names of users are the current ones.
 */
export async function findChanges(
	db: Db,
	{ by, action }: ChangeFilter,
	position: Position | undefined,
	limit: number,
) {
	const isBackwards = position?.direction === "before";
	return db
		.selectFrom("admin_changes")
		.leftJoin("users as actors", "actors.id", "actor")
		.leftJoin("orders", "orders.id", "subject")
		.leftJoin("users as subjects", (join) =>
			join.on((eb) => eb("subjects.id", "=", eb.fn.coalesce("orders.user_id", "subject"))),
		)
		.select([
			"admin_changes.id",
			"actor",
			"actors.id as actor_id",
			"actors.twitch_username as actor_name",
			"subjects.id as subject_user_id",
			"subjects.twitch_username as subject_user",
			"action",
			"subject_name",
			"before",
			"after",
			"admin_changes.created_at",
		])
		.$if(by !== undefined && by !== MODERATORS, (query) => query.where("actor", "=", by ?? ""))
		.$if(by === MODERATORS, (query) =>
			query.where("actor", "in", (eb) =>
				eb.selectFrom("admin_changes as added").select("added.subject").where("action", "=", "moderator.add"),
			),
		)
		.$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
		.$if(position !== undefined, (query) =>
			query.where("admin_changes.id", isBackwards ? ">" : "<", Number(position?.key[0])),
		)
		.orderBy("admin_changes.id", isBackwards ? "asc" : "desc")
		.limit(limit)
		.execute();
}

/** Returns the users' current names by id, null for erased people; unknown ids are left out. */
export async function findUserNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("users")
		.select(["id", "twitch_username"])
		.where("id", "in", ids)
		.execute();
	return new Map(rows.map(({ id, twitch_username }) => [id, twitch_username]));
}

/**
 * Returns ids and current names of all who have made a change, at most 500, in undefined order. The name is null for an
 * erased person, and `user_id` too for an actor who is no user, as in example content.
 */
export const findActors = (db: Db) =>
	db
		.selectFrom("admin_changes")
		.leftJoin("users", "users.id", "actor")
		.select(["actor", "users.id as user_id", "twitch_username"])
		.distinct()
		.limit(500)
		.execute();

/** Returns the different actions in the log, at most 500, in undefined order. */
export async function findActions(db: Db): Promise<string[]> {
	const rows = await db.selectFrom("admin_changes").select("action").distinct().limit(500).execute();
	return rows.map(({ action }) => action);
}
