import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await allowNoName(db);
	// The primary key finds the hours of a source.
	await db.schema
		.createTable("point_hours")
		.addColumn("source", "text", (column) => column.notNull())
		.addColumn("hour", "text", (column) => column.notNull())
		.addColumn("user_id", "text", (column) => column.notNull().references("user_points.user_id"))
		.addColumn("points", "integer", (column) => column.notNull())
		.addPrimaryKeyConstraint("point_hours_once", ["source", "hour", "user_id"])
		.execute();
}

/**
 * An erased person has no name, so that no page can show a technical one. The column is replaced, because SQLite cannot
 * drop `not null`.
 */
async function allowNoName(db: Kysely<unknown>) {
	for (const index of ["users_by_username", "users_by_email"]) await db.schema.dropIndex(index).execute();
	await db.schema.alterTable("users").addColumn("name", "text").execute();
	await sql`update users set name = twitch_username where twitch_id not like 'erased:%'`.execute(db);
	await db.schema.alterTable("users").dropColumn("twitch_username").execute();
	await db.schema.alterTable("users").renameColumn("name", "twitch_username").execute();
	await db.schema.createIndex("users_by_username").on("users").columns(["twitch_username", "id"]).execute();
	await db.schema
		.createIndex("users_by_email")
		.on("users")
		.expression(sql`lower(email), twitch_username, id`)
		.execute();
	await sql`
		update point_merges set username = ''
		where user_id in (select id from users where twitch_username is null)`.execute(db);
}
