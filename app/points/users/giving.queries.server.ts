import type { Db, Trx } from "db/database";
import { sql } from "kysely";

/** Stores what an admin has written about entries. */
export async function insertPointNotes(
	trx: Trx,
	entries: readonly { userId: string; reference: string }[],
	note: string,
): Promise<void> {
	if (entries.length === 0) return;
	await trx
		.insertInto("point_notes")
		.values(entries.map(({ userId, reference }) => ({ reference, user_id: userId, note })))
		.execute();
}

/** The points that a moderator may give in a day; 0 for anybody else. */
export async function findDailyPoints(db: Db | Trx, userId: string): Promise<number> {
	const row = db.selectFrom("moderators").select("daily_points").where("user_id", "=", userId);
	return (await row.executeTakeFirst())?.daily_points ?? 0;
}

/** The points that a person has given by hand since an ISO instant, without those taken. */
export async function sumGiven(db: Db | Trx, actor: string, since: string): Promise<number> {
	const given = db
		.selectFrom("point_entries")
		.select(sql<number>`cast(coalesce(sum(delta), 0) as bigint)`.as("points"))
		.where("actor", "=", actor)
		.where("reason", "=", sql.lit("admin-adjustment"))
		.where("created_at", ">=", since)
		.where("delta", ">", 0);
	return (await given.executeTakeFirstOrThrow()).points;
}
