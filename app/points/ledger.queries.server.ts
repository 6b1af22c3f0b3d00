import type { Db, Trx } from "db/database";
import type { PointEntries } from "db/schema";
import type { Insertable } from "kysely";

/**
 * Adds `delta` to the cached balance if it holds at least `needed` points.
 * @returns the new balance; undefined when the points do not suffice.
 */
export async function updateBalance(
	trx: Trx,
	userId: string,
	delta: number,
	needed: number,
): Promise<number | undefined> {
	const row = await trx
		.updateTable("user_points")
		.set((eb) => ({ points: eb("points", "+", delta) }))
		.where("user_id", "=", userId)
		.where("points", ">=", needed)
		.returning("points")
		.executeTakeFirst();
	return row?.points;
}

export async function insertEntries(trx: Trx, rows: readonly Insertable<PointEntries>[]): Promise<void> {
	await trx.insertInto("point_entries").values(rows).execute();
}

export async function insertBalance(trx: Trx, userId: string): Promise<void> {
	await trx.insertInto("user_points").values({ user_id: userId, points: 0 }).execute();
}

export async function findBalance(db: Db | Trx, userId: string): Promise<number | undefined> {
	const row = await db
		.selectFrom("user_points")
		.select("points")
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row?.points;
}

export async function findLastEntryId(trx: Trx, userId: string): Promise<number | undefined> {
	const row = await trx
		.selectFrom("point_entries")
		.select("id")
		.where("user_id", "=", userId)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.id;
}
