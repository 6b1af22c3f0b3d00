import { expect, it } from "vitest";
import { drawNumbers } from "~/games/fairness/draws";
import { EXACT_RTP, payoutOf, slotOf, WEIGHT_TOTAL, WEIGHTS } from "~/games/plinko/engine/plinko";
import { sized } from "../../../support/test-size";

const NONCES = sized(40_000, 200_000);
const BALLS = 50;
const DRAWS = NONCES * BALLS;
/** 14 degrees of freedom at p = 0.0001. */
const CRITICAL = 42.6;
const STAKE = 100;

it("the slots and the return of drawn balls match the table", () => {
	const key = { serverSeed: "5e".repeat(32), clientSeed: "statistics" };
	const counts = new Array<number>(WEIGHTS.length).fill(0);
	for (let nonce = 0; nonce < NONCES; nonce++) {
		for (const drawn of drawNumbers({ ...key, nonce }, BALLS)) {
			const slot = slotOf(drawn);
			counts[slot] = (counts[slot] ?? 0) + 1;
		}
	}

	const expected = WEIGHTS.map((weight) => (DRAWS * weight) / WEIGHT_TOTAL);
	const chiSquare = expected.reduce(
		(sum, wanted, slot) => sum + ((counts[slot] ?? 0) - wanted) ** 2 / wanted,
		0,
	);
	expect(chiSquare, `chi-square of ${counts.join(" ")}`).toBeLessThan(CRITICAL);
	expect(chiSquare, "too even for a random draw").toBeGreaterThan(1);

	const pays = (slot: number) => payoutOf(STAKE, slot) / STAKE;
	const variance = WEIGHTS.reduce(
		(sum, weight, slot) => sum + (weight / WEIGHT_TOTAL) * (pays(slot) - EXACT_RTP) ** 2,
		0,
	);
	const rtp = counts.reduce((sum, count, slot) => sum + count * pays(slot), 0) / DRAWS;
	const standardErrors = Math.abs(rtp - 0.9955) / Math.sqrt(variance / DRAWS);
	expect(standardErrors, `empirical RTP ${rtp}`).toBeLessThan(4);
}, 120_000);

it("drawn numbers are uniform at every position of a block", () => {
	const rounds = 40_000;
	const low = new Array<number>(8).fill(0);
	for (let nonce = 0; nonce < rounds; nonce++) {
		const numbers = drawNumbers({ serverSeed: "a1", clientSeed: "places", nonce }, 8);
		for (const [position, drawn] of numbers.entries())
			if (drawn < 2 ** 31) low[position] = (low[position] ?? 0) + 1;
	}
	for (const [position, count] of low.entries()) {
		const standardErrors = Math.abs(count - rounds / 2) / Math.sqrt(rounds / 4);
		expect(standardErrors, `position ${position}`).toBeLessThan(4);
	}
});
