import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { formatNumber } from "./format";
import type { Language } from "./languages";
import type { Messages } from "./messages";

/** An instance for one language with its words, or some of them, at hand; ready when it returns. */
export function createI18n(language: Language, messages: Partial<Messages>): i18n {
	const instance = createInstance();
	void instance.use(initReactI18next).init({
		lng: language,
		fallbackLng: false,
		resources: { [language]: { translation: { ...messages } } },
		interpolation: { escapeValue: false },
		initImmediate: false,
		react: { useSuspense: false },
	});
	// As everywhere else on the pages, which i18next's own, for the bare language, is not.
	instance.services.formatter?.add("number", (value, _language, options) =>
		formatNumber(value, language, options),
	);
	return instance;
}
