/**
 * The crash point of a live flight, from a hash chain used backwards. Each round's hash is the SHA-256 of the
 * next round's hash, so that a known hash leads back to all earlier ones and to the chain's commitment,
 * but never forward. The server and the verifier in the browser run this code.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { MAX_MULTIPLIER, START } from "./curve";

/** How many hex digits of the digest are the drawn number. */
export const DRAW_DIGITS = 13;
export const DRAW_BITS = 4 * DRAW_DIGITS;

/**
 * The hash of the previous round, or the chain's commitment for the first round: SHA-256 of the hash's bytes.
 * @param hash hex. @returns 64 lower-case hex digits.
 */
export const hashBefore = (hash: string): string => bytesToHex(sha256(hexToBytes(hash)));

/**
 * The crash point of a round: max(1, floor(99 / (1 - X)) / 100), at most 1000, where X is the first 52 bits of
 * HMAC-SHA256(key = the hash's bytes, message = the salt's text) as a fraction of 2^52.
 * @param hash hex, of the round. @param salt of its chain.
 * @returns hundredths.
 */
export function liveCrashPoint(hash: string, salt: string): number {
	const digest = bytesToHex(hmac(sha256, hexToBytes(hash), utf8ToBytes(salt)));
	const number = BigInt(`0x${digest.slice(0, DRAW_DIGITS)}`);
	const whole = 1n << BigInt(DRAW_BITS);
	return Math.min(MAX_MULTIPLIER, Math.max(START, Number((99n * whole) / (whole - number))));
}

/** The expected return per point staked of the live draw, at every target. */
export const LIVE_RTP = 0.99;
