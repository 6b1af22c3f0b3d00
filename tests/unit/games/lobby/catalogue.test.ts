import { expect, it } from "vitest";
import { catalogueOf, GAMES } from "~/games/games.server";
import { en } from "~/i18n/en";
import type { Config } from "~/lib/config.server";

const cards = (config: Partial<Config> = {}) =>
	catalogueOf({ SOLO_CRASH_DRAW: "table", ...config } as Config);
const CATALOGUE = cards();

it("lists the specified games with their minimum bets and maximum wins", () => {
	expect(CATALOGUE.map(({ id, minBet, maxWin }) => [id, minBet, maxWin])).toEqual([
		["plinko", 10, 1000],
		["crash", 10, 5000],
		["liveCrash", 10, 10_000],
		["dice", 5, 500],
		["wheel", 20, 2000],
	]);
});

it("with a maximum bet shows the most that a bet can pay, and the specified figure without one", () => {
	const shown = (config: Partial<Config>) => cards(config).map(({ maxBet, maxWin }) => [maxBet, maxWin]);
	expect(shown({ PLINKO_MAX_BET: 100, CRASH_MAX_BET: 50 }).slice(0, 3)).toEqual([
		[100, 10_000],
		// No flight of the table goes beyond 9.99x.
		[50, 499],
		[undefined, 10_000],
	]);
	expect(shown({ CRASH_MAX_BET: 50, SOLO_CRASH_DRAW: "even", LIVE_CRASH_MAX_BET: 20 }).slice(1, 3)).toEqual([
		[50, 50_000],
		[20, 20_000],
	]);
	// 990 is 49 balls of 20, since 99 of 10 cannot be dropped; a drop costs at most 50 times 100.
	expect(shown({ PLINKO_MAX_BET: 990 })[0]).toEqual([990, 98_000]);
	expect(shown({ PLINKO_MAX_BET: 1_000_000 })[0]).toEqual([1_000_000, 500_000]);
});

it("links two single-player games and one live game, and lists upcoming games without a link", () => {
	const shown = CATALOGUE.map(({ kind, path }) => [en.lobby[kind], path]);
	expect(shown.slice(0, 3)).toEqual([
		["SINGLEPLAYER", "/mini-games/plinko"],
		["SINGLEPLAYER", "/mini-games/crash"],
		["LIVE", "/mini-games/live-crash"],
	]);
	expect(shown.slice(3)).toEqual(new Array(2).fill(["Coming Soon", undefined]));
});

it("uses the specified names for wins", () => {
	expect(GAMES.slice(0, 3).map(({ winName }) => winName)).toEqual([
		"Navalhas Plinko",
		"Navalhas Crash (SP)",
		"Navalhas Crash (MP)",
	]);
});
