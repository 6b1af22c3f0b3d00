import type { TFunction } from "i18next";
import type { PublicPlayer } from "./view";

/** Pseudonyms are made of two words and a number of three digits, so that nobody can type somebody else's name. */
const WORDS = 32;
const NUMBERS = 900;
export const ALIASES = WORDS * WORDS * NUMBERS;

/** The pseudonym with a number below {@link ALIASES}, in the words of the language. */
export function aliasText(alias: number, t: TFunction): string {
	const word = (list: string, at: number) => list.split(", ")[at % WORDS];
	const words = Math.floor(alias / NUMBERS);
	return t("crash.alias", {
		animal: word(t("crash.aliasAnimals"), words),
		trait: word(t("crash.aliasTraits"), Math.floor(words / WORDS)),
		number: String(100 + (alias % NUMBERS)),
	});
}

/** The name of a player in lists. */
export function nameOf(player: PublicPlayer, t: TFunction): string {
	if ("name" in player) return player.name;
	return "alias" in player ? aliasText(player.alias, t) : t("crash.player", { id: player.pseudonym });
}
