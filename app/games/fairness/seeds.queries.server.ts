import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { PlayerSeeds } from "db/schema";
import type { Insertable } from "kysely";

/** The player's seed in use, including the secret server seed; undefined before the first. */
export const findSeedInUse = (db: Db | Trx, userId: string) =>
	db
		.selectFrom("player_seeds")
		.selectAll()
		.where("user_id", "=", userId)
		.where("revealed_at", "is", null)
		.executeTakeFirst();

const updateInUse = (trx: Trx, userId: string) =>
	trx.updateTable("player_seeds").where("user_id", "=", userId).where("revealed_at", "is", null);

/** Fails if the player has a seed in use. */
export async function insertSeed(trx: Trx, row: Insertable<PlayerSeeds>): Promise<void> {
	await trx.insertInto("player_seeds").values(row).execute();
}

const takeNext = prepared((trx: Trx, { userId }: { userId: string }) =>
	updateInUse(trx, userId)
		.set((eb) => ({ nonce: eb("nonce", "+", 1) }))
		.returning(["id", "server_seed", "client_seed", "nonce"]),
);

/**
 * Takes the next nonce of the seed in use, and increments the stored one.
 * @returns the seed with the nonce that was taken, including the secret server seed; undefined without a seed.
 */
export async function takeNonce(trx: Trx, userId: string) {
	const [row] = (await takeNext(trx, { userId })).rows;
	return row && { ...row, nonce: row.nonce - 1 };
}

/** Sets the client seed of the seed in use; no effect without one. The nonce continues. */
export async function updateClientSeed(trx: Trx, userId: string, clientSeed: string): Promise<void> {
	await updateInUse(trx, userId).set({ client_seed: clientSeed }).execute();
}

/**
 * Marks the seed in use as revealed, after which it is no longer in use; undefined if there is none.
 * @param at ISO 8601.
 */
export const revealSeed = (trx: Trx, userId: string, at: string) =>
	updateInUse(trx, userId).set({ revealed_at: at }).returning(["id", "client_seed"]).executeTakeFirst();

/** The player's last ten revealed seeds, newest first. */
export const findRevealedSeeds = (db: Db, userId: string) =>
	db
		.selectFrom("player_seeds")
		.select(["id", "server_seed", "server_seed_hash", "client_seed", "nonce", "revealed_at"])
		.where("user_id", "=", userId)
		.where("revealed_at", "is not", null)
		.orderBy("revealed_at", "desc")
		.limit(10)
		.execute();
