import type { Kysely } from "kysely";

/** People whom an admin made admins, by the provider's subject; they may not have signed in yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("admins")
		.addColumn("subject", "text", (column) => column.primaryKey().notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
}
