import type { Db } from "db/database";
import { readShared } from "db/shared-reads";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { type Decider, may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { refusePaused } from "~/points/ledger/pauses.server";
import { findGuess, findGuessesOf, upsertGuess } from "../persistence/guesses.queries.server";
import { findOpenHunt } from "../persistence/hunts.queries.server";

/** Returns the viewer's guess for a hunt in cents; undefined without a guess, a hunt or a viewer. */
export const readOwnGuess = async (
	db: Db,
	huntId: string | undefined,
	viewerId: string | undefined,
): Promise<number | undefined> =>
	huntId !== undefined && viewerId !== undefined
		? readShared(db, `guess ${huntId} ${viewerId}`, () => findGuess(db, huntId, viewerId))
		: undefined;

/**
 * Saves a viewer's guess of the total payout in cents, replacing an earlier guess, and publishes the number of guesses.
 * A changed guess ranks after earlier guesses of the same distance; an unchanged guess keeps its time.
 * @throws {DomainError} `huntNotForTeam` for a moderator of hunts, `huntOver` when the hunt is no longer open, `guessingClosed`,
 * `paused`.
 */
export async function saveGuess(
	{ db, now, huntChanged }: Pick<Site, "db" | "now" | "huntChanged">,
	viewer: Decider,
	{ huntId, guess }: { huntId: string; guess: number },
): Promise<void> {
	if (!viewer.isAdmin && may(viewer, "hunt")) throw new DomainError("huntNotForTeam");
	const viewerId = viewer.id;
	const at = now().toISOString();
	await transact(db, async (trx) => {
		const hunt = await findOpenHunt(trx);
		if (hunt?.id !== huntId) throw new DomainError("huntOver");
		if (hunt.guessing === "closed") throw new DomainError("guessingClosed");
		await refusePaused(trx, viewerId);
		if ((await findGuess(trx, huntId, viewerId)) === guess) return;
		await upsertGuess(trx, { hunt_id: huntId, user_id: viewerId, guess, created_at: at, updated_at: at });
	});
	huntChanged();
}

/**
 * Refuses a moderator whose own guess an act after the end could favour: one who became a moderator since. A guess in the open hunt ends with the new right.
 * @throws {DomainError} `huntOwnGuess`.
 */
export async function refuseGuesser(db: Db, viewerId: string, huntId: string): Promise<void> {
	if ((await findGuess(db, huntId, viewerId)) !== undefined) throw new DomainError("huntOwnGuess");
}

/** A viewer's guesses for the export of personal data; `guess` is in cents. */
export const readOwnGuesses = async (db: Db, userId: string) => ({
	huntGuesses: await findGuessesOf(db, userId),
});
