import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { commitmentTo, type DrawKey } from "./draws";
import {
	findRevealedSeeds,
	findSeedInUse,
	insertSeed,
	revealSeed,
	takeNonce,
	updateClientSeed,
} from "./seeds.queries.server";

/** `size` random bytes as lower-case hex. */
export type RandomHex = (size: number) => string;

/** The key of one draw, with its secret server seed. */
export interface Draw extends DrawKey {
	seedId: string;
}

/**
 * Returns the key of the player's next draw; each call takes one nonce. A player's first draw creates the first pair
 * of seeds. Call it in the transaction that stores the drawn outcome, so that no nonce is lost or used twice.
 */
export async function nextDraw(
	trx: Trx,
	tools: Pick<Site, "now" | "randomHex">,
	userId: string,
): Promise<Draw> {
	let taken = await takeNonce(trx, userId);
	if (!taken) {
		await makeSeeds(trx, tools, userId, tools.randomHex(8));
		taken = await takeNonce(trx, userId);
	}
	if (!taken) throw new Error(`no seed in use for ${userId} after one was made`);
	const { id: seedId, server_seed: serverSeed, client_seed: clientSeed, nonce } = taken;
	return { seedId, serverSeed, clientSeed, nonce };
}

async function makeSeeds(
	trx: Trx,
	{ now, randomHex }: Pick<Site, "now" | "randomHex">,
	userId: string,
	clientSeed: string,
) {
	const serverSeed = randomHex(32);
	await insertSeed(trx, {
		id: crypto.randomUUID(),
		user_id: userId,
		server_seed: serverSeed,
		server_seed_hash: commitmentTo(serverSeed),
		client_seed: clientSeed,
		nonce: 0,
		created_at: now().toISOString(),
		revealed_at: null,
	});
}

export type Seeds = Awaited<ReturnType<typeof readSeeds>>;

/**
 * The player's seeds without secrets: the one in use with its commitment (undefined before the first), and the last ten
 * revealed ones, newest first. `nonce` is the nonce of the next draw, `rounds` the number of draws.
 */
export async function readSeeds(db: Db, userId: string) {
	const [current, revealed] = await Promise.all([findSeedInUse(db, userId), findRevealedSeeds(db, userId)]);
	return {
		current: current && {
			commitment: current.server_seed_hash,
			clientSeed: current.client_seed,
			nonce: current.nonce,
		},
		revealed: revealed.map((seed) => ({
			id: seed.id,
			serverSeed: seed.server_seed,
			commitment: seed.server_seed_hash,
			clientSeed: seed.client_seed,
			rounds: seed.nonce,
		})),
	};
}

/** Creates the player's first seeds if there are none, so that the commitment is shown before the first round. */
export async function ensureSeeds(
	tools: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
): Promise<void> {
	await transact(tools.db, async (trx) => {
		if (await findSeedInUse(trx, userId)) return;
		await makeSeeds(trx, tools, userId, tools.randomHex(8));
	});
}

/**
 * Sets the client seed of the player's next draws, and creates the first seeds with it if there are none. The server
 * seed and the nonce stay.
 * @param clientSeed validated by `fairnessSchema`.
 */
export async function changeClientSeed(
	tools: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
	clientSeed: string,
): Promise<void> {
	await transact(tools.db, async (trx) => {
		if (await findSeedInUse(trx, userId)) return updateClientSeed(trx, userId, clientSeed);
		await makeSeeds(trx, tools, userId, clientSeed);
	});
}

/**
 * Reveals the server seed in use and commits to a new one, in one transaction; the client seed stays, the nonce starts
 * at 0. Without a seed in use it creates the first one.
 * @param isInPlay whether an open bet depends on the seed, so that revealing it would give its outcome away.
 * @throws {DomainError} `seedInPlay`.
 */
export async function rotateSeeds(
	tools: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
	isInPlay: (trx: Trx, userId: string) => Promise<boolean>,
): Promise<void> {
	await transact(tools.db, async (trx) => {
		if (await isInPlay(trx, userId)) throw new DomainError("seedInPlay");
		const revealed = await revealSeed(trx, userId, tools.now().toISOString());
		await makeSeeds(trx, tools, userId, revealed?.client_seed ?? tools.randomHex(8));
	});
}
