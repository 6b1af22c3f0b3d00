import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("avatars")
		.addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
		.addColumn("id", "text", (column) => column.notNull().unique())
		.addColumn("source", "text", (column) => column.notNull())
		.addColumn("picture", "blob", (column) => column.notNull())
		.addColumn("fetched_at", "text", (column) => column.notNull())
		.execute();
}
