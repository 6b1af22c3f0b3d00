import { describe, expect, it } from "vitest";
import { DRAW_RANGE } from "~/games/fairness/numbers";
import { costOf } from "~/games/instant/rules";
import { tierOf } from "~/games/instant/tiers";
import {
	BALL_PRESETS,
	countBySlot,
	EXACT_RTP,
	MAX_BALLS,
	MAX_MULTIPLIER,
	MULTIPLIERS,
	netOf,
	PLINKO,
	payoutOf,
	roundWin,
	SLOT_COUNT,
	STAKES,
	STATED_RTP,
	slotOf,
	totalPayout,
	WEIGHT_TOTAL,
	WEIGHTS,
} from "~/games/plinko/plinko";
import { RELEASE_MS } from "~/games/plinko/screen/board/drop-player";
import { DEMO_POINTS } from "~/games/wallet";

describe("the table", () => {
	it("matches the specification, as do the stakes and numbers of balls", () => {
		expect(MULTIPLIERS.map((hundredths) => hundredths / 100)).toEqual([
			100, 26, 8, 3, 1.7, 1, 0.3, 0.1, 0.3, 1, 1.7, 3, 8, 26, 100,
		]);
		expect(WEIGHTS).toEqual([1, 4, 20, 60, 80, 160, 440, 470, 440, 160, 80, 60, 20, 4, 1]);
		expect([SLOT_COUNT, WEIGHT_TOTAL, MAX_MULTIPLIER]).toEqual([15, 2000, 10_000]);
		expect([STAKES, BALL_PRESETS, MAX_BALLS]).toEqual([[10, 20, 50, 100], [1, 5, 10, 25, 50], 50]);
		expect([RELEASE_MS, DEMO_POINTS, STATED_RTP]).toEqual([150, 1000, 0.975]);
	});

	it("has seven colour tiers of multipliers", () => {
		expect(MULTIPLIERS.slice(0, 8).map(tierOf)).toEqual([1, 1, 2, 3, 4, 5, 6, 7]);
	});

	it("returns exactly 99.55%", () => {
		const returned = WEIGHTS.reduce(
			(total, weight, i) => total + BigInt(weight) * BigInt(MULTIPLIERS[i]!),
			0n,
		);
		expect(returned * 10_000n).toBe(9955n * 2000n * 100n);
		expect(EXACT_RTP).toBe(0.9955);
	});
});

describe("the slot of a drawn number", () => {
	it("changes at the exact number, for every slot", () => {
		let below = 0n;
		let first = 0;
		for (const [slot, weight] of WEIGHTS.entries()) {
			below += BigInt(weight);
			// The last number whose share is below the cumulative probability: ceil(p * 2^32) - 1.
			const last = Number((below * 2n ** 32n + 1999n) / 2000n) - 1;
			expect([slotOf(first), slotOf(last)], `slot ${slot} is ${first} to ${last}`).toEqual([slot, slot]);
			first = last + 1;
		}
		expect(first).toBe(DRAW_RANGE);
	});
});

describe("the payout", () => {
	it("is the floor of stake times multiplier in exact arithmetic for every stake up to 1,000", () => {
		const wrong: string[] = [];
		for (const [slot, hundredths] of MULTIPLIERS.entries()) {
			for (let stake = 1; stake <= 1000; stake++) {
				const exact = (BigInt(stake) * BigInt(hundredths)) / 100n;
				if (payoutOf(stake, slot) !== Number(exact)) {
					wrong.push(`stake ${stake} in slot ${slot}: ${payoutOf(stake, slot)} instead of ${exact}`);
				}
			}
		}
		expect(wrong).toEqual([]);
	});

	it.each([-1, 15, 0.5, Number.NaN])("throws for the invalid slot %d", (slot) => {
		expect(() => payoutOf(10, slot)).toThrow(RangeError);
	});
});

it("the balls of every slot are counted in any order of landing", () => {
	const landed = [7, 7, 0, 14].map((slot, ball) => ({ ball: 3 - ball, slot }));
	expect(countBySlot(landed)).toEqual([1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
});

it("the net of balls is what they pay less what they cost", () => {
	expect(costOf({ input: { stake: 20 }, outcome: [1, 2, 3] })).toBe(60);
	expect(netOf(10, [])).toBe(0);
	expect(netOf(10, [7])).toBe(-9);
	expect(netOf(10, [5, 9])).toBe(0);
	expect(netOf(20, [0, 7, 7])).toBe(2000 + 2 + 2 - 60);
});

it.each([
	["a loss", [6, 7, 8], undefined],
	["what it cost", [5], undefined],
	["less than twice the cost", [4], undefined],
	["three times the cost", [3], 2],
	["four and a half times the cost, with a ball at 8x", [2, 5], 2],
	["13 times the cost, with a ball at 26x", [1, 7], 10],
	["26 times the cost", [1], 26],
	["50 times the cost, with a ball at 100x", [0, 7], 26],
	["100 times the cost", [14], 100],
])("a round that pays %s: balls in %j are celebrated as %s", (_what, slots, size) => {
	expect(
		roundWin({
			...{ id: "r", input: { stake: 10, balls: slots.length }, outcome: slots },
			payout: totalPayout(10, slots),
		}),
	).toBe(size);
});

it("the initial bet of the form follows valid URL parameters, and is one ball of 10 by default", () => {
	const open = (search: string) => PLINKO.openingBet(new URLSearchParams(search));
	expect(open("stake=50&setBalls=25")).toEqual({ stake: 50, balls: 25 });
	for (const search of ["", "stake=30&setBalls=51", "stake=x&setBalls=0", "stake=-10&setBalls=-1"])
		expect(open(search), search).toEqual({ stake: 10, balls: 1 });
});
