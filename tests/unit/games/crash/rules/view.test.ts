import { describe, expect, it } from "vitest";
import { crashMoment, newBet, newRound, place } from "~/games/crash/engine/crash";
import { LADDER, MAX_MULTIPLIER, TICK_MS } from "~/games/crash/engine/curve";
import { viewBet, viewMultiplier, viewPlayerBet, viewRound } from "~/games/crash/engine/view";
import { flying, over } from "./crash.setup";

const TIMING = { waiting: 10_000, crashed: 5_000 };

describe("the view of a round", () => {
	it.each([
		["waiting", newRound("r"), 1_234.4, { elapsed: 1_234, lasts: 10_000, multiplier: 100 }],
		["flying", flying(1000), 4_500, { elapsed: 4_500, lasts: null, multiplier: 201 }],
		["crashed", over(257), 40, { elapsed: 40, lasts: 5_000, multiplier: 257 }],
	])("in phase %s has elapsed time, known duration and multiplier", (phase, round, elapsed, view) => {
		expect(viewRound(round, elapsed, TIMING)).toEqual({ id: "r", phase, ...view });
	});

	it.each([100, 101, 200, 201, 999, MAX_MULTIPLIER])(
		"does not exceed the crash point of %i hundredths at any later moment",
		(crashPoint) => {
			const round = flying(crashPoint);
			const end = crashMoment(round);
			for (const moment of [end, end + 1, end + TICK_MS, 1e9]) {
				expect(viewMultiplier(round, moment)).toBe(crashPoint);
			}
			if (end > 0) expect(viewMultiplier(round, end - 0.001)).toBeLessThan(crashPoint);
		},
	);
});

describe("the view of a bet", () => {
	const userId = "12345678-secret-rest";
	const bet = place(newRound("r"), newBet({ id: "b", userId, stake: 30, target: 150 }));
	const shown = { id: "b", stake: 30, status: "active", multiplier: null, payout: null };

	it("for others has its player and no target, and for its player the target and no name", () => {
		for (const player of [{ pseudonym: "1a2b3c4d" }, { name: "ana" }]) {
			expect(viewBet(bet, player, 7)).toEqual({ ...shown, player, order: 7 });
		}
		expect(viewPlayerBet(bet, "r")).toEqual({ ...shown, roundId: "r", target: 150 });
	});
});

describe("the crash point", () => {
	it("is absent at every tick before the crash, where the view has only the tick's values", () => {
		// A crash point that is not the value of a tick and whose digits occur nowhere else.
		const round = flying(98_765);
		const end = crashMoment(round);
		for (let tick = 0; tick * TICK_MS < end; tick++) {
			const view = viewRound(round, tick * TICK_MS, TIMING);
			expect(Object.values(view)).toEqual(["r", "flying", tick * TICK_MS, null, LADDER[tick]]);
			expect(JSON.stringify(view)).not.toContain("98765");
		}
	});

	it("is absent while the round waits, even if it is already drawn", () => {
		const round = newRound("r");
		round.crashPoint = 98_765;
		place(round, newBet({ id: "b", userId: "ana", stake: 10, target: 200 }));
		for (const elapsed of [-1, 0, 5_000, 1e9]) {
			const { phase, ...view } = viewRound(round, elapsed, TIMING);
			expect([phase, view.multiplier]).toEqual(["waiting", 100]);
			expect(JSON.stringify(view)).not.toContain("98765");
		}
	});
});
