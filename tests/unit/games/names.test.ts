import { afterEach, expect, it } from "vitest";
import { GAMES } from "~/games/games.server";
import { applyNames, gameOfWin } from "~/games/names.server";
import { en } from "~/i18n/en";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";

afterEach(() => applyNames({}));

const GIVEN = {
	PLINKO_NAME: "Bolas",
	PLINKO_NAME_EN: "Balls {{crash}}",
	CRASH_NAME: "Voo",
	LIVE_CRASH_NAME: "Foguete",
	SLOTS_TITLE: "Máquinas",
};

/** All texts in which a name is a value, by their keys. */
function keysWithNames(tree: object, path = ""): string[] {
	return Object.entries(tree).flatMap(([key, value]): string[] => {
		if (typeof value !== "string") return keysWithNames(value, `${path}${key}.`);
		return Object.keys(en.names).some((name) => value.includes(`{{${name}}}`)) ? [path + key] : [];
	});
}
const texts = (language: "pt" | "en") =>
	keysWithNames(en).map((key) => i18nIn(language).t(key as "lobby.title"));

it.each(LANGUAGES)("the texts contain the site's own names until others are given: %s", (language) => {
	const before = texts(language);
	expect(before.length).toBeGreaterThan(15);
	expect(before.join()).not.toContain("{{");
	expect(i18nIn(language).t("lobby.game.plinko.name")).toBe("Navalhas Plinko");
	applyNames(GIVEN);
	expect(texts(language).join()).not.toMatch(/Plinko|Crash|Pragmatic/);
	applyNames({});
	expect(texts(language)).toEqual(before);
});

it("a given name is in every text at once, in its language or else in Portuguese", () => {
	applyNames(GIVEN);
	const [pt, inEnglish] = LANGUAGES.map((language) => i18nIn(language).t);
	expect(pt?.("lobby.game.plinko.name")).toBe("Bolas");
	expect(pt?.("crashFairness.live.title")).toBe("Jogo justo no Foguete");
	expect(pt?.("slots.title")).toBe("Máquinas");
	expect(inEnglish?.("slots.title")).toBe("Máquinas");
	// What an admin has typed is no placeholder.
	expect(inEnglish?.("fairness.seedsPage")).toBe("Seeds and Balls {{crash}}");
	expect(inEnglish?.("errors.gameInactive")).toBe("Foguete is currently inactive.");
	expect(GAMES.map(({ entryName }) => entryName(i18nIn("pt").t))).toEqual([
		...["Bolas", "Voo", "Foguete", "Dados", "Roda da sorte"],
	]);
});

it("wins have the name of their game in the reader's language, or the given one", () => {
	const names = (language: "pt" | "en" = "pt") => GAMES.map(({ winName }) => gameOfWin(winName, language));
	expect(names()).toEqual([
		...["Navalhas Plinko", "Navalhas Crash a solo", "Navalhas Crash ao vivo", "Dados", "Roda da sorte"],
	]);
	expect(names("en")).toEqual([
		...["Navalhas Plinko", "Navalhas Crash Solo", "Navalhas Crash Live", "Dice", "Wheel of fortune"],
	]);
	applyNames(GIVEN);
	expect(names().slice(0, 3)).toEqual(["Bolas", "Voo", "Foguete"]);
	expect(gameOfWin("a game of the past", "pt")).toBe("a game of the past");
});
