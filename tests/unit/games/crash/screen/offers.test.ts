import { describe, expect, it } from "vitest";
import type { PlayerBet } from "~/games/crash/engine/view";
import { liveOffers, soloOffers } from "~/games/crash/screen/bet/offers";

const bet = (status: PlayerBet["status"]): PlayerBet => ({
	id: "b",
	stake: 10,
	target: null,
	status,
	multiplier: null,
	payout: null,
});
const queued = { stake: 10, target: null };

describe("alone", () => {
	it.each([
		[undefined, null, "place"],
		["waiting", null, "place"],
		["waiting", bet("active"), "cancel"],
		["waiting", bet("refunded"), "place"],
		["flying", null, undefined],
		["flying", bet("active"), "cash-out"],
		["flying", bet("cashed_out"), undefined],
		["crashed", bet("lost"), undefined],
		["crashed", null, undefined],
	] as const)("%s, with the bet %o, a player may %s", (phase, own, main) => {
		expect(soloOffers(phase, own)).toEqual({ main });
	});
});

describe("with everybody", () => {
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
	] as const)("%s, with the bet %o and %o in the queue, a player may %o", (phase, own, next, offers) => {
		expect(liveOffers(phase, own, next)).toEqual(offers);
	});
});
