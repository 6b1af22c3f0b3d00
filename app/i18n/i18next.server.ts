import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { cookiesIn } from "~/lib/cookies";
import { en } from "./en";
import { createI18n } from "./i18next";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from "./languages";
import type { Names } from "./messages";
import { pt } from "./pt";

const MESSAGES = { pt, en };
/** The caches of texts without values. */
const caches: Record<Language, Map<string, string>> = { pt: new Map(), en: new Map() };
/** The names that an admin has given. */
const given: Record<Language, Partial<Names>> = { pt: {}, en: {} };

const instances: Record<Language, i18n> = {
	pt: withTextCache(createI18n("pt", pt), caches.pt),
	en: withTextCache(createI18n("en", en), caches.en),
};

/** Caches texts without values, which repeat on every page. Requires that all messages are loaded and never change. */
function withTextCache(instance: i18n, texts: Map<string, string>): i18n {
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

/** The browser of a broadcast has no cookies, so the language of an overlay is in its address. */
const OVERLAYS = /^\/(bonus-hunt|codes)\/overlay/i;

const detector = new RemixI18Next({
	detection: {
		supportedLanguages: [...LANGUAGES],
		fallbackLanguage: DEFAULT_LANGUAGE,
		// Portuguese until the visitor chooses: `Accept-Language` is ignored.
		order: ["custom"],
		findLocale: async (request) => {
			const { pathname, searchParams } = new URL(request.url);
			const requested = searchParams.get("language");
			if (OVERLAYS.test(pathname) && isLanguage(requested)) return requested;
			const { language } = cookiesIn(request.headers.get("Cookie"));
			return isLanguage(language) ? language : null;
		},
	},
});

/**
 * The language of a request, from the cookie `language`; for an overlay from the parameter `language` first.
 * Portuguese if neither is valid; `Accept-Language` is ignored.
 */
export function languageOf(request: Request): Promise<Language> {
	const known = detected.get(request) ?? detect(request);
	detected.set(request, known);
	return known;
}

/** The loaders and the render of a page ask for the language of one request. */
const detected = new WeakMap<Request, Promise<Language>>();

async function detect(request: Request): Promise<Language> {
	const locale = await detector.getLocale(request);
	return isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
}

/** The process-wide i18next instance of a language, with all messages. Only {@link giveNames} may change it. */
export const i18nIn = (language: Language): i18n => instances[language];

/** Replaces the names that texts of a language contain. A missing name is the site's own. */
export function giveNames(language: Language, names: Partial<Names>): void {
	given[language] = names;
	const { interpolation } = instances[language].options;
	if (interpolation) interpolation.defaultVariables = namesIn(language);
	caches[language].clear();
}

/** The names that texts of a language contain. */
export const namesIn = (language: Language): Names => ({ ...MESSAGES[language].names, ...given[language] });

for (const language of LANGUAGES) giveNames(language, {});
