import type { Language } from "~/i18n/languages";
import { helpEn } from "./help.en.server";
import { helpPt } from "./help.pt.server";
import { RESOURCES, type ResourceKey } from "./resources";
import type { WrittenHelp } from "./written-help";

const WRITTEN: Record<Language, WrittenHelp> = { pt: helpPt, en: helpEn };

/** Telephone numbers that can be called from Portugal. */
const TELEPHONES: Partial<Record<ResourceKey, string>> = { "linha-vida": "1414" };

/** A service that helps, with its name, address, telephone number and text. */
const helpServiceOf = (key: ResourceKey, language: Language, text: string) => ({
	key,
	name: RESOURCES[key].name,
	href: RESOURCES[key].href[language],
	telephone: TELEPHONES[key],
	text,
});

/** The texts of the help page in a language, with names, addresses and telephone numbers of the resources. */
export function readHelp(language: Language) {
	const { main, near, ...rest } = WRITTEN[language];
	return {
		...rest,
		main: { ...helpServiceOf("gambling-therapy", language, main.text), learnMore: main.learnMore },
		near: { ...near, resources: near.resources.map(([key, text]) => helpServiceOf(key, language, text)) },
	};
}
