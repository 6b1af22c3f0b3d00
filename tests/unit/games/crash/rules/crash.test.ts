import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CRASHED_MS,
	cashOutDue,
	crash,
	crashMoment,
	DEFAULT_TARGET,
	decideCashOut,
	LIVE_WAITING_MS,
	launch,
	MAX_TARGET,
	MIN_STAKE,
	MIN_TARGET,
	newBet,
	newRound,
	nextMoment,
	SOLO_WAITING_MS,
	STAKE_STEP,
	TARGET_STEP,
} from "~/games/crash/engine/crash";
import { momentOf, payoutOf } from "~/games/crash/engine/curve";
import { propertySeed, sized } from "../../../../support/test-size";
import { flying } from "./crash.setup";

it("the limits match the specification, in points, hundredths and ms", () => {
	expect([MIN_STAKE, STAKE_STEP]).toEqual([10, 10]);
	expect([MIN_TARGET, MAX_TARGET, DEFAULT_TARGET, TARGET_STEP]).toEqual([101, 100_000, 200, 10]);
	expect([SOLO_WAITING_MS, LIVE_WAITING_MS, CRASHED_MS]).toEqual([20_000, 10_000, 5000]);
});

describe("an automatic cash-out", () => {
	it("is paid in ascending order of targets, each at its own target, before the crash", () => {
		const round = flying(300, { ana: 250, bruno: 101, carla: 300, dora: 199, eva: 301, fred: null });
		expect(nextMoment(round)).toBe(momentOf(101));
		expect(
			cashOutDue(round, crashMoment(round)).map(({ userId, multiplier }) => [userId, multiplier]),
		).toEqual([
			["bruno", 101],
			["dora", 199],
			["ana", 250],
			["carla", 300],
		]);
		expect(crash(round).map(({ userId }) => userId)).toEqual(["eva", "fred"]);
		expect([cashOutDue(round, 1e9), crash(round)], "settles every bet once").toEqual([[], []]);
	});

	it("pays at its target, not at the current value of the ladder", () => {
		const round = flying(1000, { ana: 200 }, 50);
		expect(cashOutDue(round, 4_499.999)).toEqual([]);
		expect(cashOutDue(round, 4_500)).toMatchObject([{ status: "cashed_out", multiplier: 200, payout: 100 }]);
	});

	it("wins at exactly the crash point and loses one hundredth above, although the same tick reaches it", () => {
		const round = flying(200, { ana: 200, bruno: 201 });
		expect([momentOf(201), nextMoment(round)]).toEqual([crashMoment(round), crashMoment(round)]);
		expect(cashOutDue(round, 1e9)).toMatchObject([{ userId: "ana", multiplier: 200, payout: 20 }]);
		expect(crash(round)).toMatchObject([{ userId: "bruno", status: "lost", multiplier: null, payout: 0 }]);
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
		const lost = { status: "lost", multiplier: null, payout: 0 };
		const won = { status: "cashed_out", multiplier: paid, payout: Math.floor((paid ?? 0) / 2) };
		expect(decideCashOut({ stake: 50, target }, crashPoint, moment)).toEqual(paid ? won : lost);
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
				const round = newRound({ id: "r" });
				for (const [i, [aim, stake]] of bets.entries()) {
					round.bets.set(`u${i}`, newBet({ id: `b${i}`, userId: `u${i}`, stake, target: aim }));
				}
				launch(round, crashPoint);
				const polled = [...moments.sort((one, other) => one - other), crashMoment(round)];
				const paid = polled.flatMap((moment) => cashOutDue(round, moment));
				const losers = crash(round);
				expect(paid.map(({ target: aim }) => aim)).toEqual(
					bets.flatMap(([aim]) => (aim !== null && aim <= crashPoint ? [aim] : [])).sort((a, b) => a - b),
				);
				for (const { status, multiplier, payout, stake, target: aim } of paid) {
					expect([status, multiplier, payout]).toEqual(["cashed_out", aim, payoutOf(stake, aim ?? 0)]);
				}
				expect(paid.length + losers.length).toBe(bets.length);
				for (const loser of losers)
					expect(loser).toMatchObject({ status: "lost", multiplier: null, payout: 0 });
			},
		),
		{ numRuns: sized(50, 1000), seed: propertySeed(20260304) },
	);
});
