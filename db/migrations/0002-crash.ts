import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("crash_game_state")
		.addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
		.addColumn("is_active", "integer", (column) => column.notNull().check(sql`is_active in (0, 1)`))
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();

	await db.schema
		.createTable("crash_chains")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("seed", "text", (column) => column.notNull())
		.addColumn("length", "integer", (column) => column.notNull().check(sql`length > 0`))
		.addColumn("commitment", "text", (column) => column.notNull())
		.addColumn("salt", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();

	await db.schema
		.createTable("crash_rounds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("game", "text", (column) => column.notNull().check(sql`game in ('solo', 'live')`))
		.addColumn("status", "text", (column) =>
			column.notNull().check(sql`status in ('open', 'closed', 'voided')`),
		)
		.addColumn("crash_point", "integer", (column) => column.check(sql`crash_point >= 100`))
		.addColumn("opened_at", "text", (column) => column.notNull())
		.addColumn("started_at", "text")
		.addColumn("closed_at", "text")
		.addColumn("chain_id", "text", (column) => column.references("crash_chains.id"))
		.addColumn("number", "integer")
		.addColumn("hash", "text")
		.addColumn("user_id", "text", (column) => column.references("users.id"))
		.addColumn("seed_id", "text", (column) => column.references("player_seeds.id"))
		.addColumn("client_seed", "text")
		.addColumn("nonce", "integer")
		.addColumn("draw_version", "integer")
		.addUniqueConstraint("crash_rounds_one_per_link", ["chain_id", "number"])
		.addUniqueConstraint("crash_rounds_one_per_nonce", ["seed_id", "nonce"])
		.addCheckConstraint(
			"crash_rounds_whole",
			sql`case game
				when 'live' then chain_id is not null and number is not null and hash is not null
					and crash_point is not null
				else user_id is not null end
				and (status <> 'closed' or crash_point is not null)`,
		)
		.execute();
	await db.schema
		.createIndex("crash_rounds_of_game")
		.on("crash_rounds")
		.columns(["game", "opened_at"])
		.execute();
	await db.schema
		.createIndex("crash_rounds_of_user")
		.on("crash_rounds")
		.columns(["user_id", "opened_at"])
		.execute();
	await db.schema
		.createIndex("crash_rounds_open")
		.on("crash_rounds")
		.column("status")
		.where(sql.ref("status"), "=", "open")
		.execute();

	await db.schema
		.createTable("crash_bets")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("round_id", "text", (column) => column.notNull().references("crash_rounds.id"))
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("amount", "integer", (column) => column.notNull().check(sql`amount > 0`))
		.addColumn("target", "integer", (column) => column.check(sql`target > 100`))
		.addColumn("status", "text", (column) =>
			column.notNull().check(sql`status in ('active', 'cashed_out', 'lost', 'cancelled', 'refunded')`),
		)
		.addColumn("payout", "integer", (column) => column.check(sql`payout >= 0`))
		.addColumn("cash_out_multiplier", "integer", (column) => column.check(sql`cash_out_multiplier >= 100`))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addCheckConstraint(
			"crash_bets_whole",
			sql`case status
				when 'cashed_out' then payout is not null and cash_out_multiplier is not null
				when 'lost' then payout = 0 and cash_out_multiplier is null
				else payout is null and cash_out_multiplier is null end`,
		)
		.execute();
	// One bet per player and round; a cancelled bet does not count.
	await db.schema
		.createIndex("crash_bets_one_each")
		.unique()
		.on("crash_bets")
		.columns(["round_id", "user_id"])
		.where(sql.ref("status"), "<>", "cancelled")
		.execute();
	await db.schema
		.createIndex("crash_bets_of_user")
		.on("crash_bets")
		.columns(["user_id", "created_at"])
		.execute();
	await db.schema
		.createIndex("crash_bets_active")
		.on("crash_bets")
		.column("round_id")
		.where(sql.ref("status"), "=", "active")
		.execute();
}
