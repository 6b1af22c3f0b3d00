import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LADDER, momentOf, multiplierAt, START } from "~/games/crash/engine/curve";
import {
	anchor,
	elapsedAt,
	endFlight,
	type FlightClock,
	hearTick,
	isSilent,
	multiplierShown,
	startFlight,
	startPhase,
} from "~/games/crash/screen/flight/flight-clock";

/** When the flight began, on a clock whose zero means nothing. */
const BEGAN = 123_456.7;

/** A browser that hears of the start at once, and then a tick each `interval` with these delays. */
function listen(delays: readonly number[], interval = 100): FlightClock {
	const clock = startFlight(BEGAN, 0, START);
	delays.forEach((delay, at) => {
		const elapsed = (at + 1) * interval;
		hearTick(clock, BEGAN + elapsed + delay, elapsed, multiplierAt(elapsed), interval);
	});
	return clock;
}

describe("the clock of a phase", () => {
	it("begins with the first word and keeps the one that travelled fastest", () => {
		const clock = startPhase(BEGAN + 90, 0);
		expect(elapsedAt(clock, BEGAN + 100)).toBeCloseTo(10);
		anchor(clock, BEGAN + 1000 + 20, 1000);
		expect(elapsedAt(clock, BEGAN + 1100)).toBeCloseTo(1080);
		anchor(clock, BEGAN + 2000 + 500, 2000);
		expect(elapsedAt(clock, BEGAN + 2100)).toBeCloseTo(2080);
	});

	it("is never before its phase", () => {
		expect(elapsedAt(startPhase(BEGAN, 0), BEGAN - 50)).toBe(0);
	});
});

describe("a flight that is shown", () => {
	it("runs one tick behind the server when words travel at once", () => {
		const clock = listen(new Array(50).fill(0));
		expect(multiplierShown(clock, BEGAN + 5000)).toBeCloseTo(LADDER[49] ?? 0);
		expect(multiplierShown(clock, BEGAN + 5050)).toBeCloseTo(((LADDER[49] ?? 0) + (LADDER[50] ?? 0)) / 2);
		expect(multiplierShown(clock, BEGAN + 5100)).toBeCloseTo(LADDER[50] ?? 0);
	});

	it("stops at the last word when no other comes", () => {
		const clock = listen([0, 0, 0]);
		expect(multiplierShown(clock, BEGAN + 60_000)).toBe(multiplierAt(300));
	});

	it("does not wait for a word that is late, as long as the one before allows it", () => {
		const clock = listen([0, 0, 0, 80]);
		expect(multiplierShown(clock, BEGAN + 480)).toBeCloseTo((LADDER[3] ?? 0) + 0.8 * 2, 0);
		expect(clock.start).toBeCloseTo(BEGAN);
	});

	it("takes ticks that are further apart in even steps", () => {
		const clock = listen([0, 0, 0, 0], 500);
		expect(multiplierShown(clock, BEGAN + 2000)).toBeCloseTo(multiplierAt(1500));
		expect(multiplierShown(clock, BEGAN + 2250)).toBeCloseTo(((LADDER[17] ?? 0) + (LADDER[18] ?? 0)) / 2);
	});

	it("begins in the middle for who comes in the middle, and catches up", () => {
		const clock = startFlight(BEGAN + 7000, 7000, multiplierAt(7000));
		expect(multiplierShown(clock, BEGAN + 7000)).toBeCloseTo(multiplierAt(6900));
		hearTick(clock, BEGAN + 7100, 7100, multiplierAt(7100), 100);
		expect(multiplierShown(clock, BEGAN + 7150)).toBeGreaterThan(multiplierAt(7000));
	});

	it("stands still at the crash point, also one between two ticks", () => {
		const clock = listen([0, 0, 0]);
		multiplierShown(clock, BEGAN + 350);
		endFlight(clock, 108);
		expect(multiplierShown(clock, BEGAN + 400)).toBe(108);
		expect(multiplierShown(clock, BEGAN + 9000)).toBe(108);
	});

	it("can end where it began", () => {
		const clock = startFlight(BEGAN, 0, START);
		endFlight(clock, START);
		expect(multiplierShown(clock, BEGAN + 10)).toBe(START);
	});

	it("never falls and is never above the last word, however words travel", () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 80 }),
				fc.constantFrom(100, 200, 400, 1000),
				(delays, interval) => {
					const clock = startFlight(BEGAN, 0, START);
					let arrives = BEGAN;
					let shown = START;
					let told = START;
					delays.forEach((delay, at) => {
						const elapsed = (at + 1) * interval;
						// One stream keeps its order.
						const next = Math.max(arrives, BEGAN + elapsed + delay);
						for (let now = arrives; now < next; now += 16) {
							const value = multiplierShown(clock, now);
							expect(value).toBeGreaterThanOrEqual(shown);
							expect(value).toBeLessThanOrEqual(told);
							// Nor above what the server's own flight has reached by then.
							expect(value).toBeLessThanOrEqual(LADDER[Math.ceil((now - BEGAN) / 100)] ?? 0);
							shown = value;
						}
						told = multiplierAt(elapsed);
						hearTick(clock, next, elapsed, told, interval);
						arrives = next;
					});
				},
			),
			{ numRuns: 200 },
		);
	});

	it("shows each target soon after the server reached it", () => {
		const clock = listen(new Array(300).fill(30));
		const at = BEGAN + momentOf(500) + 100 + 30;
		expect(multiplierShown(clock, at)).toBeGreaterThanOrEqual(500);
	});
});

describe("silence", () => {
	it("is a second and a half without a tick", () => {
		const clock = listen([0, 0, 0]);
		expect(isSilent(clock, BEGAN + 300 + 1500)).toBe(false);
		expect(isSilent(clock, BEGAN + 300 + 1501)).toBe(true);
		hearTick(clock, BEGAN + 2000, 2000, multiplierAt(2000), 100);
		expect(isSilent(clock, BEGAN + 2001)).toBe(false);
	});

	it("takes longer where ticks are rare", () => {
		const clock = listen([0, 0], 1000);
		expect(isSilent(clock, BEGAN + 2000 + 3000)).toBe(false);
		expect(isSilent(clock, BEGAN + 2000 + 3001)).toBe(true);
	});

	it("means nothing once the flight has ended", () => {
		const clock = listen([0]);
		endFlight(clock, 130);
		expect(isSilent(clock, BEGAN + 60_000)).toBe(false);
	});
});
