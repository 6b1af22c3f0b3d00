import { giveNames, i18nIn, namesIn } from "~/i18n/i18next.server";
import { LANGUAGES, type Language } from "~/i18n/languages";
import type { Names } from "~/i18n/messages";
import { pt } from "~/i18n/pt";
import type { Config } from "~/lib/config.server";
import type { SettingsOf } from "~/lib/settings.server";
import { GAMES } from "./games.server";

export type NameSettings = Pick<Config, SettingsOf<"names">>;

/** The setting of each name in the main language. The other language's has the suffix `_EN`. */
const SETTING_OF = {
	plinko: "PLINKO_NAME",
	plinkoShort: "PLINKO_NAME",
	crash: "CRASH_NAME",
	crashSolo: "CRASH_NAME",
	crashShort: "CRASH_NAME",
	liveCrash: "LIVE_CRASH_NAME",
	liveCrashShort: "LIVE_CRASH_NAME",
	liveCrashGame: "LIVE_CRASH_NAME",
	slots: "SLOTS_TITLE",
} as const satisfies Record<keyof Names, keyof NameSettings>;

/** Applies the settings of names to the texts. In English, a name without its own setting is that of the main language. */
export function applyNames(config: NameSettings): void {
	for (const language of LANGUAGES) {
		const names = Object.entries(SETTING_OF).flatMap(([name, setting]) => {
			const text = (language === "en" && config[`${setting}_EN`]) || config[setting];
			return text ? [[name, text]] : [];
		});
		giveNames(language, Object.fromEntries(names));
	}
}

/** Whether an admin has given a name. */
export const hasNames = (config: NameSettings): boolean =>
	Object.values(SETTING_OF).some((setting) => config[setting]);

/** The site's own names, by the settings that replace them. An empty English text is the Portuguese one. */
export const defaultNames = (): Partial<Record<keyof NameSettings, string>> => {
	const { plinko, crash, liveCrash, slots } = pt.names;
	return { PLINKO_NAME: plinko, CRASH_NAME: crash, LIVE_CRASH_NAME: liveCrash, SLOTS_TITLE: slots };
};

/** The displayed name of a win's game. The stored one is specified, and is displayed only if no game has it. */
export function gameOfWin(stored: string, language: Language): string {
	const game = GAMES.find(({ winName }) => winName === stored);
	if (!game) return stored;
	const { nameInLists: name, card } = game;
	return name ? namesIn(language)[name] : i18nIn(language).t(`lobby.game.${card.id}.name`);
}
