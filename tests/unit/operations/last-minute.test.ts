import { expect, it } from "vitest";
import { type Buckets, between, quantile, type Reading } from "~/operations/last-minute";

const BOUNDS = [0.1, 0.5, 1, Number.POSITIVE_INFINITY];
/** Cumulative buckets from the number of observations in each bucket. */
const bucketsOf = (counts: readonly number[]): Buckets =>
	new Map(BOUNDS.map((bound, at) => [bound, counts.slice(0, at + 1).reduce((sum, count) => sum + count, 0)]));
const start: Reading = {
	at: 5000,
	requests: 10,
	failed: 1,
	shed: 0,
	entries: 100,
	bets: 40,
	staked: 900,
	durations: bucketsOf([9, 1, 0, 0]),
};

it("the values of the last minute are the differences between two readings", () => {
	const later: Reading = {
		at: 65_000,
		requests: 110,
		failed: 3,
		shed: 7,
		entries: 160,
		bets: 60,
		staked: 1500,
		durations: bucketsOf([59, 51, 0, 0]),
	};
	expect(between(start, later)).toEqual({
		requests: 100,
		failed: 2,
		shed: 7,
		entries: 60,
		bets: 20,
		staked: 600,
		requestP50: 0.1,
		requestP99: 0.492,
	});
});

it("a quantile is null without observations, and the last finite bound for larger ones", () => {
	expect(quantile(bucketsOf([0, 0, 0, 0]), 0.99)).toBeNull();
	expect(quantile(bucketsOf([0, 0, 0, 5]), 0.5)).toBe(1);
});
