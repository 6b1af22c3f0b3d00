import { describe, expect, it } from "vitest";
import type { PlayerBet, RoundView } from "~/games/crash/engine/view";
import { openingBet, refreshAfter } from "~/games/crash/screen/bet/opening-bet";
import { ownBet, roundView } from "./state.setup";

const open = (search: string, last: Parameters<typeof openingBet>[1] = null) =>
	openingBet(new URLSearchParams(search), last);
const last = { stake: 70, target: 150 };

describe("the initial bet of the form", () => {
	it("is the last bet, or else the minimum stake", () => {
		expect(open("")).toEqual({ stake: 10, target: null });
		expect(open("", last)).toEqual({ stake: 70, target: 150 });
		expect(open("", { stake: 20, target: null })).toEqual({ stake: 20, target: null });
		expect(open("auto=on&target=3.00", last)).toEqual({ stake: 70, target: 150 });
	});

	it.each([
		["stake=30&auto=on&target=2.10", 30, 210],
		["stake=30&auto=on&target=2,10", 30, 210],
		["stake=30&target=2.10", 30, null],
		["stake=30", 30, null],
		["stake=30&auto=on", 30, 200],
		["stake=30&auto=on&target=2.10&setStake=40", 40, 210],
		["stake=30&auto=on&target=2.10&setTarget=2.20", 30, 220],
		["stake=30&target=2.10&setTarget=2.20", 30, 220],
		["stake=30&auto=on&target=1000", 30, 100_000],
		["stake=30&auto=on&target=1.01", 30, 101],
	])("follows the URL parameters %j", (search, stake, target) => {
		expect(open(search, last)).toEqual({ stake, target });
	});

	it("has the minimum stake and the default target for invalid ones", () => {
		for (const stake of ["0", "-10", "15", "10.5", "abc", "", "1e30", "1000000010", "50&setStake=5"])
			expect(open(`stake=${stake}`, last).stake, stake).toBe(10);
		for (const target of ["1.00", "1000.01", "abc", "", "-2", "NaN", "Infinity"])
			expect(open(`stake=30&auto=on&target=${target}`).target, target).toBe(200);
	});
});

describe("a page without scripts refreshes", () => {
	const view = (phase: RoundView["phase"], elapsed: number, lasts: number | null): RoundView => ({
		...roundView("r", phase),
		...{ elapsed, lasts },
	});
	const bet = (status: PlayerBet["status"]) => ownBet("b", { status });

	it("just after the end of a phase with a known duration", () => {
		expect(refreshAfter(view("waiting", 2500, 10_000), null, 5000)).toBe(9);
		expect(refreshAfter(view("crashed", 0, 5000), bet("lost"), 5000)).toBe(6);
		expect(refreshAfter(view("waiting", 10_400, 10_000), null, 5000)).toBe(2);
	});

	it("often while a bet is flying, and within the pause after a flight without one", () => {
		expect(refreshAfter(view("flying", 1000, null), bet("active"), 5000)).toBe(2);
		for (const none of [null, bet("cashed_out"), bet("lost")]) {
			expect(refreshAfter(view("flying", 1000, null), none, 5000)).toBe(5);
			expect(refreshAfter(view("flying", 1000, null), none, 20)).toBe(1);
		}
	});
});
