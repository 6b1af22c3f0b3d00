import { createHash } from "node:crypto";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { beaconOf, drawOrder, messageOf, randomnessOf, roundAfter, SIGNATURE_TAG } from "~/beacon/beacon";
import { type DrawFile, listText } from "~/events/raffles/draw-file";

const bls = bls12_381.shortSignatures;
const secretKey = new Uint8Array(32).fill(7);
export const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** A round of a local beacon. */
export function signedRound(closesAt: string) {
	const publicKey = bls.getPublicKey(secretKey).toHex(true);
	const round = roundAfter(beaconOf(publicKey), new Date(closesAt));
	const signature = bls.sign(bls.hash(messageOf(round), SIGNATURE_TAG), secretKey).toHex(true);
	return { publicKey, round, signature, randomness: randomnessOf(signature) };
}

/** The file of a drawn raffle with one ticket for each viewer and two more for the first one. @param viewers at least `winners`. */
export function drawFile(viewers: number, winners: number): DrawFile {
	const closesAt = "2026-12-06T21:00:00.000Z";
	const pseudonyms = Array.from({ length: viewers }, (_, i) => sha256(`viewer ${i}`).slice(0, 16));
	const owners = [...pseudonyms, pseudonyms[0], pseudonyms[0]];
	const prizes = Array.from({ length: winners }, (_, i) => `Mug ${i + 1}`).join("\n");
	const tickets = owners.map((pseudonym = "", i) => ({ number: i + 1, pseudonym, origin: "bought" }));
	const list = listText({ title: "A mug", prizes }, tickets);
	const seed = sha256("seed");
	const read = signedRound(closesAt);
	const numbers = owners.map((_, i) => i + 1);
	const drawn = drawOrder(seed, read.randomness, numbers);
	const winnersOf = drawn.map((ticket) => owners[ticket - 1]);
	const firsts = drawn.filter((_, i) => winnersOf.indexOf(winnersOf[i]) === i);
	return {
		format: "plateia-raffle-1",
		...{ id: "raffle-1", site: "https://site.test", closesAt, list, seed, ...read },
		seedHash: sha256(Buffer.from(seed, "hex")),
		listHash: sha256(list),
		frozenAt: "2026-12-06T21:00:00.500Z",
		places: firsts
			.slice(0, winners)
			.map((ticket, i) => ({ place: i + 1, prize: i + 1, ticket, state: "paid", reason: null })),
	};
}
