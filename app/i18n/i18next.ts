import { createInstance, type i18n, type PostProcessorModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { formatNumber } from "./format";
import type { Language } from "./languages";
import type { SomeMessages } from "./messages";

/**
 * i18next looks for a placeholder's first occurrence, which may be in a value put in before: somebody's
 * `{{points}}` in a name would be filled in. Values go in without braces, which come back at the end.
 */
const BRACE = "\ufdd0";
const bracesBack: PostProcessorModule = {
	type: "postProcessor",
	name: "bracesBack",
	process: (text: string) => text.replaceAll(BRACE, "{"),
};

/** An instance for one language with its words, or some of them, at hand; ready when it returns. */
export function createI18n(language: Language, messages: SomeMessages): i18n {
	const instance = createInstance();
	void instance
		.use(initReactI18next)
		.use(bracesBack)
		.init({
			lng: language,
			fallbackLng: false,
			resources: { [language]: { translation: { ...messages } } },
			// React escapes, not this: as many letters as before, or i18next loses its place in the text.
			interpolation: { escapeValue: true, escape: (value) => value.replaceAll("{", BRACE) },
			postProcess: bracesBack.name,
			initImmediate: false,
			react: { useSuspense: false },
		});
	// As everywhere else on the pages, which i18next's own, for the bare language, is not.
	instance.services.formatter?.add("number", (value, _language, options) =>
		formatNumber(value, language, options),
	);
	return instance;
}
