import { type Kysely, sql } from "kysely";

/**
 * A bonus has its place in the order in which its viewer collected them. Dates do not tell it: a clock that is set back
 * leaves a bonus of a later date.
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
