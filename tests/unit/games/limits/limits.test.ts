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
import { codeOf } from "../crash/rules/crash.setup";

const HOUR = 60 * 60 * 1000;
const T0 = Date.parse("2026-03-04T12:00:00.000Z");
const lossAt = (limits: Limits, now: number) => limitsAt(limits, now).dailyLoss;
const breakAt = (limits: Limits, now: number) => limitsAt(limits, now).breakUntil;
const answer = (limits: Limits, now: number, stake = 10, lost = 0) =>
	codeOf(() => checkStake(limits, { stake, lost, now }));

describe("a daily loss limit", () => {
	it("counts at once, and tighter ones too", () => {
		const first = setDailyLoss(NO_LIMITS, 500, T0);
		expect(first).toEqual({ dailyLoss: 500, next: null, breakUntil: null });
		expect(setDailyLoss(first, 100, T0 + 1)).toEqual({ dailyLoss: 100, next: null, breakUntil: null });
	});

	it.each([
		["raised", 900],
		["taken away", null],
	])("that is %s holds for 24 hours more", (_how, wanted) => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), wanted, T0 + HOUR);
		expect(lossAt(limits, T0 + HOUR + WAIT_MS - 1)).toBe(500);
		expect(lossAt(limits, T0 + HOUR + WAIT_MS)).toBe(wanted);
	});

	it("asked for again, or for less of it, waits no longer; for more it waits anew", () => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), 900, T0);
		expect(setDailyLoss(limits, 900, T0 + HOUR).next).toEqual({ dailyLoss: 900, from: T0 + WAIT_MS });
		expect(setDailyLoss(limits, 700, T0 + HOUR).next).toEqual({ dailyLoss: 700, from: T0 + WAIT_MS });
		expect(setDailyLoss(limits, null, T0 + HOUR).next).toEqual({
			dailyLoss: null,
			from: T0 + HOUR + WAIT_MS,
		});
	});

	it("set to what holds takes back what was to come", () => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), 900, T0);
		expect(setDailyLoss(limits, 500, T0 + HOUR)).toEqual({ dailyLoss: 500, next: null, breakUntil: null });
	});

	it.each([
		[90, 0, "done"],
		[100, 0, "done"],
		[101, 0, "lossLimitReached"],
		[10, 90, "done"],
		[10, 91, "lossLimitReached"],
		[300, -200, "done"],
		[301, -200, "lossLimitReached"],
	])("of 100 lets a stake of %i after a loss of %i be %s", (stake, lost, is) => {
		expect(answer(setDailyLoss(NO_LIMITS, 100, T0), T0, stake, lost)).toBe(is);
	});

	it("of 0 lets only what was won today be played", () => {
		const limits = setDailyLoss(NO_LIMITS, 0, T0);
		expect([answer(limits, T0, 10, 0), answer(limits, T0, 10, -10)]).toEqual(["lossLimitReached", "done"]);
	});
});

describe("a break", () => {
	it.each(BREAK_LENGTHS)("of a %s begins at once and ends by itself", (length) => {
		const limits = startBreak(NO_LIMITS, length, T0);
		expect(answer(limits, T0)).toBe("onBreak");
		expect(answer(limits, T0 + BREAKS[length] - 1)).toBe("onBreak");
		expect(answer(limits, T0 + BREAKS[length])).toBe("done");
	});

	it("is made longer by another, and never shorter", () => {
		const week = startBreak(NO_LIMITS, "week", T0);
		expect(breakAt(startBreak(week, "day", T0), T0)).toBe(T0 + BREAKS.week);
		expect(breakAt(startBreak(week, "month", T0 + HOUR), T0)).toBe(T0 + HOUR + BREAKS.month);
	});

	it("that is ended lasts 24 hours more, from the first time that is asked, or less if it ends before", () => {
		const ended = endBreak(startBreak(NO_LIMITS, "week", T0), T0 + HOUR);
		expect(breakAt(ended, T0 + HOUR)).toBe(T0 + HOUR + WAIT_MS);
		expect(endBreak(ended, T0 + 5 * HOUR)).toEqual(ended);
		expect(endBreak(NO_LIMITS, T0)).toEqual(NO_LIMITS);
	});

	it("leaves the limit and what waits for it alone", () => {
		const limits = setDailyLoss(setDailyLoss(NO_LIMITS, 500, T0), 900, T0);
		const after = endBreak(startBreak(limits, "day", T0), T0 + HOUR);
		expect(after).toMatchObject({ dailyLoss: 500, next: { dailyLoss: 900, from: T0 + WAIT_MS } });
	});
});

/** What a player does, and how long after the last thing. */
type Step = { after: number } & (
	| { does: "limit"; wanted: number | null }
	| { does: "break"; length: BreakLength }
	| { does: "end" }
	| { does: "nothing" }
);

const after = fc.integer({ min: 0, max: 30 * HOUR });
const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		fc.record({
			after,
			does: fc.constant("limit" as const),
			wanted: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
		}),
		fc.record({ after, does: fc.constant("break" as const), length: fc.constantFrom(...BREAK_LENGTHS) }),
		fc.record({ after, does: fc.constant("end" as const) }),
		fc.record({ after, does: fc.constant("nothing" as const) }),
	),
	{ maxLength: 25 },
);

/** Runs the steps and hands on what was set after each of them, with everything that was asked until then. */
function walk(taken: readonly Step[], look: (now: number, limits: Limits, asked: [number, Step][]) => void) {
	let limits = NO_LIMITS;
	let now = T0;
	const asked: [number, Step][] = [];
	for (const step of taken) {
		now += step.after;
		look(now, limits, asked);
		if (step.does === "limit") limits = setDailyLoss(limits, step.wanted, now);
		if (step.does === "break") limits = startBreak(limits, step.length, now);
		if (step.does === "end") limits = endBreak(limits, now);
		asked.push([now, step]);
		look(now, limits, asked);
	}
}

const amountOf = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

describe("whatever a player does", () => {
	it("no limit is looser than the tightest that was asked for within 24 hours, and the last one before", () => {
		fc.assert(
			fc.property(steps, (taken) =>
				walk(taken, (now, limits, asked) => {
					const wishes = asked.flatMap(([at, step]) =>
						step.does === "limit" ? [{ at, amount: amountOf(step.wanted) }] : [],
					);
					const recent = wishes.filter(({ at }) => at > now - WAIT_MS);
					const before = wishes.filter(({ at }) => at <= now - WAIT_MS).at(-1);
					const allowed = Math.min(
						before?.amount ?? Number.POSITIVE_INFINITY,
						...recent.map((w) => w.amount),
					);
					expect(amountOf(lossAt(limits, now))).toBeLessThanOrEqual(allowed);
					if (recent.length === 0 && before) expect(amountOf(lossAt(limits, now))).toBe(before.amount);
				}),
			),
		);
	});

	it("a break holds until its end, or until 24 hours after its end was asked for", () => {
		fc.assert(
			fc.property(steps, (taken) =>
				walk(taken, (now, limits, asked) => {
					let until = 0;
					for (const [at, step] of asked) {
						if (step.does === "break") until = Math.max(until, at + BREAKS[step.length]);
						if (step.does === "end") until = Math.min(until, at + WAIT_MS);
					}
					expect(answer(limits, now) === "onBreak").toBe(until > now);
				}),
			),
		);
	});
});
