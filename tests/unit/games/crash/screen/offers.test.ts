import { describe, expect, it } from "vitest";
import type { PlayerBet } from "~/games/crash/engine/view";
import { liveOffers, soloOffers } from "~/games/crash/screen/bet/offers";
import { ownBet } from "./state.setup";

const bet = (status: PlayerBet["status"]) => ownBet("b", { status });
const queued = { stake: 10, target: null };

describe("the solo controls", () => {
	it.each([
		[undefined, null, { main: "place" }],
		["waiting", null, { main: "place" }],
		["waiting", bet("refunded"), { main: "place" }],
		["waiting", bet("active"), { main: "fly", second: "cancel" }],
		["flying", null, { main: undefined }],
		["flying", bet("active"), { main: "cash-out" }],
		["flying", bet("cashed_out"), { main: undefined }],
		["crashed", bet("lost"), { main: undefined }],
		["crashed", null, { main: undefined }],
	] as const)("in phase %s with the bet %o offer %o", (phase, own, offers) => {
		expect(soloOffers(phase, own)).toEqual(offers);
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
		expect(liveOffers(phase, own, { queued: next, active: true })).toEqual(offers);
	});

	it.each([
		["waiting", bet("active"), { main: undefined, end: "stopped" }],
		["flying", null, { main: undefined, end: "stopping" }],
		["flying", bet("active"), { main: "cash-out", end: "stopping" }],
		["flying", bet("cashed_out"), { main: undefined, end: "stopping" }],
		["crashed", bet("lost"), { main: undefined, end: "stopped" }],
	] as const)(
		"of a game that is switched off, in phase %s with the bet %o, offer %o",
		(phase, own, offers) => {
			expect(liveOffers(phase, own, { queued: null, active: false })).toEqual(offers);
		},
	);
});
