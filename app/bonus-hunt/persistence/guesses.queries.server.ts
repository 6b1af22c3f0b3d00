import type { Db, Trx } from "db/database";
import type { HuntGuesses } from "db/schema";
import { type Insertable, sql } from "kysely";
import { shownName } from "~/account/shown-name";

export async function countGuesses(db: Db | Trx, huntId: string): Promise<number> {
	const { guesses } = await db
		.selectFrom("hunt_guesses")
		.select(({ fn }) => fn.countAll<number>().as("guesses"))
		.where("hunt_id", "=", huntId)
		.executeTakeFirstOrThrow();
	return guesses;
}

/** Returns a viewer's guess in cents; undefined without one. */
export async function findGuess(db: Db | Trx, huntId: string, userId: string): Promise<number | undefined> {
	const row = await db
		.selectFrom("hunt_guesses")
		.select("guess")
		.where("hunt_id", "=", huntId)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row?.guess;
}

/** Inserts or replaces a viewer's guess; the time of the first one is kept in `created_at`. */
export async function upsertGuess(trx: Trx, row: Insertable<HuntGuesses>): Promise<void> {
	await trx
		.insertInto("hunt_guesses")
		.values(row)
		.onConflict((conflict) =>
			conflict.columns(["hunt_id", "user_id"]).doUpdateSet({ guess: row.guess, updated_at: row.updated_at }),
		)
		.execute();
}

/** Deletes a viewer's guess in the open hunt. */
export async function deleteOpenGuess(trx: Trx, userId: string): Promise<void> {
	await trx
		.deleteFrom("hunt_guesses")
		.where("user_id", "=", userId)
		.where("hunt_id", "in", (query) => query.selectFrom("hunts").select("id").where("status", "=", "open"))
		.execute();
}

/** Returns at most `most` guesses nearest to a result in cents; of equal distance, the earlier first. */
export function findNearestGuesses(db: Db | Trx, huntId: string, result: number, most: number) {
	return db
		.selectFrom("hunt_guesses")
		.innerJoin("users", "users.id", "hunt_guesses.user_id")
		.select(["user_id", "guess"])
		.select(shownName)
		.where("hunt_id", "=", huntId)
		.orderBy(sql`abs(guess - ${result})`)
		.orderBy("hunt_guesses.updated_at")
		.orderBy("user_id")
		.limit(most)
		.execute();
}

/** Returns the rank of a user's guess, from 1, in the order of {@link findNearestGuesses}; 1 without a guess. */
export async function findRank(db: Db, huntId: string, result: number, userId: string): Promise<number> {
	const { nearer } = await db
		.selectFrom("hunt_guesses as other")
		.innerJoin("hunt_guesses as own", "own.hunt_id", "other.hunt_id")
		.select(({ fn }) => fn.countAll<number>().as("nearer"))
		.where("own.hunt_id", "=", huntId)
		.where("own.user_id", "=", userId)
		.where(
			sql<boolean>`(abs(other.guess - ${result}), other.updated_at, other.user_id)
				< (abs(own.guess - ${result}), own.updated_at, own.user_id)`,
		)
		.executeTakeFirstOrThrow();
	return nearer + 1;
}

/** Returns all guesses of a viewer, oldest first. */
export const findGuessesOf = (db: Db, userId: string) =>
	db
		.selectFrom("hunt_guesses")
		.innerJoin("hunts", "hunts.id", "hunt_id")
		.select(["hunt_id", "title", "guess", "hunt_guesses.created_at", "hunt_guesses.updated_at"])
		.where("user_id", "=", userId)
		.orderBy("hunt_guesses.created_at")
		.execute();
