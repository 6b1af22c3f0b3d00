import { type Kysely, sql } from "kysely";
import { makeAppendOnly } from "../triggers";

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("users")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("twitch_id", "text", (column) => column.notNull().unique())
		.addColumn("twitch_username", "text", (column) => column.notNull())
		.addColumn("email", "text")
		.addColumn("roles", "text", (column) => column.notNull().defaultTo("[]"))
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();

	await db.schema
		.createTable("user_points")
		.addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
		.addColumn("points", "integer", (column) => column.notNull().check(sql`points >= 0`))
		.execute();

	await db.schema
		.createTable("point_entries")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("user_id", "text", (column) => column.notNull().references("user_points.user_id"))
		.addColumn("delta", "integer", (column) => column.notNull())
		.addColumn("balance_after", "integer", (column) => column.notNull().check(sql`balance_after >= 0`))
		.addColumn("reason", "text", (column) => column.notNull())
		.addColumn("reference", "text", (column) => column.notNull())
		.addColumn("actor", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addUniqueConstraint("point_entries_once", ["reason", "reference"])
		.execute();
	await db.schema
		.createIndex("point_entries_of_user")
		.on("point_entries")
		.columns(["user_id", "id"])
		.execute();
	await makeAppendOnly(db, "point_entries");

	await db.schema
		.createTable("sessions")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("expires_at", "text", (column) => column.notNull())
		.addColumn("tokens", "text", (column) => column.notNull())
		.addColumn("tokens_expire_at", "text", (column) => column.notNull())
		.execute();
	await db.schema.createIndex("sessions_by_expiry").on("sessions").column("expires_at").execute();

	await db.schema
		.createTable("idempotency_keys")
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("id", "text", (column) => column.notNull())
		.addColumn("action", "text", (column) => column.notNull())
		.addColumn("input", "text", (column) => column.notNull())
		.addColumn("answer", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("idempotency_keys_once", ["user_id", "id"])
		.execute();
	await db.schema
		.createIndex("idempotency_keys_by_age")
		.on("idempotency_keys")
		.column("created_at")
		.execute();

	await db.schema
		.createTable("player_seeds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("server_seed", "text", (column) => column.notNull())
		.addColumn("server_seed_hash", "text", (column) => column.notNull())
		.addColumn("client_seed", "text", (column) => column.notNull())
		.addColumn("nonce", "integer", (column) => column.notNull().defaultTo(0))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("revealed_at", "text")
		.execute();
	await db.schema
		.createIndex("player_seeds_one_in_use")
		.unique()
		.on("player_seeds")
		.column("user_id")
		.where(sql.ref("revealed_at"), "is", null)
		.execute();

	await db.schema
		.createTable("plinko_rounds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("seed_id", "text", (column) => column.notNull().references("player_seeds.id"))
		.addColumn("client_seed", "text", (column) => column.notNull())
		.addColumn("nonce", "integer", (column) => column.notNull())
		.addColumn("table_version", "integer", (column) => column.notNull())
		.addColumn("stake", "integer", (column) => column.notNull().check(sql`stake > 0`))
		.addColumn("balls", "integer", (column) => column.notNull().check(sql`balls > 0`))
		.addColumn("slots", "text", (column) => column.notNull())
		.addColumn("payout", "integer", (column) => column.notNull().check(sql`payout >= 0`))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addUniqueConstraint("plinko_rounds_one_per_nonce", ["seed_id", "nonce"])
		.execute();
	await db.schema
		.createIndex("plinko_rounds_of_user")
		.on("plinko_rounds")
		.columns(["user_id", "created_at"])
		.execute();

	await db.schema
		.createTable("game_wins")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("amount", "integer", (column) => column.notNull().check(sql`amount > 0`))
		.addColumn("game_name", "text", (column) => column.notNull())
		.addColumn("day", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("game_wins_of_day")
		.on("game_wins")
		.columns(["day", "amount desc", "created_at"])
		.execute();

	await db.schema
		.createTable("social_links")
		.addColumn("platform", "text", (column) => column.primaryKey())
		.addColumn("url", "text", (column) => column.notNull())
		.addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
		.execute();
}
