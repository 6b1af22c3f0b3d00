import type { Kysely } from "kysely";

/** When a post was added, as every record has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable("instagram_embeds")
		.addColumn("created_at", "text", (column) => column.notNull().defaultTo("2026-01-01T00:00:00.000Z"))
		.execute();
}
