import type { Db, Trx } from "db/database";
import type { TournamentEntries, Tournaments } from "db/schema";
import { type Insertable, sql, type Updateable } from "kysely";
import { z } from "zod";
import { staffOf } from "~/account/viewer";
import type { Config } from "~/lib/config.server";
import { may } from "~/lib/rights";
import { recordOf } from "~/records/records.queries.server";
import type { EventState } from "../event-states";
import { prizeSchema } from "../prizes";
import type { Tournament } from "./tournament";
import { ruleSchema } from "./tournament.schema";

const rows = (db: Db | Trx) =>
	db
		.selectFrom("tournaments")
		.selectAll()
		.select(
			sql<number>`case when exists (
				select 1 from tournament_entries where tournament_id = tournaments.id and seat is not null
			) then 1 else 0 end`.as("is_drawn"),
		);

function read(row: Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number]): Tournament {
	const { rule, prizes, seatSeed: _, ...rest } = recordOf<"tournaments">(row);
	return {
		...rest,
		isDrawn: row.is_drawn === 1,
		rule: ruleSchema.parse(JSON.parse(rule)),
		prizes: z.array(prizeSchema.nullable()).parse(JSON.parse(prizes)),
	};
}

export const findTournament = async (db: Db | Trx, id: string): Promise<Tournament | undefined> =>
	(await rows(db).where("id", "=", id).execute()).map(read)[0];

/** The tournaments that are neither ended nor cancelled, the first to start first. */
export const findOpenTournaments = async (db: Db): Promise<Tournament[]> =>
	(await rows(db).where("state", "=", "open").orderBy("starts_at").orderBy("id").execute()).map(read);

/** The tournaments that have ended, the last to start first. */
export const findEndedTournaments = async (db: Db, limit: number): Promise<Tournament[]> =>
	(
		await rows(db)
			.where("state", "=", "ended")
			.orderBy("starts_at", "desc")
			.orderBy("id")
			.limit(limit)
			.execute()
	).map(read);

export const findBrackets = async (db: Db): Promise<Tournament[]> =>
	(await rows(db).where("kind", "=", "bracket").execute()).map(read);

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

const entriesOf = (db: Db | Trx, tournamentId: string) =>
	db.selectFrom("tournament_entries").where("tournament_id", "=", tournamentId);

/** The entries in the order in which they were made. */
export const findEntries = (db: Db | Trx, tournamentId: string) =>
	entriesOf(db, tournamentId).selectAll().orderBy("created_at").orderBy("id").execute();

export const findEntry = (db: Db | Trx, tournamentId: string, userId: string) =>
	entriesOf(db, tournamentId).selectAll().where("user_id", "=", userId).executeTakeFirst();

export async function countEntries(db: Db | Trx, tournamentId: string): Promise<number> {
	const count = entriesOf(db, tournamentId).select(({ fn }) => fn.countAll<number>().as("entries"));
	return (await count.executeTakeFirstOrThrow()).entries;
}

export async function insertEntry(trx: Trx, row: Insertable<TournamentEntries>): Promise<void> {
	await trx.insertInto("tournament_entries").values(row).execute();
}

/** Stores the final places in one statement, of which there are at most as many as entries. */
export async function storePlaces(
	trx: Trx,
	placed: readonly { entryId: string; place: number; prize: number | null }[],
): Promise<void> {
	if (placed.length === 0) return;
	const values = placed.map(
		({ entryId, place, prize }) => sql`(${entryId}, cast(${place} as bigint), cast(${prize} as bigint))`,
	);
	await sql`
		with placed (entry_id, place, prize) as (values ${sql.join(values)})
		update tournament_entries set place = placed.place, prize = placed.prize from placed
		where tournament_entries.id = placed.entry_id`.execute(trx);
}

export async function deleteEntry(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("tournament_entries").where("id", "=", id).execute();
}

/** The condition on `tournament_entries` that the entrant is not erased. An erased person has no place and wins nothing. */
export const isKnown = sql<boolean>`exists (
	select 1 from users where users.id = tournament_entries.user_id and twitch_username is not null
)`;

/** The users by entry who may have a place: nobody who is erased or has become one of those who decide about tournaments. */
export async function findEligible(
	trx: Trx,
	tournamentId: string,
	config: Pick<Config, "ADMIN_SUBJECTS">,
): Promise<Map<string, string>> {
	const entrants = await entriesOf(trx, tournamentId)
		.innerJoin("users", "users.id", "tournament_entries.user_id")
		.leftJoin("admins", "admins.subject", "twitch_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select(["tournament_entries.id", "tournament_entries.user_id", "roles", "twitch_id"])
		.select(["admins.subject as admin_subject", "moderators.rights"])
		.where(isKnown)
		.execute();
	return new Map(
		entrants.flatMap((one) => (may(staffOf(one, config), "tournaments") ? [] : [[one.id, one.user_id]])),
	);
}

/** The first entries of a tournament that has ended. */
export const findPlaced = (db: Db, tournamentId: string, limit: number) =>
	entriesOf(db, tournamentId)
		.select(["id", "user_id", "place", "prize"])
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

/** The states of the open tournaments. An entry changes the state, also when it takes the place of one that was withdrawn. */
export async function findTournamentStates(db: Db): Promise<EventState<"tournament">[]> {
	const rows = await db
		.selectFrom("tournaments")
		.leftJoin("tournament_entries", "tournament_id", "tournaments.id")
		.select(({ fn }) => [
			...(["tournaments.id", "revision"] as const),
			fn.count<number>("tournament_entries.id").as("entries"),
			fn.max<string | null>("tournament_entries.created_at").as("newest"),
		])
		.where("state", "=", "open")
		.groupBy(["tournaments.id", "revision"])
		.execute();
	return rows.map(({ id, revision, entries, newest }) => ({
		id,
		revision: `${revision}.${entries} ${newest}`,
	}));
}
