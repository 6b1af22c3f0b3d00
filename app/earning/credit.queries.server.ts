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
