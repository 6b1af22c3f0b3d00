import { expect, it } from "vitest";
import { CATALOGUE, GAMES } from "~/games/games.server";
import { en } from "~/i18n/en";

it("lists the specified games with their minimum bets and maximum wins", () => {
	expect(CATALOGUE.map(({ id, minBet, maxWin }) => [id, minBet, maxWin])).toEqual([
		["plinko", 10, 1000],
		["crash", 10, 5000],
		["liveCrash", 10, 10_000],
		["dice", 5, 500],
		["wheel", 20, 2000],
	]);
});

it("links two single-player games and one live game, and lists upcoming games without a link", () => {
	const shown = CATALOGUE.map(({ kind, path }) => [en.lobby[kind], path]);
	expect(shown.slice(0, 3)).toEqual([
		["SINGLEPLAYER", "/mini-games/plinko"],
		["SINGLEPLAYER", "/mini-games/crash"],
		["LIVE", "/mini-games/live-crash"],
	]);
	expect(shown.slice(GAMES.length)).toEqual(
		CATALOGUE.slice(GAMES.length).map(() => ["Coming Soon", undefined]),
	);
});

it("uses the specified names for wins", () => {
	expect(GAMES.slice(0, 3).map(({ winName }) => winName)).toEqual([
		"Navalhas Plinko",
		"Navalhas Crash (SP)",
		"Navalhas Crash (MP)",
	]);
});
