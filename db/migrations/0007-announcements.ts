import type { Kysely } from "kysely";
import { createTables, run } from "../tables";

/** Times are as in `0001-initial`. */
export const TABLES = {
	/** What has happened on the site, for overlays, chat, bots and other programs. */
	announcements: {
		/** In the order in which they were distributed. */
		id: "integer primary key autoincrement",
		/** A key of `Announcements` of `app/announcements/announcements.ts`. */
		type: "text not null",
		/** Unique in its type: what happened is announced once. */
		reference: "text not null",
		/** JSON: the value of `Announcements`. Persons are ids of users. */
		data: "text not null",
		/** When it happened. */
		created_at: "text not null",
		announcements_once: "unique (type, reference)",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	await run(db, "create index announcements_by_time on announcements (created_at)");
}
