import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
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
	return instance;
}
