import type { Kysely } from "kysely";

/** What is needed to pay once: events that an erasure has forgotten, and the turns of points that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("forgotten_events")
		.addColumn("hash", "text", (column) => column.primaryKey().notNull())
		.addColumn("until", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.alterTable("waiting_watch")
		.addColumn("turns", "text", (column) => column.notNull().defaultTo(""))
		.execute();
}
