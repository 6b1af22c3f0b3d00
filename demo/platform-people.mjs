/** The accounts of the local platforms. Every name is an account, with the same id on each platform. */
import { createHash } from "node:crypto";

/** The streamer's account. */
export const BROADCASTER_NAME = "plateia";

/** The user id of a name: nine digits, the same in each run. @param {string} name */
export function platformIdOf(name) {
	const number = createHash("sha256").update(name.toLowerCase()).digest().readUIntBE(0, 4);
	return String(100_000_000 + (number % 900_000_000));
}

/** @param {string} name */
export const personOf = (name) => ({ id: platformIdOf(name), login: name.toLowerCase(), name });

/** Names of people without an account on the site. @param {number} count */
export const strangers = (count) => Array.from({ length: count }, (_, index) => `stranger_${index + 1}`);
