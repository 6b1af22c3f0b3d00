import { commitmentTo, DRAW_RANGE, drawNumbers } from "../../fairness/draws";
import { MAX_BALLS, slotOf } from "./plinko";

/** What the verifier's fields hold, as text. */
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

/** What the fields open with: a round that is looked up, else what the address holds. */
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
	commitment: string;
	balls: { drawn: number; share: string; slot: number }[];
}

/** Draws a round again; undefined until the fields hold what a draw needs. */
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
