import type { Kysely } from "kysely";

/** Prevents double payments: stores the events that an erasure has forgotten, and the turns of waiting points. */
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
