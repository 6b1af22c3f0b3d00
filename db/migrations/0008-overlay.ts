import type { Kysely } from "kysely";
import { createTables, run } from "../tables";

/** Times are as in `0001-initial`. */
export const TABLES = {
	/** What the overlay of a broadcast shows, one after the other. */
	alerts: {
		id: "integer primary key autoincrement",
		/** Null for a test. */
		announcement_id: "integer references announcements (id)",
		/** As that of the announcement. */
		type: "text not null",
		/** Further announcements that it stands for. */
		more: "integer not null default 0 check (more >= 0)",
		/** `shown`: from `shown_at` to `ends_at`. */
		state: "text not null check (state in ('waiting', 'shown', 'skipped'))",
		created_at: "text not null",
		/** One that waits is not shown from then on. */
		expires_at: "text not null",
		shown_at: "text",
		ends_at: "text",
		alerts_shown:
			"check ((shown_at is null) = (ends_at is null) and (state <> 'shown' or shown_at is not null))",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	await run(db, "create index alerts_by_state on alerts (state, created_at)");
	await run(db, "create index alerts_by_type on alerts (type, created_at)");
}
