import { bls12_381 } from "@noble/curves/bls12-381.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { type BeaconRound, messageOf, SIGNATURE_TAG } from "./beacon";

/**
 * Whether the signature is that of the round by the beacon's key. The first call takes up to a second, so it belongs in a
 * worker. The server verifies in `bin/beacon-worker.mjs`.
 */
export function isRoundOf({ publicKey, round, signature }: BeaconRound): boolean {
	const bls = bls12_381.shortSignatures;
	try {
		const message = bls.hash(messageOf(round), SIGNATURE_TAG);
		return bls.verify(hexToBytes(signature), message, hexToBytes(publicKey));
	} catch {
		// Not a point of the curve.
		return false;
	}
}
