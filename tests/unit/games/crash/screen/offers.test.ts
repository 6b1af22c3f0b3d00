import { describe, expect, it } from "vitest";
import type { PlayerBet } from "~/games/crash/engine/view";
import { liveOffers, soloOffers } from "~/games/crash/screen/bet/offers";

const bet = (status: PlayerBet["status"]): PlayerBet => ({
	id: "b",
	roundId: "r",
	stake: 10,
	target: null,
	status,
	multiplier: null,
	payout: null,
});
const queued = { stake: 10, target: null };

describe("the solo controls", () => {
	it.each([
		[undefined, null, "place"],
		["waiting", null, "place"],
		["waiting", bet("refunded"), "place"],
		["flying", null, undefined],
		["flying", bet("active"), "cash-out"],
		["flying", bet("cashed_out"), undefined],
		["crashed", bet("lost"), undefined],
		["crashed", null, undefined],
	] as const)("in phase %s with the bet %o offer %s", (phase, own, main) => {
		expect(soloOffers(phase, own)).toEqual({ main });
	});

	it("offer the early start of the flight, and the cancellation, to a player with a bet", () => {
		expect(soloOffers("waiting", bet("active"))).toEqual({ main: "fly", second: "cancel" });
	});
});

describe("the live controls", () => {
	it.each([
		["waiting", null, null, { main: "place" }],
		["waiting", bet("active"), null, { main: "cancel" }],
		["flying", null, null, { main: "queue" }],
		["flying", null, queued, { main: "unqueue" }],
		["flying", bet("active"), null, { main: "cash-out", second: "queue" }],
		["flying", bet("active"), queued, { main: "cash-out", second: "unqueue" }],
		["flying", bet("cashed_out"), null, { main: "queue" }],
		["crashed", bet("lost"), null, { main: "queue" }],
		["crashed", bet("lost"), queued, { main: "unqueue" }],
	] as const)("in phase %s with the bet %o and the queued bet %o offer %o", (phase, own, next, offers) => {
		expect(liveOffers(phase, own, next)).toEqual(offers);
	});
});
