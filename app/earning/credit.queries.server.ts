import type { Trx } from "db/database";

/** What viewers have earned on a day, except by claim codes; a viewer who has earned nothing is missing. */
export async function findEarned(
	trx: Trx,
	userIds: readonly string[],
	day: string,
): Promise<Map<string, number>> {
	const rows = await trx
		.selectFrom("earned_days")
		.select(["user_id", "points"])
		.where("user_id", "in", userIds)
		.where("day", "=", day)
		.execute();
	return new Map(rows.map(({ user_id, points }) => [user_id, points]));
}

/** Which references of a reason have an entry in the ledger. */
export async function findCredited(
	trx: Trx,
	reason: string,
	references: readonly string[],
): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("point_entries")
		.select("reference")
		.where("reason", "=", reason)
		.where("reference", "in", references)
		.execute();
	return new Set(rows.map(({ reference }) => reference));
}

/** Adds to what viewers have earned on a day. */
export async function addEarned(
	trx: Trx,
	day: string,
	earned: readonly { userId: string; delta: number }[],
): Promise<void> {
	await trx
		.insertInto("earned_days")
		.values(earned.map(({ userId, delta }) => ({ user_id: userId, day, points: delta })))
		.onConflict((conflict) =>
			conflict
				.columns(["user_id", "day"])
				.doUpdateSet((eb) => ({ points: eb("earned_days.points", "+", eb.ref("excluded.points")) })),
		)
		.execute();
}
