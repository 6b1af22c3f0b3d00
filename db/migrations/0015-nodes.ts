import type { Kysely } from "kysely";

/** The processes that serve a PostgreSQL database, and which of them leads. A site with a SQLite file uses neither table. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("nodes")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("host", "text", (column) => column.notNull())
		.addColumn("started_at", "integer", (column) => column.notNull())
		.addColumn("seen_at", "integer", (column) => column.notNull())
		.addColumn("clock_ahead", "integer", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("leases")
		.addColumn("name", "text", (column) => column.primaryKey())
		.addColumn("epoch", "integer", (column) => column.notNull())
		.addColumn("holder", "text")
		.execute();
}
