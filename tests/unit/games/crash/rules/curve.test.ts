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
import { propertySeed, sized } from "../../../../support/test-size";

const LAST_TICK = LADDER.length - 1;
const at = (tick: number): number => LADDER[tick] ?? Number.NaN;

describe("the ladder", () => {
	it("matches the specified growth, exactly and in floating-point arithmetic, rounded at each tick", () => {
		// In units of 0.00001: m + 0.02 + 0.003 m, then half up to whole hundredths.
		let hundredths = 100n;
		let multiplier = 1.0;
		for (const [tick, value] of LADDER.entries()) {
			expect([tick, value]).toEqual([tick, Number(hundredths)]);
			expect(value).toBe(Math.round(multiplier * 100));
			hundredths = (2n * (hundredths * 1000n + 2000n + 3n * hundredths) + 1000n) / 2000n;
			multiplier = Math.round((multiplier + 0.02 + 0.003 * multiplier) * 100) / 100;
			expect([tickOf(value), momentOf(value)]).toEqual([tick, tick * TICK_MS]);
			expect(multiplierAt(tick * TICK_MS)).toBe(value);
		}
	});

	it("starts at 1.00x and ends at the first tick with the maximum multiplier", () => {
		expect([at(0), START, TICK_MS, MAX_MULTIPLIER]).toEqual([100, 100, 100, 100_000]);
		expect(at(LAST_TICK)).toBeGreaterThanOrEqual(MAX_MULTIPLIER);
		expect(at(LAST_TICK - 1)).toBeLessThan(MAX_MULTIPLIER);
	});
});

describe("ticks, moments and multipliers", () => {
	it("give the first tick that reaches a multiplier, for every multiplier", () => {
		let tick = 0;
		for (let multiplier = START; multiplier <= MAX_MULTIPLIER; multiplier++) {
			while (at(tick) < multiplier) tick += 1;
			if (tickOf(multiplier) !== tick) expect.fail(`${multiplier}: tick ${tickOf(multiplier)}, not ${tick}`);
		}
		expect(tick).toBe(LAST_TICK);
	});

	it("are clamped to the ladder before its start and after its end", () => {
		expect([-1, -1e9, 0, 99.9].map(multiplierAt)).toEqual([100, 100, 100, 100]);
		expect([1e9, Number.POSITIVE_INFINITY].map(multiplierAt)).toEqual([at(LAST_TICK), at(LAST_TICK)]);
		expect([0, 99, at(LAST_TICK) + 1].map(tickOf)).toEqual([0, 0, LAST_TICK]);
	});
});

describe("the payout", () => {
	it("is rounded down to whole points, where floating-point arithmetic is often wrong", () => {
		let wrongInFloating = 0;
		for (const stake of [10, 20, 50, 100, 500]) {
			for (let target = 101; target <= 1000; target++) {
				const exact = Number((BigInt(stake) * BigInt(target)) / 100n);
				if (payoutOf(stake, target) !== exact) expect.fail(`${stake} at ${target}`);
				if (Math.floor(stake * (target / 100)) !== exact) wrongInFloating += 1;
			}
		}
		expect(wrongInFloating).toBe(108);
	});

	it("is exact for stakes up to 90 billion at any multiplier", () => {
		const stakes = fc.integer({ min: 1, max: 90_000_000_000 });
		fc.assert(
			fc.property(stakes, fc.integer({ min: START, max: MAX_MULTIPLIER }), (stake, multiplier) => {
				expect(payoutOf(stake, multiplier)).toBe(Number((BigInt(stake) * BigInt(multiplier)) / 100n));
			}),
			{ numRuns: sized(1000, 20_000), seed: propertySeed(20260304) },
		);
	});
});
