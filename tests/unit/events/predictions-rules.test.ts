import { expect, it } from "vitest";
import {
	boundsOf,
	huntResult,
	initialValues,
	payoutsOf,
	refundCause,
} from "~/events/predictions/predictions";
import { predictionsSchema } from "~/events/predictions/predictions.schema";
import { pickFrom, type Random, seededRandom } from "../../support/random";
import { propertySeed } from "../../support/test-size";

const stakesOf = (...pairs: [outcome: number, points: number][]) =>
	pairs.map(([outcome, points]) => ({ outcome, points }));
const whole = (random: Random, most: number) => Math.floor(random() * (most + 1));

it("10,000 random predictions pay exactly what was staked, to the right outcome, each at least its stake", () => {
	const random = seededRandom(propertySeed(7));
	const kinds = { shared: 0, refunded: 0 };
	for (let market = 0; market < 10_000; market++) {
		const outcomes = 2 + whole(random, 8);
		const most = pickFrom([1, 3, 1000, 1_000_000, 1e12], random);
		const stakes = Array.from({ length: whole(random, 30) }, () => ({
			outcome: whole(random, outcomes - 1),
			points: 1 + whole(random, most - 1),
		}));
		const result = random() < 0.05 ? null : whole(random, outcomes - 1);
		const { isRefund, payouts } = payoutsOf(stakes, result);
		const sum = (values: readonly number[]) => values.reduce((all, value) => all + BigInt(value), 0n);
		expect(sum(payouts)).toBe(sum(stakes.map(({ points }) => points)));
		const isWrong = ({ outcome, points }: (typeof stakes)[number], at: number) => {
			const payout = payouts[at] ?? Number.NaN;
			if (isRefund) return payout !== points;
			return outcome === result ? !(Number.isSafeInteger(payout) && payout >= points) : payout !== 0;
		};
		expect(stakes.filter(isWrong)).toEqual([]);
		kinds[isRefund ? "refunded" : "shared"] += 1;
	}
	expect(Math.min(kinds.shared, kinds.refunded)).toBeGreaterThan(500);
});

it("the remainder belongs to the largest right stake, of equal ones the earliest", () => {
	expect(payoutsOf(stakesOf([0, 1], [0, 2], [0, 2], [1, 5]), 0).payouts).toEqual([2, 4, 4, 0]);
	expect(payoutsOf(stakesOf([0, 1], [0, 1], [0, 1], [1, 2]), 0).payouts).toEqual([3, 1, 1, 0]);
	expect(payoutsOf(stakesOf([0, 1], [0, 3], [0, 3], [1, 1]), 0).payouts).toEqual([1, 4, 3, 0]);
});

it("a stake that is split over several accounts never gets more than the remainder", () => {
	const [whole = 0, other = 0] = payoutsOf(stakesOf([0, 10], [0, 7], [1, 13]), 0).payouts;
	const split = payoutsOf(stakesOf(...Array(10).fill([0, 1] as const), [0, 7], [1, 13]), 0).payouts;
	expect(split.slice(0, 10).reduce((sum, points) => sum + points, 0)).toBeLessThanOrEqual(whole);
	expect(split[10]).toBeGreaterThanOrEqual(other);
});

it.each([
	["without a result", { result: null, cause: "undecided" }, [3, 4], "undecided"],
	["with stakes on one side only", { result: 0, cause: null }, [3, 0], "oneSided"],
	["with nobody right", { result: 0, cause: null }, [0, 4], "nobodyRight"],
	["shared", { result: 0, cause: null }, [3, 4], undefined],
	["without stakes", { result: 0, cause: null }, [0, 0], undefined],
] as const)("a prediction %s says why it is refunded", (_name, market, pools, cause) => {
	expect(refundCause(market, pools)).toBe(cause);
});

const slot = (id: string, bet: number, payout: number | null) => ({ id, bet, payout });
const best = { kind: "best", slots: ["a", "b"].map((id) => ({ id, name: id })) } as const;

it.each([
	["above", { kind: "above", amount: 500 } as const, [slot("a", 100, 501)], 0],
	["exactly the amount", { kind: "above", amount: 500 } as const, [slot("a", 100, 500)], 1],
	["nothing opened", { kind: "above", amount: 500 } as const, [slot("a", 100, null)], null],
	["under half", { kind: "total", amount: 1001 } as const, [slot("a", 1, 500)], 0],
	["half, rounded up", { kind: "total", amount: 1001 } as const, [slot("a", 1, 501)], 1],
	["all", { kind: "total", amount: 1001 } as const, [slot("a", 1, 1000), slot("b", 1, 1)], 2],
	["twice", { kind: "total", amount: 1001 } as const, [slot("a", 1, 2002)], 3],
	["the best of the named slots", best, [slot("a", 100, 150), slot("b", 10, 20), slot("c", 1, 99)], 1],
	["a tie", best, [slot("a", 100, 200), slot("b", 10, 20)], null],
	["an unopened rival", best, [slot("a", 100, 0), slot("b", 10, null)], 0],
	["none of them opened", best, [slot("c", 1, 99)], null],
])("a hunt decides: %s", (_name, terms, slots, result) => {
	expect(huntResult(terms, slots)).toBe(result);
});

it("the forms begin with minutes that are longer than the delay of the stream", () => {
	expect([0, 540, 541].map((delay) => initialValues(delay).minutes)).toEqual([10, 10, 11]);
});

it("the bands of a total are cents", () => expect(boundsOf(1001)).toEqual([501, 1001, 2002]));

it.each([
	["one", false],
	["one\n\n  two  ", true],
	["one\nONE", false],
	[Array.from({ length: 11 }, (_, at) => at).join("\n"), false],
	[`one\n${"x".repeat(61)}`, false],
])("outcomes typed as %j are accepted: %j", (outcomes, isAccepted) => {
	const form = {
		intent: "open",
		idempotencyKey: crypto.randomUUID(),
		question: "Q?",
		minutes: "5",
		maxStake: "9",
	};
	expect(predictionsSchema.safeParse({ ...form, outcomes }).success).toBe(isAccepted);
});
