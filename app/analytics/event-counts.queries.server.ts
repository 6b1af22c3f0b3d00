import type { Db, Trx } from "db/database";
import type { EventCounts } from "db/schema";

/** Bounds what one look at the page reads. */
const MAX_LABELS = 5000;

/** Adds to what the day has counted so far. */
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

/** The subjects of an event that a day has counted. */
export async function findLabels(
	trx: Trx,
	{ day, event }: Pick<EventCounts, "day" | "event">,
): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("event_counts")
		.select("label")
		.where("day", "=", day)
		.where("event", "=", event)
		.execute();
	return new Set(rows.map(({ label }) => label));
}

/** How often each event was counted on each day from `day` on. */
export const sumPerDay = (db: Db, day: string) =>
	db
		.selectFrom("event_counts")
		.select((eb) => ["day", "event", eb.fn.sum<number>("count").as("count")])
		.where("day", ">=", day)
		.groupBy(["day", "event"])
		.execute();

/** How often each subject of each event was counted from `day` on, most often first. */
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

export async function deleteCountsBefore(db: Db, day: string): Promise<void> {
	await db.deleteFrom("event_counts").where("day", "<", day).execute();
}
