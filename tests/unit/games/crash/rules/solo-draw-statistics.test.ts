import { beforeAll, describe, expect, it } from "vitest";
import { MAX_MULTIPLIER } from "~/games/crash/engine/curve";
import { rtpOf, SOLO_DRAWS, type SoloDrawName } from "~/games/crash/engine/solo-draw";
import { drawNumbers } from "~/games/fairness/draws";

const NONCES = 400_000;
const NUMBERS_PER_NONCE = 8;
const DRAWS = NONCES * NUMBERS_PER_NONCE;
/** Allowed deviation in standard errors. The seeds are fixed, so that the result is deterministic. */
const TOLERANCE = 4;
const STATED_BY_TABLE: Record<number, number> = {
	101: 1.0039,
	120: 1.056,
	150: 1.05,
	192: 1.102,
	200: 1.1,
	300: 1.05,
	500: 0.75,
	999: 0.003,
};
const DRAWN_WITHIN_MS = 300_000;
const EVEN_TARGETS = [101, 110, 150, 200, 300, 500, 1000, 2000, 10_000, MAX_MULTIPLIER];

/** Number of flights by crash point, for each draw from the same numbers. */
const counts: Record<SoloDrawName, Uint32Array> = {
	table: new Uint32Array(MAX_MULTIPLIER + 1),
	even: new Uint32Array(MAX_MULTIPLIER + 1),
};

beforeAll(() => {
	const key = { serverSeed: "5e".repeat(32), clientSeed: "solo-statistics" };
	for (let nonce = 0; nonce < NONCES; nonce++) {
		for (const number of drawNumbers({ ...key, nonce }, NUMBERS_PER_NONCE)) {
			for (const name of ["table", "even"] as const) {
				const point = SOLO_DRAWS[name].crashPoint(number);
				counts[name][point] = (counts[name][point] ?? 0) + 1;
			}
		}
	}
}, DRAWN_WITHIN_MS);

const countReaching = (name: SoloDrawName, target: number): number =>
	counts[name].subarray(target).reduce((sum, count) => sum + count, 0);

describe.each([
	["table", Object.keys(STATED_BY_TABLE).map(Number)],
	["even", EVEN_TARGETS],
] as const)("over 3.2 million flights of the %s draw", (name, targets) => {
	const draw = SOLO_DRAWS[name];

	it.each(targets)("the return matches the computed one at a target of %i hundredths", (target) => {
		const rtp = (countReaching(name, target) / DRAWS) * (target / 100);
		const chance = draw.chanceOf(target);
		const standardError = (Math.sqrt(chance * (1 - chance)) / Math.sqrt(DRAWS)) * (target / 100);
		expect(Math.abs(rtp - rtpOf(draw, target)) / standardError, `RTP ${rtp}`).toBeLessThan(TOLERANCE);
	});
});

it("the table returns its stated figures to a tenth of a percent", () => {
	for (const [target, stated] of Object.entries(STATED_BY_TABLE)) {
		expect(Math.abs(rtpOf(SOLO_DRAWS.table, Number(target)) - stated), target).toBeLessThan(0.001);
	}
});

it("the frequency of every crash point matches the table", () => {
	let chiSquare = 0;
	for (let point = 100; point < 1000; point++) {
		const wanted = DRAWS * (SOLO_DRAWS.table.chanceOf(point) - SOLO_DRAWS.table.chanceOf(point + 1));
		chiSquare += ((counts.table[point] ?? 0) - wanted) ** 2 / wanted;
	}
	// 899 degrees of freedom: mean 899, standard deviation 42.
	expect(chiSquare).toBeLessThan(899 + TOLERANCE * 42.4);
	expect(chiSquare, "too even for a random draw").toBeGreaterThan(899 - TOLERANCE * 42.4);
	expect(countReaching("table", 1000), "no flight passes the table").toBe(0);
});
