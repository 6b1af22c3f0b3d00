import type { Db, Trx } from "db/database";
import type { EventCounts } from "db/schema";

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

export async function deleteCountsBefore(db: Db, day: string): Promise<void> {
	await db.deleteFrom("event_counts").where("day", "<", day).execute();
}
