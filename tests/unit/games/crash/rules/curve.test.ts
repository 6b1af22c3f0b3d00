import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	LADDER,
	MAX_MULTIPLIER,
	momentOf,
	multiplierAt,
	payoutOf,
	START,
	TICK_MS,
	tickOf,
} from "~/games/crash/engine/curve";

const LAST_TICK = LADDER.length - 1;
const at = (tick: number): number => LADDER[tick] ?? Number.NaN;
const seed = 20260304;

describe("the ladder", () => {
	it("matches the specified growth in exact arithmetic, rounded to two decimals at each tick", () => {
		// In units of 0.00001: m + 0.02 + 0.003 m, then half up to whole hundredths.
		let hundredths = 100n;
		for (const [tick, value] of LADDER.entries()) {
			expect([tick, value]).toEqual([tick, Number(hundredths)]);
			const next = hundredths * 1000n + 2000n + 3n * hundredths;
			hundredths = (2n * next + 1000n) / 2000n;
		}
	});

	it("matches the specified formula in floating-point arithmetic at every tick", () => {
		let multiplier = 1.0;
		for (const value of LADDER) {
			expect(value).toBe(Math.round(multiplier * 100));
			multiplier = Math.round((multiplier + 0.02 + 0.003 * multiplier) * 100) / 100;
		}
	});

	it("starts at 1.00x, rises strictly and ends at the first tick with the maximum multiplier", () => {
		expect([at(0), START, TICK_MS, MAX_MULTIPLIER]).toEqual([100, 100, 100, 100_000]);
		for (let tick = 1; tick <= LAST_TICK; tick++) expect(at(tick)).toBeGreaterThan(at(tick - 1));
		expect(at(LAST_TICK)).toBeGreaterThanOrEqual(MAX_MULTIPLIER);
		expect(at(LAST_TICK - 1)).toBeLessThan(MAX_MULTIPLIER);
	});

	it.each([
		[100, 0, 100],
		[101, 100, 102],
		[200, 4_500, 201],
		[500, 14_500, 501],
		[1000, 26_200, 1002],
	])("reaches %i hundredths after %i ms, with the value %i", (multiplier, moment, value) => {
		expect([momentOf(multiplier), multiplierAt(moment)]).toEqual([moment, value]);
		if (moment > 0) expect(multiplierAt(moment - 0.001)).toBeLessThan(multiplier);
	});
});

describe("ticks, moments and multipliers", () => {
	it("correspond at every tick", () => {
		for (const [tick, value] of LADDER.entries()) {
			expect([tickOf(value), momentOf(value), multiplierAt(tick * TICK_MS)]).toEqual([
				tick,
				tick * TICK_MS,
				value,
			]);
		}
	});

	it("give the first tick that reaches a multiplier, for every multiplier", () => {
		let tick = 0;
		for (let multiplier = START; multiplier <= MAX_MULTIPLIER; multiplier++) {
			while (at(tick) < multiplier) tick += 1;
			if (tickOf(multiplier) !== tick) expect.fail(`${multiplier}: tick ${tickOf(multiplier)}, not ${tick}`);
		}
		expect(tick).toBe(LAST_TICK);
	});

	it("agree at any moment on whether a multiplier has been reached", () => {
		fc.assert(
			fc.property(
				fc.double({ min: 0, max: (LAST_TICK + 2) * TICK_MS, noNaN: true }),
				fc.integer({ min: START, max: MAX_MULTIPLIER }),
				(elapsed, multiplier) => {
					expect(multiplierAt(elapsed) >= multiplier).toBe(momentOf(multiplier) <= elapsed);
				},
			),
			{ numRuns: 20_000, seed },
		);
	});

	it("are clamped to the ladder before its start and after its end", () => {
		expect([multiplierAt(-1), multiplierAt(-1e9), multiplierAt(0), multiplierAt(99.9)]).toEqual([
			100, 100, 100, 100,
		]);
		expect([multiplierAt(1e9), multiplierAt(Number.POSITIVE_INFINITY)]).toEqual([
			at(LAST_TICK),
			at(LAST_TICK),
		]);
		expect([tickOf(0), tickOf(99), tickOf(at(LAST_TICK) + 1)]).toEqual([0, 0, LAST_TICK]);
	});
});

describe("the payout", () => {
	const BETS = [10, 20, 50, 100, 500];
	const TARGETS = Array.from({ length: 900 }, (_, i) => 101 + i);

	it("is rounded down to whole points for all 4,500 tested bets and targets", () => {
		let wrongInFloating = 0;
		for (const stake of BETS) {
			for (const target of TARGETS) {
				const exact = Number((BigInt(stake) * BigInt(target)) / 100n);
				if (payoutOf(stake, target) !== exact) expect.fail(`${stake} at ${target}`);
				if (Math.floor(stake * (target / 100)) !== exact) wrongInFloating += 1;
			}
		}
		expect(wrongInFloating, "cases in which floating-point arithmetic is wrong").toBe(108);
	});

	it("of 50 at 1.14x is 57, where floating-point arithmetic gives 56", () => {
		expect([payoutOf(50, 114), Math.floor(50 * 1.14)]).toEqual([57, 56]);
	});

	it("is exact for stakes up to 90 billion at any multiplier", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 90_000_000_000 }),
				fc.integer({ min: START, max: MAX_MULTIPLIER }),
				(stake, multiplier) => {
					const exact = (BigInt(stake) * BigInt(multiplier)) / 100n;
					expect(payoutOf(stake, multiplier)).toBe(Number(exact));
				},
			),
			{ numRuns: 20_000, seed },
		);
	});

	it("does not decrease with the multiplier and equals the stake at 1.00x", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 1_000_000 }),
				fc.integer({ min: START, max: MAX_MULTIPLIER - 1 }),
				(stake, multiplier) => {
					expect(payoutOf(stake, START)).toBe(stake);
					expect(payoutOf(stake, multiplier + 1)).toBeGreaterThanOrEqual(payoutOf(stake, multiplier));
				},
			),
			{ seed },
		);
	});
});
