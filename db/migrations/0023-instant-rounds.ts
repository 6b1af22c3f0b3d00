import { type Kysely, sql } from "kysely";

/** One table holds the rounds of all games that are played in one request. Those of Plinko move to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("instant_rounds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("game", "text", (column) => column.notNull())
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("seed_id", "text", (column) => column.notNull().references("player_seeds.id"))
		.addColumn("client_seed", "text", (column) => column.notNull())
		.addColumn("nonce", "integer", (column) => column.notNull())
		.addColumn("table_version", "integer", (column) => column.notNull())
		.addColumn("stake", "integer", (column) => column.notNull().check(sql`stake > 0`))
		.addColumn("draws", "integer", (column) => column.notNull().check(sql`draws > 0`))
		.addColumn("input", "text", (column) => column.notNull())
		.addColumn("outcome", "text", (column) => column.notNull())
		.addColumn("payout", "integer", (column) => column.notNull().check(sql`payout >= 0`))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addUniqueConstraint("instant_rounds_one_per_nonce", ["seed_id", "nonce"])
		.execute();
	await sql`
		insert into instant_rounds select id, 'plinko', user_id, seed_id, client_seed, nonce, table_version, stake * balls,
			balls, '{"stake":' || stake || ',"balls":' || balls || '}', slots, payout, created_at from plinko_rounds`.execute(
		db,
	);
	await db.schema.dropTable("plinko_rounds").execute();
	await db.schema
		.createIndex("instant_rounds_of_user")
		.on("instant_rounds")
		.columns(["user_id", "game", "created_at", "id"])
		.execute();
}
