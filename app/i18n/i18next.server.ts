import { parse } from "cookie";
import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { en } from "./en";
import { createI18n } from "./i18next";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from "./languages";
import { pt } from "./pt";

const instances: Record<Language, i18n> = {
	pt: withKnownTexts(createI18n("pt", pt)),
	en: withKnownTexts(createI18n("en", en)),
};

/** Has all words, which never change: a text without values is looked up once, not anew for each place of a page. */
function withKnownTexts(instance: i18n): i18n {
	const texts = new Map<string, string>();
	const t = instance.t.bind(instance) as (key: string, values?: object) => string;
	const known = (key: string, values?: object): string => {
		if (values !== undefined || typeof key !== "string") return t(key, values);
		const text = texts.get(key) ?? t(key);
		texts.set(key, text);
		return text;
	};
	const fixed = Object.assign(known, { lng: instance.language }) as unknown as ReturnType<i18n["getFixedT"]>;
	instance.getFixedT = () => fixed;
	return instance;
}

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
