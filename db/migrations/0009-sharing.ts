import type { Kysely } from "kysely";

/** Rounds that their players show at a public address. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("shared_rounds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("game", "text", (column) => column.notNull())
		.addColumn("round_id", "text", (column) => column.notNull().unique())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema.createIndex("shared_rounds_of_user").on("shared_rounds").column("user_id").execute();
}
