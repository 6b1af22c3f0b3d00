import { commitmentTo, DRAW_RANGE, drawNumbers } from "../fairness/draws";
import { MAX_BALLS, slotOf } from "./plinko";

/** What the verifier's fields hold, as text. */
export interface VerifierFields {
	serverSeed: string;
	clientSeed: string;
	nonce: string;
	balls: string;
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
