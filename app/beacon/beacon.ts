/**
 * Public randomness beacons: rounds at fixed times, each with a BLS signature that nobody can know before, and everybody can
 * verify after. Server and browser run this code.
 * Source: drand's specification, scheme bls-unchained-g1-rfc9380.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

export interface Beacon {
	/** `local`: made by the site itself, so that it proves nothing about the host. */
	name: "quicknet" | "local";
	/** Hex. It identifies the beacon. */
	publicKey: string;
	/** The time of round 1. */
	genesisMs: number;
	periodMs: number;
	/** Time between a commitment and its round, in which others can note the commitment. */
	noticeMs: number;
}

/** A round that was published. */
export interface BeaconRound {
	publicKey: string;
	round: number;
	/** Hex. */
	signature: string;
}

/** The beacon of the League of Entropy. */
export const QUICKNET: Beacon = {
	name: "quicknet",
	publicKey:
		"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
	genesisMs: 1_692_803_367_000,
	periodMs: 3000,
	noticeMs: 30_000,
};

/** The hash of quicknet's parameters, by which relays know it. */
export const QUICKNET_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/** The beacon with this key: quicknet or, with any other key, the local beacon of a site. */
export const beaconOf = (publicKey: string): Beacon =>
	publicKey === QUICKNET.publicKey
		? QUICKNET
		: { name: "local", publicKey, genesisMs: QUICKNET.genesisMs, periodMs: 1000, noticeMs: 0 };

/** The newest round at `time`; 0 or less before the first. */
export const roundAt = ({ genesisMs, periodMs }: Beacon, time: Date): number =>
	Math.floor((time.getTime() - genesisMs) / periodMs) + 1;

/** The round that a commitment made at `time` names: the first one after the notice. */
export const roundAfter = (beacon: Beacon, time: Date): number =>
	Math.max(0, roundAt(beacon, new Date(time.getTime() + beacon.noticeMs))) + 1;

/** When the round is published. */
export const timeOf = ({ genesisMs, periodMs }: Beacon, round: number): Date =>
	new Date(genesisMs + (round - 1) * periodMs);

/** The domain separation tag of the signatures' hash to the curve. */
export const SIGNATURE_TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** What the beacon signs: the SHA-256 of the round's number. */
export const messageOf = (round: number): Uint8Array => sha256(bytesOf(round));

/** @returns 64 hex digits. */
export const randomnessOf = (signature: string): string => bytesToHex(sha256(hexToBytes(signature)));

/**
 * All numbers in the order of their draw: ascending by HMAC-SHA256(key = seed, message = randomness, then the number as
 * 64 bits). 10,000 numbers take a tenth of a second or more; the server draws in a thread.
 * @param seed hex. @param randomness hex. @param numbers from 0, each once.
 */
export function drawOrder(seed: string, randomness: string, numbers: readonly number[]): number[] {
	const keyed = hmac.create(sha256, hexToBytes(seed)).update(hexToBytes(randomness));
	const drawn = numbers.map(
		(number) => [bytesToHex(keyed.clone().update(bytesOf(number)).digest()), number] as const,
	);
	return drawn.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, number]) => number);
}

/** Big-endian, 64 bits. */
function bytesOf(number: number): Uint8Array {
	const bytes = new Uint8Array(8);
	new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
	return bytes;
}
