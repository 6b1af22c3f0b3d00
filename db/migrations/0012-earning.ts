import type { Kysely } from "kysely";

/** How viewers earn points without an outside service: rules, claim codes, the daily bonus. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("earning_rules")
		.addColumn("version", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("rules", "text", (column) => column.notNull())
		.addColumn("valid_from", "text", (column) => column.notNull())
		.execute();
	await createClaimCodes(db);
	await db.schema
		.createTable("daily_bonuses")
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("day", "text", (column) => column.notNull())
		.addColumn("streak", "integer", (column) => column.notNull())
		.addColumn("points", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("daily_bonuses_once", ["user_id", "day"])
		.execute();
	await db.schema
		.createIndex("daily_bonuses_by_day")
		.on("daily_bonuses")
		.columns(["day", "user_id"])
		.execute();
	await db.schema
		.createTable("earned_days")
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("day", "text", (column) => column.notNull())
		.addColumn("points", "integer", (column) => column.notNull())
		.addPrimaryKeyConstraint("earned_days_once", ["user_id", "day"])
		.execute();
	// The last break of a player, which outlives `break_until`: a streak of days is not lost in a break.
	for (const column of ["last_break_from", "last_break_until"]) {
		await db.schema.alterTable("play_limits").addColumn(column, "text").execute();
	}
}

async function createClaimCodes(db: Kysely<unknown>) {
	await db.schema
		.createTable("claim_codes")
		.addColumn("id", "text", (column) => column.primaryKey().notNull())
		.addColumn("code", "text", (column) => column.notNull())
		.addColumn("folded", "text", (column) => column.notNull())
		.addColumn("points", "integer", (column) => column.notNull())
		.addColumn("max_claims", "integer")
		.addColumn("claims", "integer", (column) => column.notNull())
		.addColumn("audience", "text", (column) => column.notNull())
		.addColumn("starts_at", "text", (column) => column.notNull())
		.addColumn("ends_at", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("claim_codes_by_text")
		.on("claim_codes")
		.columns(["folded", "ends_at"])
		.execute();
	await db.schema
		.createIndex("claim_codes_newest")
		.on("claim_codes")
		.columns(["created_at desc", "id"])
		.execute();
	await db.schema
		.createTable("code_claims")
		.addColumn("code_id", "text", (column) => column.notNull().references("claim_codes.id"))
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("points", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("code_claims_once", ["code_id", "user_id"])
		.execute();
	await db.schema
		.createIndex("code_claims_of_user")
		.on("code_claims")
		.columns(["user_id", "created_at"])
		.execute();
}
