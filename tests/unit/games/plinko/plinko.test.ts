import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DRAW_RANGE } from "~/games/fairness/draws";
import {
	costOf,
	countBySlot,
	EXACT_RTP,
	isBigWin,
	MAX_MULTIPLIER,
	MULTIPLIERS,
	payoutOf,
	SLOT_COUNT,
	STAKES,
	slotOf,
	totalPayout,
	WEIGHT_TOTAL,
	WEIGHTS,
} from "~/games/plinko/engine/plinko";

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("the table", () => {
	it("has 15 slots whose weights sum to 2000", () => {
		expect([MULTIPLIERS.length, WEIGHTS.length, SLOT_COUNT]).toEqual([15, 15, 15]);
		expect([sum(WEIGHTS), WEIGHT_TOTAL]).toEqual([2000, 2000]);
	});

	it("is the specification's", () => {
		expect(MULTIPLIERS.map((hundredths) => hundredths / 100)).toEqual([
			100, 26, 8, 3, 1.7, 1, 0.3, 0.1, 0.3, 1, 1.7, 3, 8, 26, 100,
		]);
		expect(WEIGHTS).toEqual([1, 4, 20, 60, 80, 160, 440, 470, 440, 160, 80, 60, 20, 4, 1]);
		expect(MAX_MULTIPLIER).toBe(10_000);
	});

	it("is symmetric", () => {
		expect([...MULTIPLIERS].reverse()).toEqual(MULTIPLIERS);
		expect([...WEIGHTS].reverse()).toEqual(WEIGHTS);
	});

	it("returns exactly 99.55 %", () => {
		const returned = WEIGHTS.reduce(
			(total, weight, i) => total + BigInt(weight) * BigInt(MULTIPLIERS[i]!),
			0n,
		);
		expect(returned * 10_000n).toBe(9955n * 2000n * 100n);
		expect(EXACT_RTP).toBe(0.9955);
	});

	it.each(STAKES)("loses nothing to rounding at a stake of %i", (stake) => {
		const returned = sum(WEIGHTS.map((weight, slot) => weight * payoutOf(stake, slot)));
		expect(returned * 10_000).toBe(9955 * WEIGHT_TOTAL * stake);
	});
});

describe("the slot of a drawn number", () => {
	it("starts and ends at the exact number, for every slot", () => {
		let below = 0n;
		let first = 0;
		for (const [slot, weight] of WEIGHTS.entries()) {
			below += BigInt(weight);
			// The last number whose share lies under the cumulative probability: ceil(p * 2^32) - 1.
			const last = Number((below * 2n ** 32n + 1999n) / 2000n) - 1;
			expect([slotOf(first), slotOf(last)], `slot ${slot} is ${first} to ${last}`).toEqual([slot, slot]);
			first = last + 1;
		}
		expect(first).toBe(DRAW_RANGE);
	});

	it("agrees with exact arithmetic for any number", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: DRAW_RANGE - 1 }), (drawn) => {
				let rest = (BigInt(drawn) * 2000n) / 2n ** 32n;
				const slot = WEIGHTS.findIndex((weight) => {
					rest -= BigInt(weight);
					return rest < 0n;
				});
				expect(slotOf(drawn)).toBe(slot);
			}),
			{ numRuns: 20_000, seed: 20260304 },
		);
	});
});

describe("the payout", () => {
	it("is the floor of stake times multiplier in exact arithmetic, for every stake up to 10,000", () => {
		for (const [slot, hundredths] of MULTIPLIERS.entries()) {
			for (let stake = 1; stake <= 10_000; stake++) {
				const exact = (BigInt(stake) * BigInt(hundredths)) / 100n;
				if (payoutOf(stake, slot) !== Number(exact)) {
					expect.fail(`stake ${stake} in slot ${slot}: ${payoutOf(stake, slot)} instead of ${exact}`);
				}
			}
		}
	});

	it.each([-1, 15, 0.5, Number.NaN])("of slot %d does not exist", (slot) => {
		expect(() => payoutOf(10, slot)).toThrow(RangeError);
	});

	it("of a round is rounded down ball by ball", () => {
		expect(totalPayout(1, [6, 6, 6, 6])).toBe(0);
		expect(totalPayout(10, [0, 7, 4])).toBe(1000 + 1 + 17);
		expect(totalPayout(10, [])).toBe(0);
	});
});

it("counts the balls of every slot, in whatever order they landed", () => {
	const landed = [7, 7, 0, 14].map((slot, ball) => ({ ball: 3 - ball, slot }));
	expect(countBySlot(landed)).toEqual([1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
});

it("costs the stake for every ball", () => {
	expect(costOf({ stake: 20, slots: [1, 2, 3] })).toBe(60);
});

it.each([
	["a ball at 26x", [1, 7, 7], true],
	["five times the cost", [2, 2, 7], true],
	["less than five times the cost", [2, 7], false],
	["nothing much", [6, 7, 8], false],
])("calls %s a big win: %s", (_what, slots, big) => {
	expect(isBigWin({ id: "r", stake: 10, slots, payout: totalPayout(10, slots) })).toBe(big);
});
