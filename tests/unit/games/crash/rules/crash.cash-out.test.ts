import { describe, expect, it } from "vitest";
import { cashOut, cashOutDue, crash, crashMoment, launch, nextMoment } from "~/games/crash/engine/crash";
import { momentOf } from "~/games/crash/engine/curve";
import { betOf, codeOf, flying, names, outcome, over, roundWith } from "./crash.setup";

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
	});

	it("pays at its target, not at the current value of the ladder", () => {
		const round = flying(1000, { ana: 200 }, 50);
		expect(cashOutDue(round, 4_499.999)).toEqual([]);
		cashOutDue(round, 4_500);
		expect(outcome(betOf(round, "ana"))).toEqual(["cashed_out", 200, 100]);
	});

	it("wins at exactly the crash point and loses one hundredth above", () => {
		const round = over(200, { ana: 200, bruno: 201 });
		expect(outcome(betOf(round, "ana"))).toEqual(["cashed_out", 200, 20]);
		expect(outcome(betOf(round, "bruno"))).toEqual(["lost", null, 0]);
	});

	it("above the crash point never happens, although the tick of the crash reaches it", () => {
		// 2.00x and 2.01x belong to the same tick.
		const round = flying(200, { ana: 201 });
		expect([momentOf(201), nextMoment(round)]).toEqual([crashMoment(round), crashMoment(round)]);
		expect(cashOutDue(round, 1e9)).toEqual([]);
	});

	it("is processed completely after an event loop stall, but not past the crash", () => {
		const round = flying(220, { ana: 130, bruno: 219, carla: 221 });
		expect(names(cashOutDue(round, 1e9))).toEqual(["ana", "bruno"]);
		expect(cashOutDue(round, 1e9)).toEqual([]);
	});

	it("is skipped after an earlier manual cash-out", () => {
		const round = flying(300, { ana: 200, bruno: 250 });
		cashOut(round, "ana", 1_000);
		expect(nextMoment(round)).toBe(momentOf(250));
		expect(names(crash(round).won)).toEqual(["bruno"]);
		expect(betOf(round, "ana").multiplier).toBeLessThan(200);
	});
});

describe("a manual cash-out", () => {
	it("pays the value of the ladder in the step of decision", () => {
		const round = flying(1000, { ana: null, bruno: null }, 50);
		expect(outcome(cashOut(round, "ana", 4_500))).toEqual(["cashed_out", 201, 100]);
		expect(outcome(cashOut(round, "bruno", 4_499.9))).toEqual(["cashed_out", 198, 99]);
	});

	it("pays the target if that was reached before", () => {
		const round = flying(1000, { ana: 150, bruno: 201 }, 100);
		expect(outcome(cashOut(round, "ana", 9_000))).toEqual(["cashed_out", 150, 150]);
		expect(outcome(cashOut(round, "bruno", 4_500))).toEqual(["cashed_out", 201, 201]);
	});

	it("wins before the moment of the crash, and nothing from then on", () => {
		const round = flying(200, { ana: null, bruno: null });
		expect(outcome(cashOut(round, "ana", 4_499.999))).toEqual(["cashed_out", 198, 19]);
		expect(outcome(cashOut(round, "bruno", 4_500))).toEqual(["active", null, null]);
	});

	it("is lost once the crash is decided, for any moment", () => {
		const round = over(200, { ana: null });
		expect(outcome(cashOut(round, "ana", 4_400))).toEqual(["lost", null, 0]);
	});

	it("acts once, and a repeat returns the first result", () => {
		const round = flying(1000, { ana: null });
		const first = outcome(cashOut(round, "ana", 1_000));
		expect(outcome(cashOut(round, "ana", 9_000))).toEqual(first);
		expect(outcome(cashOut(round, "ana", 1e9))).toEqual(first);
	});

	it("pays a reached target even when it is processed late after a stall", () => {
		const round = flying(250, { ana: 200, bruno: 251 });
		expect(outcome(cashOut(round, "ana", 1e9))).toEqual(["cashed_out", 200, 20]);
		expect(outcome(cashOut(round, "bruno", 1e9))).toEqual(["active", null, null]);
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

describe("a flight that ends at 1.00x", () => {
	it("ends at its start and loses every automatic cash-out", () => {
		const round = flying(100, { ana: 101, bruno: null });
		expect([crashMoment(round), nextMoment(round)]).toEqual([0, 0]);
		const { won, lost } = crash(round);
		expect(won).toEqual([]);
		expect(names(lost)).toEqual(["ana", "bruno"]);
	});

	it("pays no manual cash-out", () => {
		const round = flying(100, { ana: null });
		expect(outcome(cashOut(round, "ana", 0))).toEqual(["active", null, null]);
	});
});
