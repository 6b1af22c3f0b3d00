import type { Kysely } from "kysely";

/** What happens on the channel's platforms: connections, people, events, the time that viewers watch. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await createEvents(db);
	await createWatch(db);
	await db.schema
		.createTable("platform_connections")
		.addColumn("platform", "text", (column) => column.primaryKey().notNull())
		.addColumn("account_id", "text", (column) => column.notNull())
		.addColumn("account_name", "text", (column) => column.notNull())
		.addColumn("scopes", "text", (column) => column.notNull())
		.addColumn("tokens", "text", (column) => column.notNull())
		.addColumn("hook_secret", "text", (column) => column.notNull())
		.addColumn("transport", "text", (column) => column.notNull())
		.addColumn("connected_at", "text", (column) => column.notNull())
		.addColumn("heard_at", "text")
		.execute();
	await db.schema
		.createTable("platform_silences")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("from_at", "text", (column) => column.notNull())
		.addColumn("until_at", "text", (column) => column.notNull())
		.execute();
}

async function createEvents(db: Kysely<unknown>) {
	await db.schema
		.createTable("platform_people")
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("person_id", "text", (column) => column.notNull())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("linked_at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("platform_people_once", ["platform", "person_id"])
		.execute();
	await db.schema
		.createIndex("platform_people_of_user")
		.on("platform_people")
		.columns(["user_id", "platform"])
		.execute();
	await db.schema
		.createTable("platform_events")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("person_id", "text", (column) => column.notNull())
		.addColumn("person_name", "text", (column) => column.notNull())
		.addColumn("key", "text", (column) => column.notNull())
		.addColumn("kind", "text", (column) => column.notNull())
		.addColumn("facts", "text", (column) => column.notNull())
		.addColumn("happened_at", "text", (column) => column.notNull())
		.addColumn("received_at", "text", (column) => column.notNull())
		.addColumn("state", "text", (column) => column.notNull())
		.addColumn("tries", "integer", (column) => column.notNull())
		.addColumn("next_try_at", "text")
		.addColumn("fault", "text")
		.addColumn("user_id", "text", (column) => column.references("users.id"))
		.addColumn("points", "integer")
		.addUniqueConstraint("platform_events_once", ["platform", "person_id", "key"])
		.execute();
	await db.schema
		.createIndex("platform_events_by_state")
		.on("platform_events")
		.columns(["state", "next_try_at"])
		.execute();
	await db.schema
		.createIndex("platform_events_of_user")
		.on("platform_events")
		.columns(["user_id", "id"])
		.execute();
}

async function createWatch(db: Kysely<unknown>) {
	await db.schema
		.createTable("watch_turns")
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("stream_id", "text", (column) => column.notNull())
		.addColumn("turn", "integer", (column) => column.notNull())
		.addColumn("at", "text", (column) => column.notNull())
		.addColumn("people", "text")
		.addColumn("handled", "integer", (column) => column.notNull())
		.addColumn("points", "integer", (column) => column.notNull())
		.addPrimaryKeyConstraint("watch_turns_once", ["platform", "stream_id", "turn"])
		.execute();
	await db.schema
		.createTable("waiting_watch")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("person_id", "text", (column) => column.notNull())
		.addColumn("stream_id", "text", (column) => column.notNull())
		.addColumn("day", "text", (column) => column.notNull())
		.addColumn("points", "integer", (column) => column.notNull())
		.addColumn("user_id", "text", (column) => column.references("users.id"))
		.addColumn("credited", "integer")
		.addUniqueConstraint("waiting_watch_once", ["platform", "person_id", "stream_id", "day"])
		.execute();
	await db.schema
		.createIndex("waiting_watch_of_user")
		.on("waiting_watch")
		.columns(["user_id", "credited"])
		.execute();
	await db.schema
		.createTable("chat_activity")
		.addColumn("platform", "text", (column) => column.notNull())
		.addColumn("person_id", "text", (column) => column.notNull())
		.addColumn("person_name", "text", (column) => column.notNull())
		.addColumn("at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("chat_activity_once", ["platform", "person_id"])
		.execute();
}
