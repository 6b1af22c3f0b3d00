import type { Kysely } from "kysely";
import { createTables } from "../tables";

/** The tables of programs. Times are as in `0001-initial`. */
export const TABLES = {
	/** What programs sign their requests with. */
	api_tokens: {
		id: "text primary key",
		/** Of the program, as viewers read it. */
		name: "text not null",
		/** SHA-256 of the token, in hexadecimal digits. */
		hash: "text not null unique",
		/** JSON: a list of `Scope` of `app/team/api/tokens.ts`. */
		scopes: "text not null",
		/** Points that the program may give in a day of UTC; null without the scope. */
		daily_points: "integer check (daily_points >= 1)",
		/** The last day on which it gave points, such as 2026-03-29, and how many. */
		given_on: "text not null",
		given_points: "integer not null check (given_points >= 0)",
		created_by: "text not null references users (id)",
		created_at: "text not null",
		ends_at: "text not null",
		revoked_at: "text",
		/** Up to a minute late. */
		last_used_at: "text",
	},
} as const;

export const up = (db: Kysely<unknown>): Promise<void> => createTables(db, TABLES);
