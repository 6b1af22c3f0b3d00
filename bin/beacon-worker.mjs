/**
 * The thread that verifies and signs rounds of beacons and orders tickets, each of which takes longer than a request may
 * wait: see `app/beacon/beacon-thread.server.ts`. It has one act, and posts its result. Bytes are hex.
 */
import { createHmac } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { bls12_381 } from "@noble/curves/bls12-381.js";

const bls = bls12_381.shortSignatures;
const bytes = (hex) => Buffer.from(hex, "hex");

const ACTS = {
	sign({ seed, message, tag }) {
		const key = bls12_381.utils.randomSecretKey(bytes(seed));
		const signature = bls.sign(bls.hash(bytes(message), tag), key).toHex(true);
		return { publicKey: bls.getPublicKey(key).toHex(true), signature };
	},
	verify({ publicKey, message, signature, tag }) {
		try {
			return bls.verify(bytes(signature), bls.hash(bytes(message), tag), bytes(publicKey));
		} catch {
			// Not a point of the curve.
			return false;
		}
	},
	order({ seed, randomness, numbers }) {
		const digestOf = (number) => {
			const suffix = Buffer.alloc(8);
			suffix.writeBigUInt64BE(BigInt(number));
			return createHmac("sha256", bytes(seed)).update(bytes(randomness)).update(suffix).digest("hex");
		};
		const drawn = numbers.map((number) => [digestOf(number), number]);
		return drawn.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, number]) => number);
	},
};

parentPort.postMessage(ACTS[workerData.act](workerData));
