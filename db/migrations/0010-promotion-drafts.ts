import { type Kysely, sql } from "kysely";

/** A new promotion is a draft until its first save. There is at most one draft. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable("promotions")
		.addColumn("is_draft", "integer", (column) =>
			column.notNull().defaultTo(0).check(sql`is_draft in (0, 1)`),
		)
		.execute();
	await db.schema
		.createIndex("promotions_one_draft")
		.unique()
		.on("promotions")
		.column("is_draft")
		.where(sql.ref("is_draft"), "=", 1)
		.execute();
}
