import type { Db, Trx } from "db/database";
import type { DailyBonuses } from "db/schema";
import { type Insertable, sql } from "kysely";

const bonusesOf = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("daily_bonuses")
		.select(["day", "streak", "points", "number"])
		.where("user_id", "=", userId)
		.limit(1);

/** The bonus that a viewer has collected last, by the order of collecting. */
export const findNewestBonus = (db: Db | Trx, userId: string) =>
	bonusesOf(db, userId).orderBy("number", "desc").executeTakeFirst();

/** The bonus of a viewer with the latest date up to `day`. */
export const findLastBonus = (db: Db | Trx, userId: string, day: string) =>
	bonusesOf(db, userId).where("day", "<=", day).orderBy("day", "desc").executeTakeFirst();

export async function insertBonus(trx: Trx, row: Insertable<DailyBonuses>): Promise<void> {
	await trx.insertInto("daily_bonuses").values(row).execute();
}

/** The bonuses of all viewers from one day to another, after one of them. */
export const findBonusesBetween = (
	db: Db,
	from: string,
	to: string,
	last: { day: string; user_id: string } | undefined,
	limit: number,
) =>
	db
		.selectFrom("daily_bonuses")
		.select(["day", "user_id", "streak"])
		.where("day", "<=", to)
		.where(sql<boolean>`(day, user_id) > (${last?.day ?? from}, ${last?.user_id ?? ""})`)
		.orderBy("day")
		.orderBy("user_id")
		.limit(limit)
		.execute();
