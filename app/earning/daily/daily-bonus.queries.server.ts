import type { Db, Trx } from "db/database";
import type { DailyBonuses } from "db/schema";
import type { Insertable } from "kysely";

/** The last bonus that a viewer has collected. */
export const findLastBonus = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("daily_bonuses")
		.select(["day", "streak", "points"])
		.where("user_id", "=", userId)
		.orderBy("day", "desc")
		.limit(1)
		.executeTakeFirst();

export async function insertBonus(trx: Trx, row: Insertable<DailyBonuses>): Promise<void> {
	await trx.insertInto("daily_bonuses").values(row).execute();
}
