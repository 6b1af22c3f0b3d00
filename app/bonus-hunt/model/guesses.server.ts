import type { Db } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { findGuess, findGuessesOf, upsertGuess } from "../persistence/guesses.queries.server";
import { findOpenHunt } from "../persistence/hunts.queries.server";
import type { HuntChanged } from "./hunt-events";

interface Tools {
	db: Db;
	now: () => Date;
	huntChanged: HuntChanged;
}

/** A viewer's own guess of a hunt in cents; undefined for none, and for a visitor. */
export const readOwnGuess = async (
	db: Db,
	huntId: string | undefined,
	viewerId: string | undefined,
): Promise<number | undefined> =>
	huntId !== undefined && viewerId !== undefined ? findGuess(db, huntId, viewerId) : undefined;

/**
 * Writes what a viewer thinks that the open hunt will pay, in cents, in place of what they thought before.
 * It then counts from now on, against others of the same distance; the same guess again keeps its time.
 * @throws {DomainError} `huntOver` when it is not the open hunt any more, `guessingClosed`.
 */
export async function saveGuess(
	{ db, now, huntChanged }: Tools,
	viewerId: string,
	{ huntId, guess }: { huntId: string; guess: number },
): Promise<void> {
	const at = now().toISOString();
	await transact(db, async (trx) => {
		const hunt = await findOpenHunt(trx);
		if (hunt?.id !== huntId) throw new DomainError("huntOver");
		if (hunt.guessing === "closed") throw new DomainError("guessingClosed");
		if ((await findGuess(trx, huntId, viewerId)) === guess) return;
		await upsertGuess(trx, { hunt_id: huntId, user_id: viewerId, guess, created_at: at, updated_at: at });
	});
	huntChanged("guesses");
}

/** A viewer's guesses for the file of their own data; `guess` is cents. */
export const readOwnGuesses = async (db: Db, userId: string) => ({
	huntGuesses: await findGuessesOf(db, userId),
});
