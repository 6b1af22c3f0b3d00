import { beforeAll, describe, expect, it } from "vitest";
import { MAX_MULTIPLIER } from "~/games/crash/engine/curve";
import { hashBefore, LIVE_RTP, liveCrashPoint } from "~/games/crash/engine/live-draw";
import { sized } from "../../../../support/test-size";

const ROUNDS = sized(200_000, 1_000_000);
/** Allowed deviation in standard errors. The chain is fixed, so that the result is deterministic. */
const TOLERANCE = 4;
const BINS = 50;
const BUILD_WITHIN_MS = 300_000;

/** The share of flights that reach a target. */
const chanceOf = (target: number): number => (target <= 100 ? 1 : target > MAX_MULTIPLIER ? 0 : 99 / target);

const counts = new Uint32Array(MAX_MULTIPLIER + 1);
/** Rounds that reach 2x, and those of them that follow such a round. */
let twice = 0;
let twiceInARow = 0;

beforeAll(() => {
	let hash = "c4".repeat(32);
	let before = false;
	for (let round = 0; round < ROUNDS; round++) {
		const point = liveCrashPoint(hash, "live statistics");
		counts[point] = (counts[point] ?? 0) + 1;
		const reaches = point >= 200;
		if (reaches) twice += 1;
		if (reaches && before) twiceInARow += 1;
		before = reaches;
		hash = hashBefore(hash);
	}
}, BUILD_WITHIN_MS);

const countFrom = (low: number, high = MAX_MULTIPLIER + 1): number =>
	counts.subarray(low, high).reduce((sum, count) => sum + count, 0);

const standardErrors = (count: number, chance: number): number =>
	Math.abs(count - ROUNDS * chance) / Math.sqrt(ROUNDS * chance * (1 - chance));

describe("the live rounds of one chain", () => {
	it("follow the formula by a chi-square test", () => {
		const edges = Array.from({ length: BINS }, (_, i) => Math.max(100, Math.ceil(99 / (1 - i / BINS))));
		const chiSquare = edges.reduce((sum, low, i) => {
			const high = edges[i + 1] ?? MAX_MULTIPLIER + 1;
			const wanted = ROUNDS * (chanceOf(low) - chanceOf(high));
			return sum + (countFrom(low, high) - wanted) ** 2 / wanted;
		}, 0);
		expect(new Set(edges).size).toBe(BINS);
		// 49 degrees of freedom: p = 0.0001 at 93. A value below 20 is too even for a random draw.
		expect(chiSquare).toBeLessThan(93);
		expect(chiSquare).toBeGreaterThan(20);
	});

	it.each([101, 110, 150, 192, 200, 300, 500, 1000, 5000, 10_000, 50_000, MAX_MULTIPLIER])(
		"return 99% at a target of %i hundredths",
		(target) => {
			const reached = countFrom(target);
			const rtp = (reached / ROUNDS) * (target / 100);
			const chance = chanceOf(target);
			const standardError = Math.sqrt((chance * (1 - chance)) / ROUNDS) * (target / 100);
			expect(Math.abs(rtp - LIVE_RTP) / standardError, `RTP ${rtp}`).toBeLessThan(TOLERANCE);
		},
	);

	it("end at 1.00x in two of a hundred cases and at 1000.00x in one of a thousand", () => {
		expect(standardErrors(countFrom(100, 101), 2 / 101)).toBeLessThan(TOLERANCE);
		expect(standardErrors(counts[MAX_MULTIPLIER] ?? 0, 0.00099)).toBeLessThan(TOLERANCE);
		expect(countFrom(0, 100)).toBe(0);
	});

	it("are independent of the previous round", () => {
		const chance = (twice / ROUNDS) ** 2;
		expect(standardErrors(twiceInARow, chance)).toBeLessThan(TOLERANCE);
	});
});
