import { createHash } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import type { RandomHex } from "../../fairness/seeds.server";
import { findLastNumber, findNewestChain, insertChain } from "./chain.queries.server";

/** Rounds per chain: more than a month at half a minute a round. */
export const CHAIN_LENGTH = 100_000;
const HASH_BYTES = 32;

interface Tools {
	db: Db;
	now: () => Date;
	randomHex: RandomHex;
	length?: number;
}

/** The data of one round in a hash chain. */
export interface Link {
	chainId: string;
	/** From 1. */
	number: number;
	/** Hex; secret until the round is over. */
	hash: string;
	salt: string;
	/** The hash of the previous link, which is public by then. */
	commitment: string;
}

interface Chain {
	id: string;
	salt: string;
	length: number;
	/** The commitment, then the hash of each round in order. */
	hashes: Buffer;
}

/**
 * Computes all hashes of a chain: each is the SHA-256 of the next one, and the last one is the seed. Synchronous:
 * some tenths of a second for {@link CHAIN_LENGTH} rounds.
 * @param seed 32 bytes as hex; secret. @param length number of rounds.
 * @returns `length + 1` hashes of 32 bytes: the commitment, then the hash of round 1, 2, and so on.
 */
export function computeChainHashes(seed: string, length: number): Buffer {
	const hashes = Buffer.alloc((length + 1) * HASH_BYTES);
	let hash = Buffer.from(seed, "hex");
	for (let number = length; number >= 0; number--) {
		hash.copy(hashes, number * HASH_BYTES);
		hash = createHash("sha256").update(hash).digest();
	}
	return hashes;
}

const hashAt = ({ hashes }: Chain, number: number): string =>
	hashes.toString("hex", number * HASH_BYTES, (number + 1) * HASH_BYTES);

/**
 * Hands out the links of the hash chain in order. A used-up chain is followed by a new one. The position after a
 * restart is the last link of a stored round. Only one process may use it.
 */
export function createChains({ db, now, randomHex, length = CHAIN_LENGTH }: Tools) {
	let chain: Chain | undefined;
	let used = 0;

	async function make() {
		const row = { id: crypto.randomUUID(), seed: randomHex(HASH_BYTES), length, salt: randomHex(16) };
		const made = { ...row, hashes: computeChainHashes(row.seed, length) };
		const commitment = hashAt(made, 0);
		const created_at = now().toISOString();
		await transact(db, (trx) => insertChain(trx, { ...row, commitment, created_at }));
		return made;
	}

	async function load() {
		const row = await findNewestChain(db);
		used = row ? await findLastNumber(db, row.id) : 0;
		chain =
			row && used < row.length ? { ...row, hashes: computeChainHashes(row.seed, row.length) } : await make();
		if (chain.id !== row?.id) used = 0;
		return chain;
	}

	return {
		/** Loads the chain in use, or creates one, so that its commitment is stored before the first round. */
		ready: async () => void (chain ?? (await load())),

		/** The link of the next round. Each is handed out once; the caller must store its round. */
		async next(): Promise<Link> {
			let current = chain ?? (await load());
			if (used >= current.length) {
				current = await make();
				chain = current;
				used = 0;
			}
			used += 1;
			return {
				chainId: current.id,
				number: used,
				hash: hashAt(current, used),
				salt: current.salt,
				commitment: hashAt(current, used - 1),
			};
		},
	};
}
