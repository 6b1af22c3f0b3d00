import { describe, expect, it } from "vitest";
import { MAX_MULTIPLIER } from "~/games/crash/engine/curve";
import { rtpOf, SOLO_DRAWS, STATED_RTP, soloDrawOf } from "~/games/crash/engine/solo-draw";
import { rtpRows } from "~/games/crash/screen/rtp-chart.server";
import { DRAW_RANGE } from "~/games/fairness/numbers";
import { sized } from "../../../../support/test-size";

const { table, even } = SOLO_DRAWS;
const RANGE = 2n ** 32n;

const ceilDivide = (one: bigint, other: bigint) => (one + other - 1n) / other;

/** The specified bands: percent, from, to. */
const BANDS = [
	[30n, 100n, 150n],
	[30n, 150n, 250n],
	[25n, 250n, 500n],
	[15n, 500n, 1000n],
] as const;

/** Exact arithmetic: X = number / 2^32 selects a band, which is interpolated linearly and cut to two decimals. */
function exactTable(number: number): number {
	let below = 0n;
	for (const [percent, from, to] of BANDS) {
		const above = below + percent;
		if (100n * BigInt(number) < above * RANGE) {
			const inBand = 100n * BigInt(number) - below * RANGE;
			return Number(from + (inBand * (to - from)) / (percent * RANGE));
		}
		below = above;
	}
	throw new Error("outside of the bands");
}

/** Counts the numbers of 2^32 with a crash point of at least `target` by a binary search for the first. */
function countReaching(crashPoint: (number: number) => number, target: number): number {
	let low = 0;
	let high = DRAW_RANGE;
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (crashPoint(middle) >= target) high = middle;
		else low = middle + 1;
	}
	return DRAW_RANGE - low;
}

/** The drawable numbers around `centre`. */
function* around(centre: number, reach: number): Generator<number> {
	const last = Math.min(DRAW_RANGE - 1, centre + reach);
	for (let number = Math.max(0, centre - reach); number <= last; number++) yield number;
}

describe("the draw table", () => {
	it("changes by one hundredth at the exact number, everywhere", () => {
		let below = 0n;
		for (const [percent, from, to] of BANDS) {
			for (let target = from; target < to; target++) {
				const scale = 100n * (to - from);
				const first = ceilDivide(below * RANGE * (to - from) + (target - from) * percent * RANGE, scale);
				for (const number of around(Number(first), 3)) {
					if (table.crashPoint(number) !== exactTable(number)) expect.fail(`at ${number}`);
				}
				expect(table.crashPoint(Number(first))).toBe(Number(target));
			}
			below += percent;
		}
	});

	it("has its stated chance at every target by a count of the 2^32 numbers", () => {
		for (let target = 100; target <= 1001; target++) {
			const count = countReaching(table.crashPoint, target);
			const chance = table.chanceOf(target);
			if (Math.abs(count - chance * DRAW_RANGE) > 1) expect.fail(`${target}: ${count}, chance ${chance}`);
		}
		expect([table.chanceOf(100), table.chanceOf(999) > 0, table.chanceOf(1000)]).toEqual([1, true, 0]);
	});

	it("returns most at 1.92x, and the stated 99% at no target", () => {
		const targets = Array.from({ length: 900 }, (_, i) => 101 + i);
		const best = targets.reduce((one, other) => (rtpOf(table, other) > rtpOf(table, one) ? other : one));
		expect([best, STATED_RTP]).toEqual([192, 0.99]);
		for (const target of targets) expect(Math.abs(rtpOf(table, target) - STATED_RTP)).toBeGreaterThan(1e-4);
		const rows = rtpRows(table);
		expect(rows.map(({ rtp }) => rtp)).toEqual(rows.map(({ target }) => rtpOf(table, target)));
		expect(rows.map(({ target }) => target)).toContain(192);
	});

	it.each([DRAW_RANGE, DRAW_RANGE * 2])("throws for %i, which cannot be drawn", (number) => {
		expect(() => table.crashPoint(number)).toThrow(RangeError);
	});
});

describe("the even draw", () => {
	it("changes by one hundredth at the exact number, everywhere", () => {
		const wrong: string[] = [];
		for (let target = 101n; target <= 100_000n; target += target < 2000n ? 1n : BigInt(sized(97, 1))) {
			// 99 * 2^32 / (2^32 - n) >= target if and only if 2^32 - n <= 99 * 2^32 / target.
			const first = Number(RANGE - (99n * RANGE) / target);
			if (even.crashPoint(first) < target || even.crashPoint(first - 1) >= target) {
				wrong.push(`${target} does not start at ${first}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	it("has its stated chance by a count of the 2^32 numbers", () => {
		for (let target = 100; target <= MAX_MULTIPLIER + 1; target += target < 300 ? 1 : sized(997, 1)) {
			const count = countReaching(even.crashPoint, target);
			expect(Math.abs(count - even.chanceOf(target) * DRAW_RANGE), `${target}`).toBeLessThanOrEqual(1);
		}
	});

	it("returns 99% at every target up to 1000x and nothing above", () => {
		for (let target = 101; target <= MAX_MULTIPLIER; target++) {
			if (Math.abs(rtpOf(even, target) - 0.99) > 1e-12) expect.fail(`${target}: ${rtpOf(even, target)}`);
		}
		expect([even.chanceOf(MAX_MULTIPLIER + 1), even.chanceOf(100), even.chanceOf(50)]).toEqual([0, 1, 1]);
	});
});

it("the draw versions are fixed: 1 is the table, 2 the even draw", () => {
	expect([table.version, even.version, Object.keys(SOLO_DRAWS).length]).toEqual([1, 2, 2]);
	for (const draw of [table, even]) expect(soloDrawOf(draw.version)).toBe(draw);
	for (const version of [0, 3, -1, 1.5, Number.NaN]) expect(() => soloDrawOf(version)).toThrow(RangeError);
});
