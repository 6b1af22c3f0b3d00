import { parse } from "cookie";
import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { en } from "./en";
import { createI18n } from "./i18next";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from "./languages";
import { pt } from "./pt";

const instances: Record<Language, i18n> = { pt: createI18n("pt", pt), en: createI18n("en", en) };

/** A broadcast's browser has no cookies: the address itself says the language. */
const OVERLAY = "/bonus-hunt/overlay";

const detector = new RemixI18Next({
	detection: {
		supportedLanguages: [...LANGUAGES],
		fallbackLanguage: DEFAULT_LANGUAGE,
		// Portuguese until the visitor chooses: the browser's own language is not asked.
		order: ["custom"],
		findLocale: async (request) => {
			const { pathname, searchParams } = new URL(request.url);
			const asked = searchParams.get("language");
			if (pathname.startsWith(OVERLAY) && isLanguage(asked)) return asked;
			const { language } = parse(request.headers.get("Cookie") ?? "");
			return isLanguage(language) ? language : null;
		},
	},
});

export async function languageOf(request: Request): Promise<Language> {
	const locale = await detector.getLocale(request);
	return isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
}

export const i18nIn = (language: Language): i18n => instances[language];
