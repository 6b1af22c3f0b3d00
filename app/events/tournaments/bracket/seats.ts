/** The draw of the seats; the server and the check in the browser run this code. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text, in hex: of the seed, which is published before entries, and of the frozen list. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * Returns the entries in the order of their seats: by HMAC-SHA256 with the seed's text as key over `list:entry`, where
 * `list` is the hash of all ids, one per line. So each entry that is added or missing moves all others.
 * @param ids of the frozen list, in its order.
 */
export function drawSeats(seed: string, ids: readonly string[]): string[] {
	const key = utf8ToBytes(seed);
	const list = hashOf(ids.join("\n"));
	const drawn = ids.map((id) => [bytesToHex(hmac(sha256, key, utf8ToBytes(`${list}:${id}`))), id] as const);
	return drawn.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, id]) => id);
}
