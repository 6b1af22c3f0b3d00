import { describe, expect, it } from "vitest";
import { crashMoment, newBet, newRound } from "~/games/crash/engine/crash";
import { LADDER, MAX_MULTIPLIER, TICK_MS } from "~/games/crash/engine/curve";
import { viewSoloRound } from "~/games/crash/engine/solo-round";
import { viewBet, viewMultiplier, viewPlayerBet, viewRound } from "~/games/crash/engine/view";
import { flying, over } from "./crash.setup";

const TIMING = { waiting: 10_000, crashed: 5_000 };

describe("the view of a round", () => {
	it.each([
		["waiting", newRound({ id: "r" }), 1_234.4, { elapsed: 1_234, lasts: 10_000, multiplier: 100 }],
		// Also if it is already drawn.
		["waiting", { ...newRound({ id: "r" }), crashPoint: 257 }, 1e9, { lasts: 10_000, multiplier: 100 }],
		["flying", flying(1000), 4_550, { elapsed: 4_500, lasts: null, multiplier: 201 }],
		["crashed", over(257), 40, { elapsed: 40, lasts: 5_000, multiplier: 257 }],
	])("in phase %s has elapsed time, known duration and multiplier", (phase, round, elapsed, view) => {
		expect(viewRound(round, elapsed, TIMING)).toMatchObject({ id: "r", phase, ...view });
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

	it("of solo Crash stays before its end until the end is stored", () => {
		const times = { openedAt: 0, fliesAt: 0, closedAt: null };
		const round = { id: "r", userId: "u", crashPoint: 257, isVoided: false, bet: null, ...times };
		const end = crashMoment(round);
		expect(viewSoloRound(round, end + 60_000, TIMING)).toEqual(viewSoloRound(round, end - 1, TIMING));
	});

	it("has only the tick's values at every tick before the crash", () => {
		const round = flying(98_765);
		for (let tick = 0; tick * TICK_MS < crashMoment(round); tick++) {
			const view = viewRound(round, tick * TICK_MS, TIMING);
			expect(Object.values(view)).toEqual(["r", "flying", tick * TICK_MS, null, LADDER[tick]]);
		}
	});
});

describe("the view of a bet", () => {
	const bet = newBet({ id: "b", userId: "12345678-secret-rest", stake: 30, target: 150 });
	const shown = { id: "b", stake: 30, status: "active", multiplier: null, payout: null };

	it("for others has its player and no target, and for its player the target and no name", () => {
		for (const player of [{ pseudonym: "1a2b3c4d" }, { name: "ana" }]) {
			expect(viewBet(bet, player, 7)).toEqual({ ...shown, player, order: 7 });
		}
		expect(viewPlayerBet(bet, "r")).toEqual({ ...shown, roundId: "r", target: 150 });
	});
});
