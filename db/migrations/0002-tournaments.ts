import type { Kysely } from "kysely";
import { allowChange, createTables, run } from "../tables";

/** The tables of tournaments. Times are as in `0001-initial`. */
export const TABLES = {
	/** Scores are not stored: the board is computed from rounds, guesses or matches. */
	tournaments: {
		id: "text primary key",
		kind: "text not null check (kind in ('race', 'league', 'bracket'))",
		title: "text not null",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
		/** JSON: a `Rule` of the kind. */
		rule: "text not null",
		/** JSON array by place: a `Prize`, or null for none. */
		prizes: "text not null",
		/** Points to enter; 0 for a free entry. */
		fee: "integer not null check (fee >= 0)",
		/** Maximum number of entries; null for no limit. */
		max_entries: "integer check (max_entries >= 2)",
		/** Minimum age in hours of an account that may enter. */
		min_account_hours: "integer not null check (min_account_hours >= 0)",
		/** Viewers enter from `opens_at` to before `closes_at`. */
		opens_at: "text not null",
		closes_at: "text not null",
		/** From then on the rules are locked. */
		starts_at: "text not null",
		/** What begins before it counts; null for a bracket, which ends with its final. */
		ends_at: "text",
		/** Of a bracket: draws the seats, and is secret until they are drawn. A draw that is undone is followed by a new one. Hex. */
		seat_seed: "text",
		/** The SHA-256 of the seed's text, published from the start. Hex. */
		seat_seed_hash: "text",
		/** `ended` once the prizes are paid, `cancelled` once the fees are refunded. */
		state: "text not null check (state in ('open', 'ended', 'cancelled'))",
		ended_at: "text",
		/** Increases by one with each change of the tournament by an admin. */
		revision: "integer not null",
		created_at: "text not null",
		updated_at: "text not null",
		tournaments_ended: "check ((state = 'open') = (ended_at is null))",
		tournaments_times:
			"check (opens_at < closes_at and (ends_at is null) = (kind = 'bracket') and (ends_at is null or starts_at < ends_at))",
	},
	/** A viewer who leaves has no entry; the ledger has the fee and its refund. */
	tournament_entries: {
		/** The reference of fee, refund and prize in the ledger. */
		id: "text primary key",
		tournament_id: "text not null references tournaments (id)",
		user_id: "text not null references users (id)",
		/** The paid points. */
		fee: "integer not null check (fee >= 0)",
		/** The slot of the catalogue, which may be deleted since, and its name at that time; null except in a bracket. */
		slot_id: "text",
		slot_name: "text",
		/** The seat in the bracket, from 1; null until the seats are drawn. */
		seat: "integer check (seat >= 1)",
		/** The final place, from 1; null before the end, and for an entry without a score. */
		place: "integer check (place >= 1)",
		/** The points of the prize, or the price of its item; null without a prize. */
		prize: "integer check (prize >= 1)",
		created_at: "text not null",
		tournament_entries_once: "unique (tournament_id, user_id)",
		tournament_entries_seats: "unique (tournament_id, seat)",
	},
	/** The plays are entered; entries and winners follow from them and from the seats. */
	tournament_matches: {
		tournament_id: "text not null references tournaments (id)",
		/** From 1; the final is in the last round. */
		round: "integer not null check (round >= 1)",
		/** In its round, from 1. */
		number: "integer not null check (number >= 1)",
		/** Null for a bye, or while the match before it has no winner. */
		entry_a: "text references tournament_entries (id)",
		entry_b: "text references tournament_entries (id)",
		/** JSON array by play: costs and payouts of both in cents. */
		plays: "text not null default '[]'",
		winner: "text references tournament_entries (id)",
		/** `plays`, the rule for a draw, or `bye`. */
		decided_by: "text check (decided_by in ('plays', 'cost', 'seat', 'bye'))",
		tournament_matches_once: "primary key (tournament_id, round, number)",
		tournament_matches_decided: "check ((winner is null) = (decided_by is null))",
		tournament_matches_winner: "check (winner is null or winner = entry_a or winner = entry_b)",
	},
	/** The steps of a bracket, each with the data to undo it. */
	tournament_steps: {
		id: "integer primary key autoincrement",
		tournament_id: "text not null references tournaments (id)",
		kind: "text not null",
		/** JSON of what it has changed, as it was before. */
		before: "text not null",
		actor: "text not null",
		created_at: "text not null",
		undone_at: "text",
	},
} as const;

const STATEMENTS = [
	"create index tournaments_by_state on tournaments (state, starts_at)",
	"create index tournament_entries_of_user on tournament_entries (user_id)",
	"create index tournament_steps_of_tournament on tournament_steps (tournament_id, id)",
	// A race reads stakes and payouts from the index alone.
	"drop index instant_rounds_of_user",
	"create index instant_rounds_of_user on instant_rounds (user_id, game, created_at, id, stake, payout)",
];

const CHANGES = [
	["tournaments", "kind", "false"],
	["tournaments", "state", "old.state = 'open'"],
	["tournament_entries", "fee", "false"],
	["tournament_entries", "user_id", "false"],
	["tournament_entries", "prize", "old.prize is null"],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	for (const statement of STATEMENTS) await run(db, statement);
	for (const [table, column, rule] of CHANGES) await allowChange(db, table, column, rule);
}
