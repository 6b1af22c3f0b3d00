import type { Db, Trx } from "db/database";

/**
 * Adds `delta` to the cached balance, unless it would fall under 0.
 * @returns the new balance; undefined when the points do not suffice.
 */
export async function updateBalance(trx: Trx, userId: string, delta: number): Promise<number | undefined> {
	const row = await trx
		.updateTable("user_points")
		.set((eb) => ({ points: eb("points", "+", delta) }))
		.where("user_id", "=", userId)
		.where((eb) => eb(eb("points", "+", delta), ">=", 0))
		.returning("points")
		.executeTakeFirst();
	return row?.points;
}

export async function insertEntry(
	trx: Trx,
	row: {
		user_id: string;
		delta: number;
		balance_after: number;
		reason: string;
		reference: string;
		actor: string;
		created_at: string;
	},
): Promise<void> {
	await trx.insertInto("point_entries").values(row).execute();
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
