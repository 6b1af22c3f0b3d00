import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LADDER, MAX_MULTIPLIER, momentOf, START } from "~/games/crash/engine/curve";
import {
	curveTo,
	linesOf,
	PLOT,
	rocketAt,
	secondsOf,
	viewAt,
} from "~/games/crash/screen/flight/flight-geometry";
import { momentOnLine, multiplierOnLine } from "~/games/crash/screen/flight/ladder-line";
import { tierOf } from "~/games/crash/screen/flight/tiers";

const anyMultiplier = fc.integer({ min: START, max: MAX_MULTIPLIER });

describe("the ladder as a line", () => {
	it("passes through the ladder at each tick", () => {
		LADDER.forEach((multiplier, tick) => {
			expect(multiplierOnLine(tick * 100)).toBe(multiplier);
			expect(momentOnLine(multiplier)).toBeCloseTo(tick * 100);
		});
	});

	it("is invertible", () => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 160_000, noNaN: true }), (elapsed) => {
				expect(momentOnLine(multiplierOnLine(elapsed))).toBeCloseTo(Math.min(elapsed, lastMoment), 3);
			}),
		);
	});
});

const lastMoment = (LADDER.length - 1) * 100;

describe("a flight on the stage", () => {
	it("stays inside the plot, ends at the rocket and never falls", () => {
		fc.assert(
			fc.property(anyMultiplier, (multiplier) => {
				const view = viewAt(multiplier);
				const curve = curveTo(view, multiplier);
				const rocket = rocketAt(view, multiplier, 1.5);
				for (const { x, y } of curve) {
					expect(x).toBeGreaterThanOrEqual(PLOT.left);
					expect(x).toBeLessThanOrEqual(PLOT.right);
					expect(y).toBeGreaterThanOrEqual(PLOT.top);
					expect(y).toBeLessThanOrEqual(PLOT.bottom + 1e-9);
				}
				curve.slice(1).forEach(({ x, y }, at) => {
					expect(x).toBeGreaterThanOrEqual(curve[at]?.x ?? 0);
					expect(y).toBeLessThanOrEqual(curve[at]?.y ?? 1);
				});
				expect(curve.at(-1)?.x).toBeCloseTo(rocket.x);
				expect(curve.at(-1)?.y).toBeCloseTo(rocket.y);
				expect(rocket.angle).toBeGreaterThan(-Math.PI / 2);
				expect(rocket.angle).toBeLessThan(0);
			}),
		);
	});

	it("has a bounded number of grid lines and seconds for any multiplier", () => {
		fc.assert(
			fc.property(anyMultiplier, (multiplier) => {
				const view = viewAt(multiplier);
				expect(linesOf(view).length).toBeGreaterThanOrEqual(1);
				expect(linesOf(view).length).toBeLessThanOrEqual(6);
				expect(secondsOf(view).length).toBeGreaterThanOrEqual(1);
				expect(secondsOf(view).length).toBeLessThanOrEqual(7);
				for (const line of linesOf(view)) expect(line).toBeLessThanOrEqual(view.top);
			}),
		);
	});

	it("shows 6 s and 2.5x before its axes are rescaled", () => {
		expect(viewAt(START)).toEqual({ ends: 6000, top: 250 });
		expect(viewAt(1000).ends).toBeGreaterThan(momentOf(1000));
	});
});

it("multipliers have five tiers", () => {
	expect([100, 149, 150, 249, 250, 499, 500, 999, 1000, MAX_MULTIPLIER].map(tierOf)).toEqual([
		5, 5, 4, 4, 3, 3, 2, 2, 1, 1,
	]);
});
