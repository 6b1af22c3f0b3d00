import type { Db, Trx } from "db/database";
import type { EventCounts } from "db/schema";

/** Bounds the rows that one request reads. */
const MAX_LABELS = 5000;

/** Adds `count` to the stored count of the day, event and label, or inserts it. */
export async function addCount(trx: Trx, row: EventCounts): Promise<void> {
	await trx
		.insertInto("event_counts")
		.values(row)
		.onConflict((conflict) =>
			conflict.columns(["day", "event", "label"]).doUpdateSet((eb) => ({
				count: eb("event_counts.count", "+", eb.ref("excluded.count")),
			})),
		)
		.execute();
}

/** The count of each event on each day from `day` (`YYYY-MM-DD`) on. Days without events are missing. */
export const sumPerDay = (db: Db, day: string) =>
	db
		.selectFrom("event_counts")
		.select((eb) => ["day", "event", eb.fn.sum<number>("count").as("count")])
		.where("day", ">=", day)
		.groupBy(["day", "event"])
		.execute();

/**
 * The count of each event and label from `day` (`YYYY-MM-DD`) on, the highest first. Counts without a label are left
 * out; at most 5000 rows.
 */
export const sumPerLabel = (db: Db, day: string) =>
	db
		.selectFrom("event_counts")
		.select((eb) => ["event", "label", eb.fn.sum<number>("count").as("count")])
		.where("day", ">=", day)
		.where("label", "<>", "")
		.groupBy(["event", "label"])
		.orderBy("count", "desc")
		.orderBy("label", "asc")
		.limit(MAX_LABELS)
		.execute();

/** @param day `YYYY-MM-DD`; its counts are kept. */
export async function deleteCountsBefore(trx: Trx, day: string): Promise<void> {
	await trx.deleteFrom("event_counts").where("day", "<", day).execute();
}
