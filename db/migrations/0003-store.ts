import { type Kysely, sql } from "kysely";
import { allowChange, makeImmutable } from "../triggers";

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("store_items")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("name", "text", (column) => column.notNull())
		.addColumn("description", "text", (column) => column.notNull())
		.addColumn("image", "text", (column) => column.notNull())
		.addColumn("price", "integer", (column) => column.notNull().check(sql`price >= 1`))
		.addColumn("stock", "integer", (column) => column.notNull().check(sql`stock >= 0`))
		.addColumn("status", "text", (column) => column.notNull().check(sql`status in ('active', 'disabled')`))
		.addColumn("viewer_limit", "integer", (column) => column.check(sql`viewer_limit >= 1`))
		.addColumn("cooldown_hours", "integer", (column) => column.check(sql`cooldown_hours >= 1`))
		.addColumn("question", "text")
		.addColumn("has_codes", "integer", (column) => column.notNull().check(sql`has_codes in (0, 1)`))
		.addColumn("revision", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("store_items_on_offer")
		.on("store_items")
		.columns(["status", "price desc", "created_at"])
		.execute();

	await db.schema
		.createTable("orders")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("item_id", "text", (column) => column.notNull().references("store_items.id"))
		.addColumn("item_name", "text", (column) => column.notNull())
		.addColumn("item_price", "integer", (column) => column.notNull())
		.addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity >= 1`))
		.addColumn("total_points", "integer", (column) => column.notNull())
		.addColumn("status", "text", (column) =>
			column.notNull().check(sql`status in ('created', 'approved', 'cancelled')`),
		)
		.addColumn("question", "text")
		.addColumn("answer", "text")
		.addColumn("note", "text")
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("decided_at", "text")
		.addColumn("decided_by", "text")
		.addCheckConstraint("orders_priced", sql`total_points = quantity * item_price and item_price >= 1`)
		.addCheckConstraint("orders_decided", sql`(status = 'created') = (decided_at is null)`)
		.execute();
	for (const columns of [[], ["status"], ["user_id"], ["item_id"]]) {
		await db.schema
			.createIndex(["orders_newest", ...columns].join("_"))
			.on("orders")
			.columns([...columns, "created_at desc", "id desc"])
			.execute();
	}
	await allowChange(db, "orders", "status", "old.status = 'created' and new.status <> 'created'");
	for (const column of ["user_id", "item_id", "item_name", "item_price", "quantity", "total_points"]) {
		await makeImmutable(db, "orders", column);
	}

	await db.schema
		.createTable("item_codes")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("item_id", "text", (column) => column.notNull().references("store_items.id"))
		.addColumn("code", "text", (column) => column.notNull())
		.addColumn("order_id", "text", (column) => column.references("orders.id").unique())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addUniqueConstraint("item_codes_once", ["item_id", "code"])
		.execute();
	await db.schema
		.createIndex("item_codes_free")
		.on("item_codes")
		.columns(["item_id", "order_id", "id"])
		.execute();
	await allowChange(db, "item_codes", "order_id", "old.order_id is null");

	await db.schema
		.createTable("redeem_messages")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("order_id", "text", (column) => column.notNull().references("orders.id").unique())
		.addColumn("state", "text", (column) =>
			column.notNull().check(sql`state in ('off', 'pending', 'delivered', 'failed')`),
		)
		.addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
		.addColumn("next_try_at", "text")
		.addColumn("last_fault", "text")
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("delivered_at", "text")
		.addCheckConstraint("redeem_messages_due", sql`(state = 'pending') = (next_try_at is not null)`)
		.execute();
	await db.schema
		.createIndex("redeem_messages_due")
		.on("redeem_messages")
		.columns(["state", "next_try_at"])
		.execute();
	for (const column of ["id", "order_id"]) await makeImmutable(db, "redeem_messages", column);

	await db.schema
		.createTable("point_merges")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("provider", "text", (column) => column.notNull())
		.addColumn("username", "text", (column) => column.notNull())
		.addColumn("provider_points", "integer", (column) => column.notNull())
		.addColumn("credited", "integer", (column) => column.notNull().check(sql`credited >= 1`))
		.addColumn("actor", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("undone_at", "text")
		.addColumn("undone_by", "text")
		.execute();
	for (const owner of ["user_id", "username"]) {
		await db.schema
			.createIndex(`point_merges_of_${owner}`)
			.on("point_merges")
			.columns([owner, "provider", "created_at"])
			.execute();
	}
	await allowChange(db, "point_merges", "undone_at", "old.undone_at is null");

	// For sorting and searching in the admins' tables.
	await db.schema.createIndex("users_by_username").on("users").columns(["twitch_username", "id"]).execute();
	await db.schema
		.createIndex("users_by_email")
		.on("users")
		.expression(sql`lower(email), twitch_username, id`)
		.execute();
	await db.schema
		.createIndex("user_points_by_points")
		.on("user_points")
		.columns(["points", "user_id"])
		.execute();
}
