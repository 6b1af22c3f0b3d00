import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	cashOut,
	cashOutDue,
	crash,
	crashMoment,
	launch,
	newBet,
	newRound,
	place,
	type Round,
} from "~/games/crash/engine/crash";
import { LADDER, MAX_MULTIPLIER, multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { SHOWN_BETS, viewBet, viewMultiplier, viewPlayerBet, viewRound } from "~/games/crash/engine/view";

const TIMING = { waiting: 10_000, crashed: 5_000 };
const seed = 20260304;

function flight(crashPoint: number): Round {
	const round = newRound("r");
	launch(round, crashPoint);
	return round;
}

describe("a round as players see it", () => {
	it("waits at 1.00x for as long as is known", () => {
		expect(viewRound(newRound("r"), 1_234.4, TIMING)).toEqual({
			id: "r",
			phase: "waiting",
			elapsed: 1_234,
			lasts: 10_000,
			multiplier: 100,
		});
	});

	it("flies where the ladder is, for nobody knows how long", () => {
		expect(viewRound(flight(1000), 4_500, TIMING)).toEqual({
			id: "r",
			phase: "flying",
			elapsed: 4_500,
			lasts: null,
			multiplier: 201,
		});
	});

	it("ends where it was drawn to", () => {
		const round = flight(257);
		crash(round);
		expect(viewRound(round, 40, TIMING)).toEqual({
			id: "r",
			phase: "crashed",
			elapsed: 40,
			lasts: 5_000,
			multiplier: 257,
		});
	});

	it("shows no time before a phase began", () => {
		expect(viewRound(newRound("r"), -3, TIMING).elapsed).toBe(0);
		expect(viewRound(flight(1000), -3, TIMING)).toMatchObject({ elapsed: 0, multiplier: 100 });
	});

	it.each([100, 101, 200, 201, 999, MAX_MULTIPLIER])(
		"flies never further than %i hundredths, where it ends, however late it is asked",
		(crashPoint) => {
			const round = flight(crashPoint);
			const end = crashMoment(round);
			for (const moment of [end, end + 1, end + TICK_MS, 1e9]) {
				expect(viewMultiplier(round, moment)).toBe(crashPoint);
			}
			if (end > 0) expect(viewMultiplier(round, end - 0.001)).toBeLessThan(crashPoint);
		},
	);
});

describe("a bet as others see it", () => {
	const userId = "12345678-secret-rest";
	const bet = place(newRound("r"), newBet({ id: "b", userId, stake: 30, target: 150 }));

	it.each([{ pseudonym: "1a2b3c4d" }, { name: "ana" }])("has its player as %o, and no target", (player) => {
		expect(viewBet(bet, player)).toEqual({
			id: "b",
			player,
			stake: 30,
			status: "active",
			multiplier: null,
			payout: null,
		});
	});

	it("has its target for its own player, and no name", () => {
		expect(viewPlayerBet(bet)).toEqual({
			id: "b",
			stake: 30,
			target: 150,
			status: "active",
			multiplier: null,
			payout: null,
		});
	});

	it("is one of fifty", () => expect(SHOWN_BETS).toBe(50));
});

/** All that may leave the server of a round at a moment. */
const everyView = (round: Round, elapsed: number) =>
	JSON.stringify([
		viewRound(round, elapsed, TIMING),
		viewMultiplier(round, elapsed),
		...[...round.bets.values()].flatMap((bet) => [
			viewBet(bet, { pseudonym: bet.userId }),
			viewPlayerBet(bet),
		]),
	]);

describe("secrecy", () => {
	const anyPoint = fc.oneof(
		fc.integer({ min: 100, max: 400 }),
		fc.integer({ min: 100, max: MAX_MULTIPLIER }),
	);
	interface Plan {
		target: number | null;
		/** When it is cashed out by hand, if ever. */
		byHand: number | null;
	}
	const anyBets: fc.Arbitrary<Plan[]> = fc.array(
		fc.record({
			target: fc.option(fc.integer({ min: 101, max: 500 }), { nil: null }),
			byHand: fc.option(fc.double({ min: 0, max: 15_000, noNaN: true }), { nil: null }),
		}),
		{ maxLength: 8 },
	);

	/** What is seen of one crowd at one moment of a flight to `crashPoint`. */
	function seenAt(crashPoint: number, moment: number, bets: readonly Plan[]): string {
		const round = newRound("r");
		for (const [i, { target }] of bets.entries()) {
			place(round, newBet({ id: `b${i}`, userId: `u${i}`, stake: 10, target }));
		}
		const waiting = everyWaitingView(round);
		launch(round, crashPoint);
		for (const [i, { byHand }] of bets.entries()) {
			if (byHand !== null && byHand <= moment) cashOut(round, `u${i}`, byHand);
		}
		cashOutDue(round, moment);
		return waiting + everyView(round, moment);
	}

	const everyWaitingView = (round: Round) => JSON.stringify(viewRound(round, 0, TIMING));

	it("lets no view before the crash depend on where the flight ends, for any crowd and moment", () => {
		fc.assert(
			fc.property(
				anyPoint,
				anyPoint,
				anyBets,
				fc.double({ min: 0, max: 1, noNaN: true }),
				(a, b, bets, at) => {
					const sooner = Math.min(crashMoment(flight(a)), crashMoment(flight(b)));
					const moment = at * sooner;
					fc.pre(moment < sooner);
					expect(seenAt(a, moment, bets)).toBe(seenAt(b, moment, bets));
				},
			),
			{ numRuns: 3_000, seed },
		);
	});

	it("shows at every tick before the crash the tick's own value and no other number of the flight", () => {
		// A crash point that is no tick's value and shares its digits with nothing else.
		const round = flight(98_765);
		const end = crashMoment(round);
		for (let tick = 0; tick * TICK_MS < end; tick++) {
			const view = viewRound(round, tick * TICK_MS, TIMING);
			expect(Object.values(view)).toEqual(["r", "flying", tick * TICK_MS, null, LADDER[tick]]);
			expect(JSON.stringify(view)).not.toContain("98765");
		}
	});

	it("shows a crash point that is drawn before the start to nobody who waits", () => {
		const round = newRound("r");
		round.crashPoint = 98_765;
		place(round, newBet({ id: "b", userId: "ana", stake: 10, target: 200 }));
		for (const elapsed of [-1, 0, 5_000, 1e9]) {
			const { phase, ...view } = viewRound(round, elapsed, TIMING);
			expect([phase, view.multiplier]).toEqual(["waiting", 100]);
			expect(JSON.stringify(view)).not.toContain("98765");
		}
	});

	it("shows it to everybody from the crash on", () => {
		const round = flight(257);
		expect(viewMultiplier(round, crashMoment(round))).toBe(257);
		crash(round);
		expect(everyView(round, 0)).toContain("257");
		expect(multiplierAt(crashMoment(round)), "which is not the ladder's value").not.toBe(257);
	});
});
