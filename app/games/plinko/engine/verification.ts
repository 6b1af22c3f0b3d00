import { commitmentTo, DRAW_RANGE, drawNumbers } from "../../fairness/draws";
import { MAX_BALLS, slotOf } from "./plinko";

/** The text in the verifier's fields. */
export interface VerifierFields {
	serverSeed: string;
	clientSeed: string;
	nonce: string;
	balls: string;
}

interface Known {
	clientSeed: string;
	nonce: number;
	slots: readonly number[];
	/** Undefined while it is secret. */
	serverSeed: string | undefined;
}

/**
 * The initial values of the fields: the round that is looked up, else the query parameters of the same names. A missing
 * value is empty, except for the number of balls, which defaults to 1.
 */
export function verifierFields(address: URLSearchParams, round: Known | undefined): VerifierFields {
	if (round) {
		const { serverSeed = "", clientSeed, nonce, slots } = round;
		return { serverSeed, clientSeed, nonce: String(nonce), balls: String(slots.length) };
	}
	const field = (name: keyof VerifierFields) => address.get(name) ?? "";
	return {
		serverSeed: field("serverSeed"),
		clientSeed: field("clientSeed"),
		nonce: field("nonce"),
		balls: field("balls") || "1",
	};
}

export interface Verification {
	/** SHA-256 of the server seed, as hex. */
	commitment: string;
	/** Of each ball: the drawn number, that number as a fraction of {@link DRAW_RANGE}, and the slot from 0. */
	balls: { drawn: number; share: string; slot: number }[];
}

/** Draws a round again; undefined while a seed is empty, or the nonce or number of balls is invalid. */
export function verifyPlinko({
	serverSeed,
	clientSeed,
	nonce,
	balls,
}: VerifierFields): Verification | undefined {
	const count = Number(balls);
	const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_BALLS;
	if (!serverSeed || !clientSeed || !/^\d{1,15}$/.test(nonce) || !isCount) return undefined;
	const numbers = drawNumbers({ serverSeed, clientSeed, nonce: Number(nonce) }, count);
	return {
		commitment: commitmentTo(serverSeed),
		balls: Array.from(numbers, (drawn) => ({
			drawn,
			share: (drawn / DRAW_RANGE).toFixed(6),
			slot: slotOf(drawn),
		})),
	};
}
