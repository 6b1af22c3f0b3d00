import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { huntSlotsOf, huntStatisticsOf, statisticsOf } from "~/bonus-hunt/model/hunt-results";
import { isLongName, loopSeconds } from "~/bonus-hunt/screen/carousel";
import { overlayOptionsIn } from "~/bonus-hunt/screen/overlay-options";
import { missingState } from "~/bonus-hunt/screen/use-hunt-reload";
import { formatEuros, formatRatio } from "~/i18n/format";
import { reloadRepeatedly } from "~/live/reload-while";
import { propertySeed } from "../../support/test-size";

afterEach(() => void vi.useRealTimers());

const SEED = { seed: propertySeed(20260304) };
const slot = fc.record({
	bet: fc.integer({ min: 1, max: 100_000 }),
	payout: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
});
const costs = fc.record({
	startCost: fc.integer({ min: 0, max: 1_000_000 }),
	stopLoss: fc.integer({ min: 0, max: 1_000_000 }),
});

describe("the specified statistics of a hunt", () => {
	it("match an example that was calculated manually", () => {
		const slots = [
			{ bet: 100, payout: 5000 },
			{ bet: 300, payout: 0 },
			{ bet: 200, payout: null },
			{ bet: 400, payout: null },
		];
		const statistics = huntStatisticsOf({ startCost: 20_000, stopLoss: 5000 }, slots);
		expect(statisticsOf(statistics)).toEqual({
			countTotalBonus: 4,
			countOpenedBonus: 2,
			totalWinAmount: 50,
			// 50x and 0x: a slot with a payout of 0 counts as opened.
			averageMultiplier: 25,
			// A target of 150 with total bets of 10.
			breakEvenInitial: 15,
			// 100 remain to be won with unopened bets of 6.
			breakEvenCurrent: 100 / 6,
		});
		// Total win divided by total opened bets: 50 / 4.
		expect([statistics.overallMultiplier, statistics.bestMultiplier, statistics.bestWin]).toEqual([
			12.5, 50, 5000,
		]);
	});

	it("are null where the divisor is zero, and finite otherwise", () => {
		expect(statisticsOf(huntStatisticsOf({ startCost: 1000, stopLoss: 0 }, []))).toEqual({
			...{ countTotalBonus: 0, countOpenedBonus: 0, totalWinAmount: 0 },
			...{ averageMultiplier: null, breakEvenInitial: null, breakEvenCurrent: null },
		});
		fc.assert(
			fc.property(costs, fc.array(slot), (hunt, slots) => {
				for (const value of Object.values(statisticsOf(huntStatisticsOf(hunt, slots)))) {
					expect(value === null || Number.isFinite(value)).toBe(true);
				}
			}),
			SEED,
		);
	});

	it("define break-even: the target is reached if all remaining bets win that multiplier", () => {
		fc.assert(
			fc.property(costs, fc.array(slot, { minLength: 1 }), (hunt, slots) => {
				const { breakEvenInitial, breakEvenCurrent, staked, stakedOpened, target, won } = huntStatisticsOf(
					hunt,
					slots,
				);
				expect((breakEvenInitial ?? 0) * staked).toBeCloseTo(target, 4);
				expect(target).toBe(Math.max(0, hunt.startCost - hunt.stopLoss));
				if (breakEvenCurrent === null) expect(staked).toBe(stakedOpened);
				else expect(won + breakEvenCurrent * (staked - stakedOpened)).toBeGreaterThanOrEqual(target - 0.01);
				if (won >= target && breakEvenCurrent !== null) expect(breakEvenCurrent).toBe(0);
			}),
			SEED,
		);
	});
});

it("a slot has the specified fields, with null for missing values", () => {
	const bonus = {
		...{ id: "b", huntId: "h", position: 9, name: "Wolf Gold", provider: "", image: "", bet: 250 },
		...{ payout: null, preNote: "", revision: 1, createdAt: "", openedAt: null },
	};
	const opened = { ...bonus, provider: "P", image: "w.webp", payout: 1000, preNote: "n" };
	const slot = { slotName: "Wolf Gold", betSize: 2.5, idForBonusHunt: 1 };
	expect(huntSlotsOf([bonus, opened])).toEqual([
		{ ...slot, slotImage: null, payout: null, multiplier: null, providerName: null, preNote: null },
		{
			...{ ...slot, idForBonusHunt: 2, slotImage: "w.webp", payout: 10, multiplier: 4 },
			...{ providerName: "P", preNote: "n" },
		},
	]);
});

it.each([
	["", { statistics: true, slots: true, theme: "dark", scale: 1 }],
	["show=figures&scale=1.5", { statistics: true, slots: false, theme: "dark", scale: 1.5 }],
	["show=slots&theme=light&scale=1,5", { statistics: false, slots: true, theme: "light", scale: 1.5 }],
	["show=x&theme=x&scale=x", { statistics: true, slots: true, theme: "dark", scale: 1 }],
	["scale=0.01", { scale: 0.5 }],
	["scale=99", { scale: 3 }],
	["scale=-2", { scale: 1 }],
	["scale=Infinity", { scale: 3 }],
])("the overlay's options in the query %s are %o", (query, options) => {
	expect(overlayOptionsIn(new URLSearchParams(query))).toMatchObject(options);
});

describe("the carousel", () => {
	it("completes a loop in a time that grows with the slots, and scrolls names longer than 22 characters", () => {
		expect([0, 3, 4, 100].map(loopSeconds)).toEqual([22.5, 22.5, 24, 600]);
		// An emoji counts as one character.
		const names = ["x".repeat(22), "x".repeat(23), "🎰".repeat(22)];
		expect(names.map(isLongName)).toEqual([false, true, false]);
	});
});

it("euros and multipliers are formatted for the language", () => {
	const plain = (text: string) => text.replaceAll(/\s/g, " ");
	expect(plain(formatEuros(12345.6, "pt"))).toBe("12 345,60 €");
	expect(formatEuros(12345.6, "en")).toBe("€12,345.60");
	expect(plain(formatRatio(1028.754, "pt"))).toBe("1 028,75x");
	expect(formatRatio(0, "en")).toBe("0.00x");
});

describe("a page that shows a hunt", () => {
	const state = { id: "h", revision: 3, guesses: 2 };

	it.each([
		["the same state", state, state, undefined],
		["no hunt, as published", null, null, undefined],
		["another number of guesses", state, { ...state, guesses: 3 }, undefined],
		["a later revision", state, { ...state, revision: 4 }, "h 4"],
		["a later revision, with any number of guesses", state, { ...state, revision: 4, guesses: 9 }, "h 4"],
		["an older revision than it shows", state, { ...state, revision: 2 }, undefined],
		["another hunt", state, { ...state, id: "i" }, "i 3"],
		["a hidden winner", { ...state, winnerName: "Ana" }, { ...state, winnerName: null }, "h 3"],
		["a winner shown again", { ...state, winnerName: null }, { ...state, winnerName: "Ana" }, "h 3 Ana"],
		["a winner whom it does not show", state, { ...state, winnerName: "Ana" }, undefined],
		["an older winner than it shows", { ...state, revision: 4, winnerName: "Rui" }, state, undefined],
		["the discarding of the only hunt", state, null, "0"],
		["the start of a hunt", null, state, "h 3"],
	] as const)("decides what it must load by %s", (_what, shown, published, missing) => {
		expect(missingState(shown, published)).toBe(missing);
	});
});

it("a page reloads within 2 s, and again after 5 s, then 10 s, until it is up to date", async () => {
	vi.useFakeTimers();
	const reload = vi.fn();
	const stop = reloadRepeatedly(reload, () => 0.5);
	const calls = [];
	for (const ms of [999, 1, 4999, 1, 9999, 1]) {
		await vi.advanceTimersByTimeAsync(ms);
		calls.push(reload.mock.calls.length);
	}
	expect(calls).toEqual([0, 1, 1, 2, 2, 3]);
	stop();
	await vi.advanceTimersByTimeAsync(100_000);
	expect(reload).toHaveBeenCalledTimes(3);
});
