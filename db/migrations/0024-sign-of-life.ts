import { type Kysely, sql } from "kysely";

/**
 * When the site was last known to run while solo Crash rounds were open. `started_at` of a solo round is set when it opens: the
 * time at which its flight starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable("crash_game_state").addColumn("alive_at", "text").execute();
	await sql`update crash_rounds set started_at = opened_at where game = 'solo' and started_at is null`.execute(
		db,
	);
}
