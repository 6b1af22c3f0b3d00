import { type Kysely, sql } from "kysely";
import { allowChange } from "../triggers";

/**
 * A hunt records when its first payout was shown. The fact belongs to the hunt and not to a step: undoing a step does
 * not make viewers forget the payout. From then on guessing stays closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable("hunts").addColumn("payout_shown_at", "text").execute();
	await sql`
		update hunts set payout_shown_at = (
			select min(shown_at) from (
				select hunt_id, coalesce(opened_at, created_at) as shown_at from hunt_slots where payout is not null
				union all
				select hunt_id, created_at from hunt_steps where kind = 'open-slot' or ended_guessing is not null
			) as shown
			where shown.hunt_id = hunts.id
		)`.execute(db);
	await sql`update hunts set guessing = 'closed' where payout_shown_at is not null`.execute(db);
	await db.schema.alterTable("hunt_steps").dropColumn("ended_guessing").execute();
	await allowChange(db, "hunts", "payout_shown_at", "old.payout_shown_at is null");
	await allowChange(db, "hunts", "guessing", "new.guessing = 'closed' or new.payout_shown_at is null");
}
