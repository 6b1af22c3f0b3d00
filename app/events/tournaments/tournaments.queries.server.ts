import type { Db, Trx } from "db/database";
import type { TournamentEntries, Tournaments } from "db/schema";
import type { Insertable, Updateable } from "kysely";
import { recordOf } from "~/records/records.queries.server";
import type { EventState } from "../event-states";
import type { Tournament } from "./tournament";
import { tournamentOf } from "./tournament-row.schema";

const read = (row: Parameters<typeof recordOf<"tournaments">>[0]) =>
	tournamentOf(recordOf<"tournaments">(row));

export async function findTournament(db: Db | Trx, id: string): Promise<Tournament | undefined> {
	const row = await db.selectFrom("tournaments").selectAll().where("id", "=", id).executeTakeFirst();
	return row && read(row);
}

/** The tournaments that are neither ended nor cancelled, the first to start first. */
export async function findOpenTournaments(db: Db): Promise<Tournament[]> {
	const open = db.selectFrom("tournaments").selectAll().where("state", "=", "open");
	return (await open.orderBy("starts_at").orderBy("id").execute()).map(read);
}

/** The tournaments that have ended, the last to start first. */
export async function findEndedTournaments(db: Db, limit: number): Promise<Tournament[]> {
	const ended = db.selectFrom("tournaments").selectAll().where("state", "=", "ended");
	return (await ended.orderBy("starts_at", "desc").orderBy("id").limit(limit).execute()).map(read);
}

export async function insertTournament(trx: Trx, row: Insertable<Tournaments>): Promise<void> {
	await trx.insertInto("tournaments").values(row).execute();
}

/** Changes columns and increases the revision. */
export async function updateTournament(trx: Trx, id: string, change: Updateable<Tournaments>): Promise<void> {
	await trx
		.updateTable("tournaments")
		.set((eb) => ({ ...change, revision: eb("revision", "+", 1) }))
		.where("id", "=", id)
		.execute();
}

/** The entries in the order in which they were made. */
export const findEntries = (db: Db | Trx, tournamentId: string) =>
	db
		.selectFrom("tournament_entries")
		.selectAll()
		.where("tournament_id", "=", tournamentId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();

export const findEntry = (db: Db | Trx, tournamentId: string, userId: string) =>
	db
		.selectFrom("tournament_entries")
		.selectAll()
		.where("tournament_id", "=", tournamentId)
		.where("user_id", "=", userId)
		.executeTakeFirst();

export async function countEntries(db: Db | Trx, tournamentId: string): Promise<number> {
	const { entries } = await db
		.selectFrom("tournament_entries")
		.select(({ fn }) => fn.countAll<number>().as("entries"))
		.where("tournament_id", "=", tournamentId)
		.executeTakeFirstOrThrow();
	return entries;
}

export async function insertEntry(trx: Trx, row: Insertable<TournamentEntries>): Promise<void> {
	await trx.insertInto("tournament_entries").values(row).execute();
}

export async function updateEntry(
	trx: Trx,
	id: string,
	change: Updateable<TournamentEntries>,
): Promise<void> {
	await trx.updateTable("tournament_entries").set(change).where("id", "=", id).execute();
}

export async function deleteEntry(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("tournament_entries").where("id", "=", id).execute();
}

/** When a user signed in for the first time; undefined for an erased person. */
export const findEntrant = (trx: Trx, userId: string) =>
	trx
		.selectFrom("users")
		.select("created_at")
		.where("id", "=", userId)
		.where("twitch_username", "is not", null)
		.executeTakeFirst();

/** The first entries of a tournament that has ended. */
export const findPlaced = (db: Db, tournamentId: string, limit: number) =>
	db
		.selectFrom("tournament_entries")
		.select(["user_id", "place", "prize"])
		.where("tournament_id", "=", tournamentId)
		.where("place", "is not", null)
		.orderBy("place")
		.orderBy("id")
		.limit(limit)
		.execute();

/** All entries of a viewer for the export of personal data, oldest first. */
export const findOwnEntries = (db: Db, userId: string) =>
	db
		.selectFrom("tournament_entries")
		.innerJoin("tournaments", "tournaments.id", "tournament_id")
		.select(["tournament_id", "title", "tournament_entries.fee", "slot_name", "seat", "place", "prize"])
		.select("tournament_entries.created_at")
		.where("user_id", "=", userId)
		.orderBy("tournament_entries.created_at")
		.execute();

/** The states of the open tournaments. An entry changes the state. */
export async function findTournamentStates(db: Db): Promise<EventState<"tournament">[]> {
	const rows = await db
		.selectFrom("tournaments")
		.leftJoin("tournament_entries", "tournament_id", "tournaments.id")
		.select(({ fn }) => [
			...(["tournaments.id", "revision"] as const),
			fn.count<number>("tournament_entries.id").as("entries"),
		])
		.where("state", "=", "open")
		.groupBy(["tournaments.id", "revision"])
		.execute();
	return rows.map(({ id, revision, entries }) => ({ id, revision: `${revision}.${entries}` }));
}
