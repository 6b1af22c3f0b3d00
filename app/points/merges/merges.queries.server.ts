import type { Db, Trx } from "db/database";
import type { PointMerges } from "db/schema";
import type { Insertable } from "kysely";

/** Returns the sum of points merged from a provider and not undone, for this user or, by any user, under this name. */
export async function sumOfMerges(
	db: Db | Trx,
	{ provider, userId, username }: { provider: string; userId: string; username: string },
): Promise<number> {
	const row = await db
		.selectFrom("point_merges")
		.select((eb) => eb.fn.coalesce(eb.fn.sum<number>("credited"), eb.lit(0)).as("sum"))
		.where("provider", "=", provider)
		.where("undone_at", "is", null)
		.where((eb) => eb.or([eb("user_id", "=", userId), eb("username", "=", username)]))
		.executeTakeFirstOrThrow();
	return Number(row.sum);
}

export async function insertMerge(trx: Trx, row: Insertable<PointMerges>): Promise<void> {
	await trx.insertInto("point_merges").values(row).execute();
}

/**
 * Marks a merge as undone. Posts nothing.
 * @returns the merge; undefined when this user has no such merge or it was undone before.
 */
export const markUndone = (trx: Trx, id: string, userId: string, actor: string, at: string) =>
	trx
		.updateTable("point_merges")
		.set({ undone_at: at, undone_by: actor })
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.where("undone_at", "is", null)
		.returning(["provider", "credited"])
		.executeTakeFirst();

/** A user's merges, newest first. */
export const findMerges = (db: Db, userId: string, limit: number) =>
	db
		.selectFrom("point_merges")
		.leftJoin("users as actors", "actors.id", "actor")
		.leftJoin("users as undoers", "undoers.id", "undone_by")
		.select([
			"point_merges.id",
			"provider",
			"username",
			"provider_points",
			"credited",
			"actors.twitch_username as actor_name",
			"undoers.twitch_username as undoer_name",
			"point_merges.created_at",
			"undone_at",
		])
		.where("user_id", "=", userId)
		.orderBy("point_merges.created_at", "desc")
		.orderBy("point_merges.id")
		.limit(limit)
		.execute();
