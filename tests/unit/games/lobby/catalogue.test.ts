import { expect, it } from "vitest";
import { CATALOGUE } from "~/games/lobby/catalogue";
import { LIVE_CRASH_NAME, PLINKO_NAME, SOLO_CRASH_NAME } from "~/games/lobby/game-names";
import { en } from "~/i18n/en";

it("lists the specification's games with their least bets and greatest wins", () => {
	expect(CATALOGUE.map(({ id, minBet, maxWin }) => [id, minBet, maxWin])).toEqual([
		["plinko", 10, 1000],
		["crash", 10, 5000],
		["liveCrash", 10, 10_000],
		["dice", 5, 500],
		["wheel", 20, 2000],
	]);
});

it("opens two games for one player and one that is live; two more are to come and open nowhere", () => {
	expect(CATALOGUE.map(({ kind, address }) => [en.lobby[kind], address])).toEqual([
		["SINGLEPLAYER", "/mini-games/plinko"],
		["SINGLEPLAYER", "/mini-games/crash"],
		["LIVE", "/mini-games/live-crash"],
		["Coming Soon", undefined],
		["Coming Soon", undefined],
	]);
});

it("stores wins under the specification's names", () => {
	expect([PLINKO_NAME, SOLO_CRASH_NAME, LIVE_CRASH_NAME]).toEqual([
		"Navalhas Plinko",
		"Navalhas Crash (SP)",
		"Navalhas Crash (MP)",
	]);
});
