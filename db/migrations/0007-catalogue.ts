import { type Kysely, sql } from "kysely";
import { makeImmutable } from "../triggers";

export async function up(db: Kysely<unknown>): Promise<void> {
	// One goal per viewer.
	await db.schema
		.createTable("goals")
		.addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
		.addColumn("item_id", "text", (column) => column.notNull().references("store_items.id"))
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema.createIndex("goals_of_item").on("goals").column("item_id").execute();

	// One JSON column instead of a column per text and language: no query sorts or filters by these texts, and another
	// language needs no migration.
	for (const table of ["store_items", "orders", "slots", "promotions", "hunts"]) {
		await db.schema
			.alterTable(table)
			.addColumn("translations", "text", (column) => column.notNull().defaultTo(sql`'{}'`))
			.execute();
	}
	await makeImmutable(db, "orders", "translations");
}
