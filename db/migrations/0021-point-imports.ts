import { type Kysely, sql } from "kysely";

/**
 * Imports of points line by line, so that a large file is imported in many transactions and points can wait for a first
 * sign-in. What admins write when they give or take points has a table, because the ledger cannot forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("point_notes")
		.addColumn("reference", "text", (column) => column.primaryKey().notNull())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("note", "text", (column) => column.notNull())
		.execute();
	await db.schema.createIndex("point_notes_of_user").on("point_notes").column("user_id").execute();
	await db.schema
		.createTable("point_imports")
		.addColumn("id", "text", (column) => column.primaryKey().notNull())
		.addColumn("admin_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("source", "text")
		.addColumn("state", "text", (column) => column.notNull())
		.addColumn("unknown", "text")
		.addColumn("users", "integer", (column) => column.notNull())
		.addColumn("points_before", "integer", (column) => column.notNull())
		.addColumn("points_after", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("point_import_lines")
		.addColumn("import_id", "text", (column) => column.notNull().references("point_imports.id"))
		.addColumn("line", "integer", (column) => column.notNull())
		.addColumn("name", "text", (column) => column.notNull())
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("person_id", "text", (column) => column.notNull())
		.addColumn("points", "integer")
		.addColumn("user_id", "text", (column) => column.references("users.id"))
		.addColumn("before", "integer")
		.addColumn("state", "text", (column) => column.notNull())
		.addColumn("detail", "text")
		.addPrimaryKeyConstraint("point_import_lines_once", ["import_id", "line"])
		.execute();
	await db.schema
		.createIndex("point_import_lines_by_state")
		.on("point_import_lines")
		.columns(["import_id", "state", "line"])
		.execute();
	await db.schema
		.createIndex("point_import_lines_of_user")
		.on("point_import_lines")
		.column("user_id")
		.execute();
	await sql`
		create index point_import_lines_waiting_name on point_import_lines (name)
		where state = 'waiting'`.execute(db);
	await sql`
		create index point_import_lines_waiting_person on point_import_lines (platform, person_id)
		where state = 'waiting'`.execute(db);
}
