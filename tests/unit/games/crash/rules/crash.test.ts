import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	cancel,
	cashOut,
	cashOutDue,
	checkMayBet,
	crash,
	crashMoment,
	DEFAULT_TARGET,
	launch,
	MAX_TARGET,
	MIN_STAKE,
	MIN_TARGET,
	newBet,
	newRound,
	nextMoment,
	place,
	STAKE_STEP,
	TARGET_STEP,
} from "~/games/crash/engine/crash";
import { LADDER, payoutOf } from "~/games/crash/engine/curve";
import { betOf, codeOf, flying, names, outcome, over, roundWith } from "./crash.setup";

const seed = 20260304;

it("the limits match the specification, in points and hundredths", () => {
	expect([MIN_STAKE, STAKE_STEP, MIN_TARGET, MAX_TARGET, DEFAULT_TARGET, TARGET_STEP]).toEqual([
		10, 10, 101, 100_000, 200, 10,
	]);
});

describe("placing a bet", () => {
	it("adds it as active with its stake and target", () => {
		const round = newRound("r");
		const bet = place(round, newBet({ id: "b", userId: "ana", stake: 30, target: 150 }));
		expect(bet).toEqual({
			id: "b",
			userId: "ana",
			stake: 30,
			target: 150,
			status: "active",
			multiplier: null,
			payout: null,
		});
		expect([...round.bets]).toEqual([["ana", bet]]);
	});

	it("is possible once per player", () => {
		const round = roundWith({ ana: 200 });
		expect(codeOf(() => place(round, newBet({ id: "c", userId: "ana", stake: 10, target: null })))).toBe(
			"betAlreadyPlaced",
		);
		expect(codeOf(() => checkMayBet(round, "ana"))).toBe("betAlreadyPlaced");
		expect(codeOf(() => checkMayBet(round, "bruno"))).toBe("done");
		expect(round.bets.get("ana")?.id).toBe("b-ana");
	});

	it.each([
		["is flying", () => flying(200)],
		["is over", () => over(200)],
	])("is rejected once the round %s", (_when, make) => {
		const round = make();
		expect(codeOf(() => place(round, newBet({ id: "c", userId: "ana", stake: 10, target: null })))).toBe(
			"bettingClosed",
		);
		expect(round.bets.size).toBe(0);
	});
});

describe("cancelling a bet", () => {
	it("returns the bet to refund and allows another", () => {
		const round = roundWith({ ana: 200 });
		expect(cancel(round, "ana")).toMatchObject({ id: "b-ana", stake: 10 });
		expect(round.bets.size).toBe(0);
		place(round, newBet({ id: "c", userId: "ana", stake: 20, target: null }));
		expect(round.bets.get("ana")?.id).toBe("c");
	});

	it("is rejected without a bet", () => {
		const round = roundWith({ ana: 200 });
		expect(codeOf(() => cancel(round, "bruno"))).toBe("noBet");
		cancel(round, "ana");
		expect(codeOf(() => cancel(round, "ana"))).toBe("noBet");
	});

	it.each([
		["is flying", () => flying(300, { ana: 200 })],
		["is over", () => over(300, { ana: 200 })],
	])("is rejected once the round %s", (_when, make) => {
		const round = make();
		expect(codeOf(() => cancel(round, "ana"))).toBe("bettingClosed");
		expect(round.bets.size).toBe(1);
	});

	it("removes its automatic cash-out", () => {
		const round = roundWith({ ana: 150, bruno: 120 });
		cancel(round, "bruno");
		launch(round, 200);
		expect(names(crash(round).won)).toEqual(["ana"]);
	});
});

it("a flight reaches 1000.00x at its last tick", () => {
	const round = flying(MAX_TARGET, { ana: MAX_TARGET, bruno: null });
	const end = crashMoment(round);
	expect(outcome(cashOut(round, "bruno", end - 1))).toEqual([
		"cashed_out",
		LADDER.at(-2),
		expect.any(Number),
	]);
	expect(names(crash(round).won)).toEqual(["ana"]);
	expect(betOf(round, "ana").payout).toBe(10_000);
});

it("a round without a draw has no end", () => {
	const round = roundWith({ ana: null });
	expect(() => crashMoment(round)).toThrow(TypeError);
	expect(() => nextMoment(round)).toThrow(TypeError);
	expect(cashOutDue(round, 1e9)).toEqual([]);
});

it("the crash settles every bet once", () => {
	const round = flying(200, { ana: 300, bruno: 150 });
	const { won, lost } = crash(round);
	expect([names(won), names(lost)]).toEqual([["bruno"], ["ana"]]);
	expect(crash(round)).toEqual({ won: [], lost: [] });
	expect(outcome(betOf(round, "ana"))).toEqual(["lost", null, 0]);
	expect(outcome(betOf(round, "bruno"))).toEqual(["cashed_out", 150, 15]);
});

it("automatic bets are settled by target and crash point alone, at any polling moments", () => {
	const target = fc.option(fc.integer({ min: MIN_TARGET, max: 1_000 }), { nil: null });
	fc.assert(
		fc.property(
			fc.array(fc.tuple(target, fc.integer({ min: 1, max: 500 })), { maxLength: 30 }),
			fc.integer({ min: 100, max: 1_000 }),
			fc.array(fc.double({ min: -500, max: 40_000, noNaN: true }), { maxLength: 20 }),
			(bets, crashPoint, moments) => {
				const round = newRound("r");
				for (const [i, [aim, stake]] of bets.entries()) {
					place(round, newBet({ id: `b${i}`, userId: `u${i}`, stake, target: aim }));
				}
				launch(round, crashPoint);
				const paid = moments.sort((one, other) => one - other).flatMap((moment) => cashOutDue(round, moment));
				const { won, lost: losers } = crash(round);
				paid.push(...won);
				expect(paid.map(({ target: aim }) => aim)).toEqual(
					bets.flatMap(([aim]) => (aim !== null && aim <= crashPoint ? [aim] : [])).sort((a, b) => a - b),
				);
				for (const bet of paid) {
					expect(outcome(bet)).toEqual(["cashed_out", bet.target, payoutOf(bet.stake, bet.target ?? 0)]);
				}
				expect(paid.length + losers.length).toBe(bets.length);
				for (const bet of losers) expect(outcome(bet)).toEqual(["lost", null, 0]);
			},
		),
		{ numRuns: 1_000, seed },
	);
});
