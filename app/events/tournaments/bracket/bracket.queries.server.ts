import type { Db, Trx } from "db/database";
import type { TournamentSteps } from "db/schema";
import type { Insertable } from "kysely";
import { shownName } from "~/account/shown-name";
import { findTournament } from "../tournaments.queries.server";
import { type Play, type Played, playBracket, type StepBefore, type StepKind } from "./bracket";

/** The entries of a bracket in the order in which they were made. The name of an erased person or a hidden name is null. */
async function findEntrants(db: Db | Trx, tournamentId: string) {
	const rows = await db
		.selectFrom("tournament_entries")
		.innerJoin("users", "users.id", "user_id")
		.select(["tournament_entries.id", "user_id as userId", "slot_name as slot", "seat", "place"])
		.select(shownName)
		.where("tournament_id", "=", tournamentId)
		.orderBy("tournament_entries.created_at")
		.orderBy("tournament_entries.id")
		.execute();
	return rows.map(({ twitch_username: name, ...row }) => ({ ...row, name }));
}

/** The steps of a bracket, newest first, with the names of who made them. */
async function findSteps(db: Db | Trx, tournamentId: string) {
	const rows = await db
		.selectFrom("tournament_steps")
		.leftJoin("users", "users.id", "actor")
		.select(["tournament_steps.id", "kind", "before", "undone_at as undoneAt"])
		.select(shownName)
		.where("tournament_id", "=", tournamentId)
		.orderBy("tournament_steps.id", "desc")
		.execute();
	return rows.map(({ id, kind, before, undoneAt, twitch_username: by }) => ({
		...{ id, undoneAt, by, kind: kind as StepKind, before: JSON.parse(before) as StepBefore },
	}));
}

export type Bracket = NonNullable<Awaited<ReturnType<typeof findBracket>>>;

/**
 * Reads a bracket; undefined for another tournament. There are no matches before the draw. The seed of the seats is secret until
 * then.
 */
export async function findBracket(db: Db | Trx, tournamentId: string) {
	const tournament = await findTournament(db, tournamentId);
	const secret = await db
		.selectFrom("tournaments")
		.select("seat_seed")
		.where("id", "=", tournamentId)
		.executeTakeFirst();
	if (tournament?.rule.kind !== "bracket" || !secret?.seat_seed) return undefined;
	const { rule } = tournament;
	const entrants = await findEntrants(db, tournamentId);
	const rows = await db
		.selectFrom("tournament_matches")
		.select(["round", "number", "plays"])
		.where("tournament_id", "=", tournamentId)
		.execute();
	const played = rows.map(({ plays, ...place }) => ({ ...place, plays: JSON.parse(plays) as Play[] }));
	const seated = entrants
		.flatMap(({ id, seat }) => (seat === null ? [] : [{ id, seat }]))
		.sort((one, other) => one.seat - other.seat)
		.map(({ id }) => id);
	return {
		...{ ...tournament, rule, seed: secret.seat_seed, entrants, seated },
		matches: seated.length === 0 ? [] : playBracket(rule, seated, played),
		steps: await findSteps(db, tournamentId),
	};
}

/** The persons of some entries. The name of an erased person or a hidden name is null. */
export const findEntrantsOf = (db: Db | Trx, entryIds: readonly string[]) =>
	db
		.selectFrom("tournament_entries")
		.innerJoin("users", "users.id", "user_id")
		.select(["tournament_entries.id", "user_id"])
		.select(shownName)
		.where("tournament_entries.id", "in", entryIds)
		.execute();

export async function storeSeats(trx: Trx, seated: readonly string[]): Promise<void> {
	for (const [at, id] of seated.entries())
		await trx
			.updateTable("tournament_entries")
			.set({ seat: at + 1 })
			.where("id", "=", id)
			.execute();
}

/** Deletes the seats and the matches. */
export async function clearSeats(trx: Trx, tournamentId: string): Promise<void> {
	await trx.deleteFrom("tournament_matches").where("tournament_id", "=", tournamentId).execute();
	const entries = trx.updateTable("tournament_entries").where("tournament_id", "=", tournamentId);
	await entries.set({ seat: null }).execute();
}

/** Stores the plays of a match. The columns for what follows from them stay empty. */
export async function storePlays(
	trx: Trx,
	tournamentId: string,
	{ round, number, plays }: Played,
): Promise<void> {
	const stored = { plays: JSON.stringify(plays) };
	await trx
		.insertInto("tournament_matches")
		.values({ tournament_id: tournamentId, round, number, ...stored })
		.onConflict((conflict) => conflict.columns(["tournament_id", "round", "number"]).doUpdateSet(stored))
		.execute();
}

export async function insertStep(trx: Trx, row: Insertable<TournamentSteps>): Promise<void> {
	await trx.insertInto("tournament_steps").values(row).execute();
}

/** Marks a step as undone. Restores nothing. */
export async function markUndone(trx: Trx, id: number, at: string): Promise<void> {
	await trx.updateTable("tournament_steps").set({ undone_at: at }).where("id", "=", id).execute();
}
