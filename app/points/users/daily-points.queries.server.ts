import type { Db, Trx } from "db/database";
import { sql } from "kysely";

/** A moderator's daily amount, and what was given on the last day on which something was given. */
export const findDailyPoints = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("moderators")
		.select(["daily_points", "given_points", "given_on"])
		.where("user_id", "=", userId)
		.executeTakeFirst();

/** Adds points to those that a moderator has given on a day, such as `2026-11-26`. */
export async function updateDailyPoints(
	trx: Trx,
	userId: string,
	day: string,
	points: number,
): Promise<void> {
	await trx
		.updateTable("moderators")
		.set({
			given_points: sql<number>`case when given_on = ${day} then given_points else 0 end + ${points}`,
			given_on: day,
		})
		.where("user_id", "=", userId)
		.execute();
}
