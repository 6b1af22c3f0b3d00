import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CRASHED_MS,
	cancel,
	cashOut,
	cashOutDue,
	checkMayBet,
	crash,
	crashMoment,
	DEFAULT_TARGET,
	LIVE_WAITING_MS,
	launch,
	MAX_TARGET,
	MIN_STAKE,
	MIN_TARGET,
	newBet,
	newRound,
	nextMoment,
	place,
	SOLO_WAITING_MS,
	STAKE_STEP,
	TARGET_STEP,
} from "~/games/crash/engine/crash";
import { momentOf, payoutOf } from "~/games/crash/engine/curve";
import { propertySeed, sized } from "../../../../support/test-size";
import { betOf, codeOf, flying, names, outcome, over, roundWith } from "./crash.setup";

const otherBet = () => newBet({ id: "c", userId: "ana", stake: 20, target: null });

it("the limits match the specification, in points, hundredths and ms", () => {
	expect([MIN_STAKE, STAKE_STEP]).toEqual([10, 10]);
	expect([MIN_TARGET, MAX_TARGET, DEFAULT_TARGET, TARGET_STEP]).toEqual([101, 100_000, 200, 10]);
	expect([SOLO_WAITING_MS, LIVE_WAITING_MS, CRASHED_MS]).toEqual([20_000, 10_000, 5000]);
});

describe("a bet", () => {
	it("is placed as active with its stake and target, once per player", () => {
		const round = newRound("r");
		const bet = place(round, newBet({ id: "b", userId: "ana", stake: 30, target: 150 }));
		expect(bet).toEqual({
			...{ id: "b", userId: "ana", stake: 30, target: 150 },
			...{ status: "active", multiplier: null, payout: null },
		});
		expect(codeOf(() => place(round, otherBet()))).toBe("betAlreadyPlaced");
		expect(codeOf(() => checkMayBet(round, "ana"))).toBe("betAlreadyPlaced");
		expect(codeOf(() => checkMayBet(round, "bruno"))).toBe("done");
		expect([...round.bets]).toEqual([["ana", bet]]);
	});

	it("can be cancelled with its automatic cash-out, which allows another", () => {
		const round = roundWith({ ana: 200, bruno: 120 });
		expect(codeOf(() => cancel(round, "carla"))).toBe("noBet");
		expect(cancel(round, "ana")).toMatchObject({ id: "b-ana", stake: 10 });
		expect(codeOf(() => cancel(round, "ana"))).toBe("noBet");
		cancel(round, "bruno");
		place(round, otherBet());
		expect([...round.bets.values()].map(({ id }) => id)).toEqual(["c"]);
		launch(round, 300);
		expect(crash(round).won).toEqual([]);
	});

	it.each([
		["is flying", flying],
		["is over", over],
	])("is neither placed nor cancelled once the round %s", (_when, make) => {
		const round = make(300, { ana: 200 });
		expect(codeOf(() => place(round, otherBet()))).toBe("bettingClosed");
		expect(codeOf(() => cancel(round, "ana"))).toBe("bettingClosed");
		expect([...round.bets.values()].map(({ id }) => id)).toEqual(["b-ana"]);
	});
});

describe("an automatic cash-out", () => {
	it("is paid in ascending order of targets, each at its own target, before the crash", () => {
		const round = flying(300, { ana: 250, bruno: 101, carla: 300, dora: 199, eva: 301, fred: null });
		expect(nextMoment(round)).toBe(momentOf(101));
		const { won, lost } = crash(round);
		expect(won.map(({ userId, multiplier }) => [userId, multiplier])).toEqual([
			["bruno", 101],
			["dora", 199],
			["ana", 250],
			["carla", 300],
		]);
		expect(names(lost)).toEqual(["eva", "fred"]);
		expect(crash(round), "settles every bet once").toEqual({ won: [], lost: [] });
	});

	it("pays at its target, not at the current value of the ladder", () => {
		const round = flying(1000, { ana: 200 }, 50);
		expect(cashOutDue(round, 4_499.999)).toEqual([]);
		cashOutDue(round, 4_500);
		expect(outcome(betOf(round, "ana"))).toEqual(["cashed_out", 200, 100]);
	});

	it("wins at exactly the crash point and loses one hundredth above, although the same tick reaches it", () => {
		const round = over(200, { ana: 200, bruno: 201 });
		expect(outcome(betOf(round, "ana"))).toEqual(["cashed_out", 200, 20]);
		expect(outcome(betOf(round, "bruno"))).toEqual(["lost", null, 0]);
		const other = flying(200, { ana: 201 });
		expect([momentOf(201), nextMoment(other)]).toEqual([crashMoment(other), crashMoment(other)]);
		expect(cashOutDue(other, 1e9)).toEqual([]);
	});
});

describe("a manual cash-out", () => {
	it.each([
		["the value of the ladder in the step of decision", 1000, null, 4_500, 201],
		["the value of the tick before", 1000, null, 4_499.9, 198],
		["the target that was reached before", 1000, 150, 9_000, 150],
		["the target that is reached in the step", 1000, 201, 4_500, 201],
		["a reached target, however late after a stall", 250, 200, 1e9, 200],
		["the value just before the crash", 200, null, 4_499.999, 198],
		["nothing from the moment of the crash on", 200, null, 4_500, undefined],
		["nothing for a target above the crash point, late after a stall", 250, 251, 1e9, undefined],
		["nothing in a flight that ends at its start", 100, null, 0, undefined],
	])("pays %s", (_what, crashPoint, target, moment, paid) => {
		const round = flying(crashPoint, { ana: target }, 50);
		const first = outcome(cashOut(round, "ana", moment));
		expect(first).toEqual(paid ? ["cashed_out", paid, Math.floor(paid / 2)] : ["active", null, null]);
		expect(outcome(cashOut(round, "ana", 1e9)), "a repeat").toEqual(first);
	});

	it("is lost once the crash is decided, for any moment", () => {
		const round = over(200, { ana: null });
		expect(outcome(cashOut(round, "ana", 4_400))).toEqual(["lost", null, 0]);
	});

	it("is rejected without a bet and before the flight", () => {
		const round = roundWith({ ana: null });
		expect(codeOf(() => cashOut(round, "bruno", 0))).toBe("noBet");
		expect(codeOf(() => cashOut(round, "ana", 0))).toBe("notFlying");
		launch(round, 200);
		expect(codeOf(() => cashOut(round, "bruno", 0))).toBe("noBet");
		expect(outcome(betOf(round, "ana"))).toEqual(["active", null, null]);
	});
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
		{ numRuns: sized(50, 1000), seed: propertySeed(20260304) },
	);
});
