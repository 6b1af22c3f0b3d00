import { hash } from "node:crypto";
import { transact } from "db/transact";
import pLimit from "p-limit";
import { roundAfter } from "~/beacon/beacon";
import type { Site } from "~/lib/site";
import { findAllChains, insertChain, saveSalt } from "./chain.queries.server";

/** Rounds per chain: more than a month at half a minute a round. */
export const CHAIN_LENGTH = 100_000;
const HASH_BYTES = 32;
/** The next chain is made when this share of the rounds is left: eight hours. */
const LAST_SHARE = 0.01;
/** Every round takes longer. The next chain's round of the beacon is that much later, so that others can note the commitment before it. */
const ROUND_MS = 10_000;

interface Tools extends Pick<Site, "db" | "now" | "randomHex" | "beacon"> {
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
	/** Empty while its round of the beacon is not read. */
	salt: string;
	beacon: { publicKey: string; round: number } | undefined;
	length: number;
	/** The commitment, then the hash of each round in order. */
	hashes: Buffer;
}

/**
 * Computes all hashes of a chain: each is the SHA-256 of the next one, and the last one is the seed. Synchronous:
 * half a tenth of a second for {@link CHAIN_LENGTH} rounds.
 * @param seed 32 bytes as hex; secret. @param length number of rounds.
 * @returns `length + 1` hashes of 32 bytes: the commitment, then the hash of round 1, 2, and so on.
 */
export function computeChainHashes(seed: string, length: number): Buffer {
	const hashes = Buffer.alloc((length + 1) * HASH_BYTES);
	hashes.write(seed, length * HASH_BYTES, "hex");
	for (let at = length * HASH_BYTES; at > 0; at -= HASH_BYTES) {
		// As a text, which takes less time than a buffer for each hash.
		hashes.write(hash("sha256", hashes.subarray(at, at + HASH_BYTES), "hex"), at - HASH_BYTES, "hex");
	}
	return hashes;
}

const hashAt = ({ hashes }: Chain, number: number): string =>
	hashes.toString("hex", number * HASH_BYTES, (number + 1) * HASH_BYTES);

/**
 * Hands out the links of the hash chains in order. A chain is committed to together with a later round of the beacon, whose
 * randomness is its salt, so that the maker of the chain cannot know its crash points. The next chain is made and salted
 * before one ends. A chain without a salt is replaced only if the site uses another beacon now; it stays in the public list.
 * The position after a restart is the last link of a stored round. Only one process may use it.
 */
export function createChains({ db, now, randomHex, beacon, length = CHAIN_LENGTH }: Tools) {
	/** The chain in use and the next one, as far as there are any; undefined before they are loaded. */
	let chains: Chain[] | undefined;
	/** Rounds of the first one that are handed out. */
	let used = 0;
	const inTurn = pLimit(1);
	const preparing = pLimit(1);

	/** @param left the rounds that are played before the chain is needed. */
	async function make(left: number): Promise<Chain> {
		const row = { id: crypto.randomUUID(), seed: randomHex(HASH_BYTES), length, salt: "" };
		const hashes = computeChainHashes(row.seed, length);
		const current = await beacon.current();
		const at = now();
		const { publicKey } = current;
		const round = roundAfter(current, new Date(at.getTime() + left * ROUND_MS));
		await transact(db, (trx) =>
			insertChain(trx, {
				...row,
				commitment: hashes.toString("hex", 0, HASH_BYTES),
				created_at: at.toISOString(),
				beacon_key: publicKey,
				beacon_round: round,
			}),
		);
		return { ...row, beacon: { publicKey, round }, hashes };
	}

	/** The newest chain that has begun, unless it is used up, and the newest of those made after it. */
	async function load(): Promise<Chain[]> {
		const rows = await findAllChains(db);
		const begun = rows.findIndex((row) => row.used > 0 || row.beacon_key === null);
		const inUse = rows[begun];
		const next = begun === 0 ? undefined : rows[0];
		used = inUse && inUse.used < inUse.length ? inUse.used : 0;
		return [inUse, next].flatMap((row) => {
			if (!row || row.used >= row.length) return [];
			const { id, salt, beacon_key: publicKey, beacon_round: round } = row;
			const named = publicKey === null || round === null ? undefined : { publicKey, round };
			let hashes: Buffer | undefined;
			return {
				id,
				salt,
				length: row.length,
				beacon: named,
				// At the first round, so that a process that starts is ready sooner.
				get hashes() {
					hashes ??= computeChainHashes(row.seed, row.length);
					return hashes;
				},
			};
		});
	}

	const ready = () =>
		inTurn(async () => {
			chains ??= await load();
			if (chains[0] && used >= chains[0].length) {
				chains.shift();
				used = 0;
			}
			const [inUse, next] = chains;
			if (!next && leftIn(inUse) <= (inUse?.length ?? 0) * LAST_SHARE) chains.push(await make(leftIn(inUse)));
			return chains;
		});

	const leftIn = (inUse: Chain | undefined): number => (inUse ? inUse.length - used : 0);

	const prepare = () => preparing(readSalts);

	/** The chain of the next round, if it has its salt. */
	function salted(): Chain | undefined {
		const [inUse, next] = chains ?? [];
		const chain = inUse && used < inUse.length ? inUse : next;
		return chain?.salt ? chain : undefined;
	}

	async function readSalts(): Promise<boolean> {
		const known = await ready();
		for (const chain of known.filter(({ salt }) => salt === "")) {
			if (!chain.beacon) continue;
			const read = await beacon.read(chain.beacon);
			if (read) {
				const set = { salt: read.randomness, beacon_signature: read.signature };
				await transact(db, (trx) => saveSalt(trx, chain.id, set));
				chain.salt = read.randomness;
			} else if (chain.beacon.publicKey !== (await beacon.current()).publicKey) {
				known[known.indexOf(chain)] = await make(chain === known[0] ? 0 : leftIn(known[0]));
			}
		}
		return known.some(({ salt }) => salt === "");
	}

	return {
		/** Loads the chain in use, or creates one, so that its commitment is stored before the first round. */
		ready: async () => void (await ready()),
		/**
		 * Makes the chain that is due, and reads the salts that are not read.
		 * @returns whether a chain has its salt still to come.
		 */
		prepare,
		/** Whether the next round's link can be handed out. */
		isReady: () => salted() !== undefined,

		/**
		 * The link of the next round. Each is handed out once; the caller must store its round.
		 * @throws {Error} while the round of the beacon is not read.
		 */
		async next(): Promise<Link> {
			if (!salted()) await prepare();
			const current = salted();
			if (!current) throw new Error("the chain has no salt yet");
			if (current !== chains?.[0]) {
				chains?.shift();
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
