import type { Db, Trx } from "db/database";
import type { TournamentMatches, TournamentSteps } from "db/schema";
import type { Insertable } from "kysely";
import { shownName } from "~/account/shown-name";
import type { BracketRule } from "../tournament";
import { type Match, type Play, playBracket } from "./bracket";

/** The entries of a bracket in the order in which they were made. The name of an erased person or a hidden name is null. */
async function findEntrants(db: Db | Trx, tournamentId: string) {
	const rows = await db
		.selectFrom("tournament_entries")
		.innerJoin("users", "users.id", "user_id")
		.select(["tournament_entries.id", "user_id as userId", "slot_name as slot", "seat"])
		.select(shownName)
		.where("tournament_id", "=", tournamentId)
		.orderBy("tournament_entries.created_at")
		.orderBy("tournament_entries.id")
		.execute();
	return rows.map(({ twitch_username: name, ...row }) => ({ ...row, name }));
}

export type BracketState = Awaited<ReturnType<typeof findBracket>>;

/** Reads the entries, the seats and the matches, of which there are none before the draw. */
export async function findBracket(db: Db | Trx, tournamentId: string, rule: BracketRule) {
	const entrants = await findEntrants(db, tournamentId);
	const rows = await db
		.selectFrom("tournament_matches")
		.select(["round", "number", "plays"])
		.where("tournament_id", "=", tournamentId)
		.execute();
	const seated = entrants
		.flatMap(({ id, seat }) => (seat === null ? [] : [{ id, seat }]))
		.sort((one, other) => one.seat - other.seat)
		.map(({ id }) => id);
	const plays = new Map(rows.map((row) => [`${row.round} ${row.number}`, JSON.parse(row.plays) as Play[]]));
	const playsOf = (round: number, number: number) => plays.get(`${round} ${number}`) ?? [];
	return { entrants, seated, matches: seated.length === 0 ? [] : playBracket(rule, seated, playsOf) };
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

type OfMatch = Pick<Match, "round" | "number"> & { tournamentId: string };

/** A match as it is stored, with the state of its tournament; undefined before the draw. */
export const findMatch = (db: Db | Trx, { tournamentId: tournament_id, round, number }: OfMatch) =>
	db
		.selectFrom("tournament_matches")
		.innerJoin("tournaments", "tournaments.id", "tournament_id")
		.select(["state", "entry_a", "entry_b", "plays", "winner"])
		.where((eb) => eb.and({ tournament_id, round, number }))
		.executeTakeFirst();

/** The seed of the seats and its hash. The seed is secret until the seats are drawn. */
export const findSeed = (db: Db | Trx, tournamentId: string) =>
	db
		.selectFrom("tournaments")
		.select(["seat_seed as seed", "seat_seed_hash as hash"])
		.where("id", "=", tournamentId)
		.executeTakeFirstOrThrow();

/** Stores the seats, or no seats for an empty list. */
export async function storeSeats(trx: Trx, tournamentId: string, seated: readonly string[]): Promise<void> {
	const seats = trx.updateTable("tournament_entries").where("tournament_id", "=", tournamentId);
	if (seated.length === 0) await seats.set({ seat: null }).execute();
	for (const [at, id] of seated.entries())
		await seats
			.set({ seat: at + 1 })
			.where("id", "=", id)
			.execute();
}

/** Stores the matches that differ, and deletes those that are no longer there. */
export async function storeMatches(
	trx: Trx,
	tournamentId: string,
	before: readonly Match[],
	after: readonly Match[],
): Promise<void> {
	if (after.length === 0) {
		await trx.deleteFrom("tournament_matches").where("tournament_id", "=", tournamentId).execute();
	}
	for (const [at, { round, number, entries, plays, winner, decidedBy }] of after.entries()) {
		if (JSON.stringify(before[at]) === JSON.stringify(after[at])) continue;
		const row: Insertable<TournamentMatches> = {
			...{ tournament_id: tournamentId, round, number, entry_a: entries[0], entry_b: entries[1] },
			...{ plays: JSON.stringify(plays), winner, decided_by: decidedBy },
		};
		await trx
			.insertInto("tournament_matches")
			.values(row)
			.onConflict((conflict) => conflict.columns(["tournament_id", "round", "number"]).doUpdateSet(row))
			.execute();
	}
}

export async function insertStep(trx: Trx, row: Insertable<TournamentSteps>): Promise<void> {
	await trx.insertInto("tournament_steps").values(row).execute();
}

/** The steps of a bracket, newest first, with the names of who made them. */
export const findSteps = (db: Db | Trx, tournamentId: string) =>
	db
		.selectFrom("tournament_steps")
		.leftJoin("users", "users.id", "actor")
		.select(["tournament_steps.id", "kind", "before", "tournament_steps.created_at", "undone_at"])
		.select(shownName)
		.where("tournament_id", "=", tournamentId)
		.orderBy("tournament_steps.id", "desc")
		.execute();

/** Marks a step as undone. Restores nothing. */
export async function markUndone(trx: Trx, id: number, at: string): Promise<void> {
	await trx.updateTable("tournament_steps").set({ undone_at: at }).where("id", "=", id).execute();
}
