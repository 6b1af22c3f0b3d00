import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await createNotifications(db);
	await createPush(db);
	// For the job that applies due limits and ends breaks.
	for (const column of ["next_from", "break_until"]) {
		await db.schema
			.createIndex(`play_limits_by_${column}`)
			.on("play_limits")
			.column(column)
			.where(column as never, "is not", null)
			.execute();
	}
}

/** What each viewer is told, as data. Their text is written in the reader's language when it is read. */
async function createNotifications(db: Kysely<unknown>) {
	await db.schema
		.createTable("notifications")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("kind", "text", (column) => column.notNull())
		.addColumn("reference", "text", (column) => column.notNull())
		.addColumn("data", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("read_at", "text")
		.addUniqueConstraint("notifications_once", ["user_id", "kind", "reference"])
		.execute();
	await db.schema
		.createIndex("notifications_newest")
		.on("notifications")
		.columns(["user_id", "id desc"])
		.execute();
	await db.schema
		.createIndex("notifications_unread")
		.on("notifications")
		.column("user_id")
		.where("read_at" as never, "is", null)
		.execute();
	await db.schema.createIndex("notifications_by_age").on("notifications").column("created_at").execute();
}

/** The key pair that signs push messages, and the browsers that want them. */
async function createPush(db: Kysely<unknown>) {
	await db.schema
		.createTable("push_keys")
		.addColumn("id", "integer", (column) => column.primaryKey())
		.addColumn("public_key", "text", (column) => column.notNull())
		.addColumn("private_key", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("push_subscriptions")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("session_id", "text", (column) => column.notNull())
		.addColumn("endpoint", "text", (column) => column.notNull())
		.addColumn("p256dh", "text", (column) => column.notNull())
		.addColumn("auth", "text", (column) => column.notNull())
		.addColumn("language", "text", (column) => column.notNull())
		.addColumn("wants_orders", "integer", (column) => column.notNull())
		.addColumn("wants_hunts", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("push_subscriptions_of_user")
		.on("push_subscriptions")
		.columns(["user_id", "created_at"])
		.execute();
	await db.schema
		.createIndex("push_subscriptions_of_session")
		.on("push_subscriptions")
		.column("session_id")
		.execute();
}
