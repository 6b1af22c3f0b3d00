import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LADDER, multiplierAt, START } from "~/games/crash/engine/curve";
import {
	anchor,
	applyTick,
	displayedMultiplier,
	elapsedAt,
	endFlight,
	type FlightClock,
	signalOf,
	startFlight,
	startPhase,
} from "~/games/crash/screen/flight/flight-clock";
import { propertySeed, sized } from "../../../../support/test-size";

/** Start of the flight on an arbitrary clock. */
const STARTED_AT = 123_456.7;

/** The clock of a browser that receives the start immediately and then each tick with one of these delays. */
function receiveTicks(delays: readonly number[], interval = 100): FlightClock {
	const clock = startFlight(STARTED_AT, 0, START);
	delays.forEach((delay, at) => {
		const elapsed = (at + 1) * interval;
		applyTick(clock, STARTED_AT + elapsed + delay, elapsed, multiplierAt(elapsed), interval);
	});
	return clock;
}

describe("the clock of a phase", () => {
	it("starts with the first message and uses the one with the lowest latency", () => {
		const clock = startPhase(STARTED_AT + 90, 0);
		expect(elapsedAt(clock, STARTED_AT + 100)).toBeCloseTo(10);
		anchor(clock, STARTED_AT + 1000 + 20, 1000);
		expect(elapsedAt(clock, STARTED_AT + 1100)).toBeCloseTo(1080);
		anchor(clock, STARTED_AT + 2000 + 500, 2000);
		expect(elapsedAt(clock, STARTED_AT + 2100)).toBeCloseTo(2080);
		expect(elapsedAt(startPhase(STARTED_AT, 0), STARTED_AT - 50)).toBe(0);
	});
});

describe("a flight that the server has held", () => {
	/** The process stalled for 600 ms after the third tick. */
	const held = () => {
		const clock = receiveTicks([0, 0, 0]);
		for (const elapsed of [400, 500]) {
			applyTick(clock, STARTED_AT + elapsed + 600, elapsed, multiplierAt(elapsed), 100);
		}
		return clock;
	};

	it("moves evenly again, one tick behind the server", () => {
		const shown = [0, 50, 100].map((ms) => displayedMultiplier(held(), STARTED_AT + 500 + 600 + ms));
		expect(shown[0]).toBeCloseTo(LADDER[4] ?? 0);
		expect(shown[1]).toBeCloseTo(((LADDER[4] ?? 0) + (LADDER[5] ?? 0)) / 2);
		expect(shown[2]).toBeCloseTo(LADDER[5] ?? 0);
	});

	it("counts as slow for 10 s", () => {
		const clock = receiveTicks([0, 0, 0]);
		expect(signalOf(clock, STARTED_AT + 900)).toBe("good");
		expect(signalOf(clock, STARTED_AT + 901)).toBe("slow");
		applyTick(clock, STARTED_AT + 1000, 400, multiplierAt(400), 100);
		for (let elapsed = 500; elapsed <= 10_400; elapsed += 100) {
			applyTick(clock, STARTED_AT + 600 + elapsed, elapsed, multiplierAt(elapsed), 100);
		}
		expect(signalOf(clock, STARTED_AT + 10_999)).toBe("slow");
		expect(signalOf(clock, STARTED_AT + 11_001)).toBe("good");
	});
});

describe("the displayed flight", () => {
	it("stops at the crash point, even between two ticks", () => {
		const clock = receiveTicks([0, 0, 0]);
		displayedMultiplier(clock, STARTED_AT + 350);
		endFlight(clock, 108);
		expect(displayedMultiplier(clock, STARTED_AT + 400)).toBe(108);
		expect(displayedMultiplier(clock, STARTED_AT + 9000)).toBe(108);
	});

	it("never decreases and never exceeds the last received tick, for any latency", () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: sized(25, 80) }),
				fc.constantFrom(100, 200, 400, 1000),
				(delays, interval) => {
					const clock = startFlight(STARTED_AT, 0, START);
					let arrivedAt = STARTED_AT;
					let shown = START;
					let received = START;
					delays.forEach((delay, at) => {
						const elapsed = (at + 1) * interval;
						// A stream preserves the order.
						const next = Math.max(arrivedAt, STARTED_AT + elapsed + delay);
						for (let now = arrivedAt; now < next; now += 16) {
							const value = displayedMultiplier(clock, now);
							expect(value).toBeGreaterThanOrEqual(shown);
							expect(value).toBeLessThanOrEqual(received);
							// It does not exceed the server's value either.
							expect(value).toBeLessThanOrEqual(LADDER[Math.ceil((now - STARTED_AT) / 100)] ?? 0);
							shown = value;
						}
						received = multiplierAt(elapsed);
						applyTick(clock, next, elapsed, received, interval);
						arrivedAt = next;
					});
				},
			),
			{ numRuns: sized(20, 200), seed: propertySeed(20260304) },
		);
	});
});

describe("a silent stream", () => {
	it("has had no tick for 1 s", () => {
		const clock = receiveTicks([0, 0, 0]);
		expect(signalOf(clock, STARTED_AT + 300 + 1000)).toBe("slow");
		expect(signalOf(clock, STARTED_AT + 300 + 1001)).toBe("silent");
		applyTick(clock, STARTED_AT + 2000, 2000, multiplierAt(2000), 100);
		expect(signalOf(clock, STARTED_AT + 2001)).toBe("slow");
	});
});
