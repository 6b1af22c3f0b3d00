import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { START } from "~/games/crash/engine/curve";
import type { PlayerBet, PublicBet } from "~/games/crash/engine/view";
import { exitMarks } from "~/games/crash/screen/exits";
import { dotsOf, type ShownMark, shortened } from "~/games/crash/screen/flight/exit-marks";
import { placeOf, placeOnCurve, rocketAt, viewAt } from "~/games/crash/screen/flight/flight-geometry";

const SIZE = { width: 800, height: 600 };
const mark = (multiplier: number, change: Partial<ShownMark> = {}): ShownMark => ({
	...{ id: `bet-${multiplier}`, name: "ana", multiplier, isOwn: false, others: 0, since: 0 },
	...change,
});
const sorted = (marks: ShownMark[]) => marks.sort((one, other) => one.multiplier - other.multiplier);

describe("the dots on the curve", () => {
	it("stand for every cash-out that the flight has reached, however many there are, and never overlap", () => {
		const anyMark = fc.record({ multiplier: fc.integer({ min: START, max: 1000 }), others: fc.nat(5) });
		fc.assert(
			fc.property(
				fc.array(anyMark, { maxLength: 400 }),
				fc.integer({ min: START, max: 1000 }),
				(marks, multiplier) => {
					const all = sorted(marks.map(({ multiplier, others }) => mark(multiplier, { others })));
					const dots = dotsOf(all, viewAt(multiplier), multiplier, SIZE);
					const reached = all.filter((one) => one.multiplier <= multiplier);
					const cashOuts = reached.reduce((sum, { others }) => sum + 1 + others, 0);
					expect(dots.reduce((sum, { count }) => sum + count, 0)).toBe(cashOuts);
					// The curve is shorter than width and height together.
					expect(dots.length).toBeLessThanOrEqual((SIZE.width + SIZE.height) / 7 + 1);
				},
			),
			{ seed: 20260304 },
		);
	});

	it("show the player's mark, else the newest, of those that share a dot", () => {
		const marks = [mark(200, { id: "a" }), mark(200, { id: "b", since: 5 }), mark(201, { id: "c" })];
		const idOf = (all: ShownMark[]) => dotsOf(sorted(all), viewAt(900), 900, SIZE).map(({ mark }) => mark.id);
		expect(idOf(marks)).toEqual(["b"]);
		expect(idOf([...marks, mark(200, { id: "own", isOwn: true })])).toEqual(["own"]);
	});
});

it("a mark lies on the drawn curve: at its start, and at the rocket", () => {
	fc.assert(
		fc.property(fc.integer({ min: START + 1, max: 10_000 }), (multiplier) => {
			const view = viewAt(multiplier);
			const end = placeOnCurve(view, multiplier, multiplier);
			const rocket = rocketAt(view, multiplier, 1);
			expect([end.x, end.y]).toEqual([expect.closeTo(rocket.x, 6), expect.closeTo(rocket.y, 6)]);
			const start = placeOnCurve(view, multiplier, START);
			const origin = placeOf(view, 0, START);
			expect([start.x, start.y]).toEqual([expect.closeTo(origin.x, 6), expect.closeTo(origin.y, 6)]);
		}),
		{ seed: 20260304 },
	);
});

describe("the marks of a round", () => {
	const bet = (id: string, multiplier: number | null): PublicBet => ({
		...{ id, player: { pseudonym: `of ${id}` }, order: 1, stake: 10 },
		...{ status: multiplier === null ? "active" : "cashed_out", multiplier, payout: null },
	});
	const own = (multiplier: number): PlayerBet => ({
		...{ id: "own", roundId: "r", stake: 10, target: null, status: "cashed_out" },
		...{ multiplier, payout: 20 },
	});

	it("are the cash-outs of all players in ascending order, the player's once", () => {
		const bets = [bet("a", 300), bet("b", null), bet("own", 200)];
		const exits = [{ id: "c", player: { name: "carla" }, multiplier: 150, others: 4 }];
		expect(exitMarks({ bets, exits }, own(200), "You")).toEqual([
			{ id: "c", name: "carla", multiplier: 150, isOwn: false, others: 4 },
			{ id: "own", name: "You", multiplier: 200, isOwn: true, others: 0 },
			{ id: "a", name: "of a", multiplier: 300, isOwn: false, others: 0 },
		]);
	});

	it("do not include an open or lost bet of the player", () => {
		for (const status of ["active", "lost"] as const) {
			expect(exitMarks({}, { ...own(200), status, multiplier: null }, "You")).toEqual([]);
		}
	});
});

it("a long name is shortened", () => {
	expect(shortened("ana")).toBe("ana");
	expect([...shortened("🚀".repeat(40))]).toHaveLength(14);
});
