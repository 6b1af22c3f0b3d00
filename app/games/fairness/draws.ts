/**
 * Provably fair draws; the server and the browser's verifier run this code.
 * The construction is the usual one: HMAC-SHA256 with the server seed (its text) as key over
 * `clientSeed:nonce:cursor`; every 4 bytes are one number, big-endian; the cursor counts the blocks.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export interface DrawKey {
	serverSeed: string;
	clientSeed: string;
	nonce: number;
}

const NUMBERS_PER_BLOCK = 8;

/**
 * Draws `count` whole numbers, each equally likely from 0 up to, not including, `DRAW_RANGE`. The same key always
 * gives the same numbers.
 */
export function drawNumbers({ serverSeed, clientSeed, nonce }: DrawKey, count: number): Uint32Array {
	const key = utf8ToBytes(serverSeed);
	const numbers = new Uint32Array(count);
	let block = new DataView(new ArrayBuffer(0));
	for (let i = 0; i < count; i++) {
		const place = i % NUMBERS_PER_BLOCK;
		if (place === 0) {
			const cursor = i / NUMBERS_PER_BLOCK;
			const digest = hmac(sha256, key, utf8ToBytes(`${clientSeed}:${nonce}:${cursor}`));
			block = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
		}
		numbers[i] = block.getUint32(place * 4);
	}
	return numbers;
}

/** The commitment that is published before play: SHA-256 of the server seed's text, in hex. */
export const commitmentTo = (serverSeed: string): string => bytesToHex(sha256(utf8ToBytes(serverSeed)));
