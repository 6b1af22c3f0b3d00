import { type Kysely, sql } from "kysely";
import { allowChange, makeAppendOnly, makeImmutable } from "../triggers";

export async function up(db: Kysely<unknown>): Promise<void> {
	await createChannel(db);
	await createCatalogues(db);
	await createHunts(db);
	await createPlayers(db);
}

/** Settings of the channel, and the log of the admins' changes. */
async function createChannel(db: Kysely<unknown>) {
	await db.schema
		.createTable("site_settings")
		.addColumn("key", "text", (column) => column.primaryKey())
		.addColumn("value", "text", (column) => column.notNull())
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("admin_changes")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("actor", "text", (column) => column.notNull())
		.addColumn("action", "text", (column) => column.notNull())
		.addColumn("subject", "text", (column) => column.notNull())
		.addColumn("subject_name", "text", (column) => column.notNull())
		.addColumn("before", "text")
		.addColumn("after", "text")
		.addColumn("created_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("admin_changes_of_actor")
		.on("admin_changes")
		.columns(["actor", "id"])
		.execute();
	await db.schema
		.createIndex("admin_changes_of_action")
		.on("admin_changes")
		.columns(["action", "id"])
		.execute();
	await makeAppendOnly(db, "admin_changes");

	await db.schema
		.createTable("instagram_embeds")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("embed_code", "text", (column) => column.notNull())
		.addColumn("position", "integer", (column) => column.notNull())
		.addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("event_counts")
		.addColumn("day", "text", (column) => column.notNull())
		.addColumn("event", "text", (column) => column.notNull())
		.addColumn("label", "text", (column) => column.notNull())
		.addColumn("count", "integer", (column) => column.notNull().check(sql`count >= 1`))
		.addPrimaryKeyConstraint("event_counts_once", ["day", "event", "label"])
		.execute();
}

async function createCatalogues(db: Kysely<unknown>) {
	await db.schema
		.createTable("slots")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("name", "text", (column) => column.notNull())
		.addColumn("provider", "text", (column) => column.notNull())
		.addColumn("image", "text", (column) => column.notNull())
		.addColumn("description", "text", (column) => column.notNull())
		.addColumn("demo_url", "text", (column) => column.notNull())
		.addColumn("revision", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema.createIndex("slots_by_age").on("slots").columns(["created_at", "id"]).execute();

	await db.schema
		.createTable("promotions")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("title", "text", (column) => column.notNull())
		.addColumn("description", "text")
		.addColumn("min_deposit", "real", (column) => column.check(sql`min_deposit >= 0`))
		.addColumn("cashback", "text")
		.addColumn("welcome_bonus", "text")
		.addColumn("pat", "real", (column) => column.check(sql`pat >= 0`))
		.addColumn("promocode", "text")
		.addColumn("claim_url", "text", (column) => column.notNull())
		.addColumn("image_url", "text", (column) => column.notNull())
		.addColumn("revision", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex("promotions_newest")
		.on("promotions")
		.columns(["created_at desc", "id desc"])
		.execute();
}

async function createHunts(db: Kysely<unknown>) {
	await db.schema
		.createTable("hunts")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("title", "text", (column) => column.notNull())
		.addColumn("start_cost", "integer", (column) => column.notNull().check(sql`start_cost >= 0`))
		.addColumn("stop_loss", "integer", (column) => column.notNull().defaultTo(0).check(sql`stop_loss >= 0`))
		.addColumn("status", "text", (column) => column.notNull().check(sql`status in ('open', 'finished')`))
		.addColumn("guessing", "text", (column) => column.notNull().check(sql`guessing in ('open', 'closed')`))
		.addColumn("revision", "integer", (column) => column.notNull())
		.addColumn("details_revision", "integer", (column) => column.notNull().defaultTo(1))
		.addColumn("order_revision", "integer", (column) => column.notNull().defaultTo(1))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("finished_at", "text")
		.addColumn("prize_points", "integer", (column) => column.check(sql`prize_points >= 1`))
		.addColumn("prize_user_id", "text", (column) => column.references("users.id"))
		.addColumn("prize_paid_at", "text")
		.addCheckConstraint("hunts_finished", sql`(status = 'finished') = (finished_at is not null)`)
		.addCheckConstraint(
			"hunts_prize",
			sql`(prize_points is null) = (prize_paid_at is null) and (prize_user_id is null) = (prize_paid_at is null)`,
		)
		.execute();
	await db.schema
		.createIndex("hunts_one_open")
		.unique()
		.on("hunts")
		.column("status")
		.where(sql.ref("status"), "=", "open")
		.execute();
	await db.schema.createIndex("hunts_newest").on("hunts").columns(["created_at desc", "id desc"]).execute();
	await allowChange(db, "hunts", "prize_paid_at", "old.prize_paid_at is null");

	await db.schema
		.createTable("hunt_slots")
		.addColumn("id", "text", (column) => column.primaryKey())
		.addColumn("hunt_id", "text", (column) => column.notNull().references("hunts.id"))
		.addColumn("position", "integer", (column) => column.notNull())
		.addColumn("name", "text", (column) => column.notNull())
		.addColumn("provider", "text", (column) => column.notNull())
		.addColumn("image", "text", (column) => column.notNull())
		.addColumn("bet", "integer", (column) => column.notNull().check(sql`bet >= 1`))
		.addColumn("payout", "integer", (column) => column.check(sql`payout >= 0`))
		.addColumn("pre_note", "text", (column) => column.notNull())
		.addColumn("revision", "integer", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("opened_at", "text")
		.addCheckConstraint("hunt_slots_opened", sql`(payout is null) = (opened_at is null)`)
		.execute();
	await db.schema
		.createIndex("hunt_slots_of_hunt")
		.on("hunt_slots")
		.columns(["hunt_id", "position"])
		.execute();

	await db.schema
		.createTable("hunt_steps")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("hunt_id", "text", (column) => column.notNull().references("hunts.id"))
		.addColumn("kind", "text", (column) => column.notNull())
		.addColumn("before", "text", (column) => column.notNull())
		.addColumn("actor", "text", (column) => column.notNull())
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("undone_at", "text")
		.execute();
	await db.schema.createIndex("hunt_steps_of_hunt").on("hunt_steps").columns(["hunt_id", "id"]).execute();

	await db.schema
		.createTable("hunt_guesses")
		.addColumn("hunt_id", "text", (column) => column.notNull().references("hunts.id"))
		.addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
		.addColumn("guess", "integer", (column) => column.notNull().check(sql`guess >= 0`))
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("updated_at", "text", (column) => column.notNull())
		.addPrimaryKeyConstraint("hunt_guesses_once", ["hunt_id", "user_id"])
		.execute();
	await db.schema
		.createIndex("hunt_guesses_by_value")
		.on("hunt_guesses")
		.columns(["hunt_id", "guess", "updated_at"])
		.execute();
}

async function createPlayers(db: Kysely<unknown>) {
	await db.schema
		.createTable("player_pages")
		.addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
		.addColumn("is_public", "integer", (column) => column.notNull().check(sql`is_public in (0, 1)`))
		.addColumn("shows_points", "integer", (column) => column.notNull().check(sql`shows_points in (0, 1)`))
		.addColumn("shows_wins", "integer", (column) => column.notNull().check(sql`shows_wins in (0, 1)`))
		.addColumn("shows_since", "integer", (column) => column.notNull().check(sql`shows_since in (0, 1)`))
		.addColumn("updated_at", "text", (column) => column.notNull())
		.execute();
	await db.schema
		.createTable("play_limits")
		.addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
		.addColumn("daily_loss", "integer", (column) => column.check(sql`daily_loss >= 0`))
		.addColumn("next_daily_loss", "integer", (column) => column.check(sql`next_daily_loss >= 0`))
		.addColumn("next_from", "text")
		.addColumn("break_until", "text")
		// The loss of a day up to a ledger entry, so that a stake reads only newer entries.
		.addColumn("lost_since", "text")
		.addColumn("lost", "integer")
		.addColumn("lost_to", "integer")
		.addColumn("updated_at", "text", (column) => column.notNull())
		.addCheckConstraint(
			"play_limits_counted",
			sql`(lost_since is null) = (lost is null) and (lost_since is null) = (lost_to is null)`,
		)
		.execute();

	// Hundredths: payout per stake of the round. Null for earlier wins.
	await db.schema.alterTable("game_wins").addColumn("multiplier", "integer").execute();
	await db.schema
		.createIndex("game_wins_of_day_highest")
		.on("game_wins")
		.columns(["day", "multiplier desc", "created_at"])
		.execute();
	await db.schema
		.createIndex("game_wins_of_user")
		.on("game_wins")
		.columns(["user_id", "amount desc", "created_at"])
		.execute();
	for (const column of ["user_id", "amount", "game_name", "day", "multiplier"])
		await makeImmutable(db, "game_wins", column);
}
