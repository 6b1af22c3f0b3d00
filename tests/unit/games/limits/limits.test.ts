import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	BREAK_LENGTHS,
	BREAKS,
	type BreakLength,
	checkStake,
	endBreak,
	type Limits,
	limitsAt,
	NO_LIMITS,
	setDailyLoss,
	startBreak,
	WAIT_MS,
} from "~/games/limits/limits";
import { reloadDelay } from "~/games/limits/restriction";
import { propertySeed, sized } from "../../../support/test-size";

const codeOf = (act: () => unknown): string => {
	try {
		act();
		return "done";
	} catch (error) {
		return error instanceof Error && "code" in error ? String(error.code) : String(error);
	}
};

const HOUR = 60 * 60 * 1000;
const T0 = Date.parse("2026-03-04T12:00:00.000Z");
const lossAt = (limits: Limits, now: number) => limitsAt(limits, now).dailyLoss;
const breakAt = (limits: Limits, now: number) => limitsAt(limits, now).breakUntil;
const answer = (limits: Limits, now: number, stake = 10, lost = 0) =>
	codeOf(() => checkStake(limits, { stake, lost, now }));

describe("a daily loss limit", () => {
	it.each([
		["raised", 900],
		["removed", null],
	])("that is %s stays in force for another 24 hours", (_change, wanted) => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), wanted, T0 + HOUR);
		expect(lossAt(limits, T0 + HOUR + WAIT_MS - 1)).toBe(500);
		expect(lossAt(limits, T0 + HOUR + WAIT_MS)).toBe(wanted);
	});

	it("keeps its waiting time when a pending increase is repeated or reduced, and restarts it for a larger one", () => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), 900, T0);
		expect(setDailyLoss(limits, 900, T0 + HOUR).next).toEqual({ dailyLoss: 900, from: T0 + WAIT_MS });
		expect(setDailyLoss(limits, 700, T0 + HOUR).next).toEqual({ dailyLoss: 700, from: T0 + WAIT_MS });
		expect(setDailyLoss(limits, null, T0 + HOUR).next).toEqual({
			dailyLoss: null,
			from: T0 + HOUR + WAIT_MS,
		});
		const ahead = setDailyLoss({ ...NO_LIMITS, dailyLoss: 100 }, 200, T0 + 90 * 24 * HOUR);
		expect(setDailyLoss(ahead, 200, T0).next, "the clock was ahead").toEqual({
			...{ dailyLoss: 200, from: T0 + WAIT_MS },
		});
	});

	it.each([
		[100, 100, 0, "done"],
		[100, 101, 0, "lossLimitReached"],
		[100, 10, 90, "done"],
		[100, 10, 91, "lossLimitReached"],
		[100, 300, -200, "done"],
		[100, 301, -200, "lossLimitReached"],
		[0, 10, 0, "lossLimitReached"],
		[0, 10, -10, "done"],
	])("of %i answers a stake of %i after a loss of %i with %s", (limit, stake, lost, expected) => {
		expect(answer(setDailyLoss(NO_LIMITS, limit, T0), T0, stake, lost)).toBe(expected);
	});
});

describe("a break", () => {
	it.each(BREAK_LENGTHS)("of a %s starts immediately and ends automatically", (length) => {
		const limits = startBreak(NO_LIMITS, length, T0);
		expect(answer(limits, T0)).toBe("onBreak");
		expect(answer(limits, T0 + BREAKS[length] - 1)).toBe("onBreak");
		expect(answer(limits, T0 + BREAKS[length])).toBe("done");
	});

	it("ends at most 24 hours after the first request to end it", () => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), 900, T0);
		const ended = endBreak(startBreak(limits, "week", T0), T0 + HOUR);
		expect(ended).toMatchObject({ dailyLoss: 500, next: { dailyLoss: 900, from: T0 + WAIT_MS } });
		expect(breakAt(ended, T0 + HOUR)).toBe(T0 + HOUR + WAIT_MS);
		expect(endBreak(ended, T0 + 5 * HOUR)).toEqual(ended);
		expect(endBreak(NO_LIMITS, T0)).toEqual(NO_LIMITS);
	});
});

/** An action of a player and the time since the previous one. */
type Step = { after: number } & (
	| { action: "limit"; wanted: number | null }
	| { action: "break"; length: BreakLength }
	| { action: "end" }
	| { action: "nothing" }
);

const after = fc.integer({ min: 0, max: 30 * HOUR });
const wanted = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null });
const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		fc.record({ after, action: fc.constant("limit" as const), wanted }),
		fc.record({ after, action: fc.constant("break" as const), length: fc.constantFrom(...BREAK_LENGTHS) }),
		fc.record({ after, action: fc.constantFrom("end" as const, "nothing" as const) }),
	),
	{ maxLength: 25 },
);

/** Runs the steps. Calls `check` before and after each with the limits and the steps so far. */
function walk(
	taken: readonly Step[],
	check: (now: number, limits: Limits, history: [number, Step][]) => void,
) {
	let limits = NO_LIMITS;
	let now = T0;
	const history: [number, Step][] = [];
	for (const step of taken) {
		now += step.after;
		check(now, limits, history);
		if (step.action === "limit") limits = setDailyLoss(limits, step.wanted, now);
		if (step.action === "break") limits = startBreak(limits, step.length, now);
		if (step.action === "end") limits = endBreak(limits, now);
		history.push([now, step]);
		check(now, limits, history);
	}
}

const amountOf = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

it("for any actions the lowest limit of 24 hours holds, and a break until its end or 24 hours after the request", () => {
	fc.assert(
		fc.property(steps, (taken) =>
			walk(taken, (now, limits, history) => {
				const requested = history.flatMap(([at, step]) =>
					step.action === "limit" ? [{ at, amount: amountOf(step.wanted) }] : [],
				);
				const recent = requested.filter(({ at }) => at > now - WAIT_MS);
				const before = requested.filter(({ at }) => at <= now - WAIT_MS).at(-1);
				const amounts = recent.map(({ amount }) => amount);
				const allowed = Math.min(before?.amount ?? Number.POSITIVE_INFINITY, ...amounts);
				expect(amountOf(lossAt(limits, now))).toBeLessThanOrEqual(allowed);
				if (recent.length === 0 && before) expect(amountOf(lossAt(limits, now))).toBe(before.amount);
				let until = 0;
				for (const [at, step] of history) {
					if (step.action === "break") until = Math.max(until, at + BREAKS[step.length]);
					if (step.action === "end") until = Math.min(until, at + WAIT_MS);
				}
				expect(answer(limits, now) === "onBreak").toBe(until > now);
			}),
		),
		{ numRuns: sized(60, 1000), seed: propertySeed(20260304) },
	);
});

it.each([
	["at its end", 90_000, 90_000],
	["after a second for one that is over", -5, 1000],
	["after a day for one of a month, which a timer cannot wait for", 30 * 24 * HOUR, 24 * HOUR],
])("a page with a restriction is loaded again %s", (_when, msLeft, expected) => {
	expect(reloadDelay(msLeft)).toBe(expected);
});
