import type { Trx } from "db/database";

/** What a viewer has earned on a day, except by claim codes. */
export async function findEarned(trx: Trx, userId: string, day: string): Promise<number> {
	const row = await trx
		.selectFrom("earned_days")
		.select("points")
		.where("user_id", "=", userId)
		.where("day", "=", day)
		.executeTakeFirst();
	return row?.points ?? 0;
}

export async function addEarned(trx: Trx, userId: string, day: string, points: number): Promise<void> {
	await trx
		.insertInto("earned_days")
		.values({ user_id: userId, day, points })
		.onConflict((conflict) =>
			conflict
				.columns(["user_id", "day"])
				.doUpdateSet((eb) => ({ points: eb("earned_days.points", "+", points) })),
		)
		.execute();
}
