import type { Kysely } from "kysely";
import { allowChange, createTables, run } from "../tables";

export const TABLES = {
	/** How a player is shown to others in live Crash. Without a row the player has not chosen. */
	live_names: {
		user_id: "text primary key references users (id)",
		/** The name, a pseudonym of the evening, or a new one in each round. */
		shown_as: "text not null check (shown_as in ('name', 'alias', 'round'))",
		/** Each choice of a pseudonym gets a new one. */
		chosen_at: "text not null",
	},
} as const;

/** Columns that join tables of earlier migrations. */
export const COLUMNS = {
	/** When an admin has hidden the name from others. */
	users: { name_hidden_at: "text" },
	/** Live rounds only: how the player was shown in the round. */
	crash_bets: { shown_as: "text check (shown_as in ('name', 'alias', 'round'))" },
	/** 0 for a win under a pseudonym, which no list may show with the name. */
	game_wins: { is_named: "integer not null default 1 check (is_named in (0, 1))" },
	/** The round of a beacon whose randomness is the salt, named with the commitment. Until it is read the salt is empty. */
	crash_chains: {
		/** The beacon's public key in hex; null for a chain whose salt the host has chosen. */
		beacon_key: "text",
		beacon_round: "integer",
		beacon_signature: "text",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	for (const [table, columns] of Object.entries(COLUMNS)) {
		for (const [name, type] of Object.entries(columns)) {
			await run(db, `alter table ${table} add column ${name} ${type}`);
		}
	}
	for (const [table, column, rule] of [
		["crash_bets", "shown_as", "false"],
		["game_wins", "is_named", "false"],
		["crash_chains", "salt", "old.salt = ''"],
		["crash_chains", "beacon_key", "false"],
		["crash_chains", "beacon_round", "false"],
		["crash_chains", "beacon_signature", "old.beacon_signature is null"],
	] as const) {
		await allowChange(db, table, column, rule);
	}
}
