import type { Kysely } from "kysely";
import { allowChange, createTables, run } from "../tables";

/** The tables of predictions: see `createTables`, and `0001-initial.ts` for the forms of times and amounts. */
export const TABLES = {
	/** A prediction: a question with outcomes on which viewers stake points. */
	markets: {
		id: "text primary key",
		/** JSON: see `Terms` in `app/events/predictions/predictions.ts`. */
		terms: "text not null",
		/** The hunt that decides it, which may have been deleted since; null for one about something else. */
		hunt_id: "text",
		/** Points that a viewer may stake. */
		max_stake: "integer not null check (max_stake >= 1)",
		/** No stake is taken from this instant on. It is moved forward only. */
		locks_at: "text not null",
		state: "text not null check (state in ('open', 'decided', 'paid'))",
		/** The index of the outcome that has happened; null for none: the stakes are refunded. */
		result: "integer check (result >= 0)",
		/** Why there is no result. */
		cause: "text check (cause in ('cancelled', 'undecided', 'huntGone', 'noResult'))",
		/** The user who has decided it; null for the site. */
		decided_by: "text",
		/** When a decided one is paid. */
		pays_at: "text",
		/** Increases by one with each change. */
		revision: "integer not null",
		created_at: "text not null",
		markets_decided: "check ((state = 'open') = (pays_at is null))",
		markets_result: "check ((state <> 'open') = (result is not null or cause is not null))",
		markets_cause: "check (result is null or cause is null)",
	},
	/** What a viewer has staked on the one outcome that they have chosen. */
	market_stakes: {
		id: "text primary key",
		market_id: "text not null references markets (id)",
		user_id: "text not null references users (id)",
		/** The index of the outcome. */
		outcome: "integer not null check (outcome >= 0)",
		points: "integer not null check (points >= 1)",
		/** The number of stakes that it consists of, each with an entry of the ledger. */
		parts: "integer not null default 1",
		created_at: "text not null",
		/** When the last part was added. */
		updated_at: "text not null",
		market_stakes_once: "unique (market_id, user_id)",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	await run(db, "create index markets_by_state on markets (state, created_at)");
	await run(db, "create index market_stakes_by_outcome on market_stakes (market_id, outcome, points)");
	await run(db, "create index market_stakes_of_user on market_stakes (user_id, id)");
	for (const column of ["terms", "hunt_id", "max_stake"]) await allowChange(db, "markets", column, "false");
	await allowChange(db, "markets", "locks_at", "new.locks_at < old.locks_at");
	await allowChange(db, "markets", "state", "old.state <> 'paid'");
	await allowChange(db, "market_stakes", "outcome", "false");
}
