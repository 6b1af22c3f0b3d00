import { type Kysely, sql } from "kysely";

/**
 * Numbers the bonuses of each viewer in the order in which they were collected. Their dates do not give this order: after a
 * clock is set back, an earlier bonus may have a later date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable("daily_bonuses")
		.addColumn("number", "integer", (column) => column.notNull().defaultTo(0))
		.execute();
	await sql`
		update daily_bonuses set number = (
			select count(*) from daily_bonuses as earlier
			where earlier.user_id = daily_bonuses.user_id and earlier.day <= daily_bonuses.day
		)`.execute(db);
}
