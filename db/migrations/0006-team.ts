import type { Kysely } from "kysely";
import { createTables } from "../tables";

/** The tables of the streamer's team. Times are as in `0001-initial`. */
export const TABLES = {
	/** People who may decide about parts of the site. */
	moderators: {
		user_id: "text primary key references users (id)",
		/** JSON: a list of `Right` of `app/lib/rights.ts`; empty for those who are no moderators now. */
		rights: "text not null",
		/** Points that the moderator may give in a day, also as prizes and codes; null for none. */
		daily_points: "integer check (daily_points >= 1)",
		/** Those given on the local day `given_on`. */
		given_points: "integer not null default 0",
		given_on: "text",
		/** Increases with each edit. */
		revision: "integer not null",
		created_at: "text not null",
	},
	/** Viewers who may not play, enter or redeem until an admin ends the pause. */
	pauses: {
		user_id: "text primary key references users (id)",
		/** Written by an admin, shown to the viewer. */
		reason: "text not null",
		created_at: "text not null",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
}
