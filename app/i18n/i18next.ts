import { createInstance, type i18n, type PostProcessorModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { formatDecimals } from "./format";
import type { Language } from "./languages";
import type { SomeMessages } from "./messages";

/**
 * Stands for `{` in inserted values. i18next replaces the first occurrence of a placeholder, which may be in a value
 * inserted before: a user name with `{{points}}` would be filled in. The braces are restored at the end.
 */
const BRACE = "\ufdd0";
const bracesBack: PostProcessorModule = {
	type: "postProcessor",
	name: "bracesBack",
	process: (text: string) => text.replaceAll(BRACE, "{"),
};

/**
 * The form of a whole number in both languages. `Intl.PluralRules` has Brazilian rules for Portuguese, in which 0 is singular, and
 * a third form for a million.
 */
const FORMS = {
	select: (count: number) => (count === 1 ? "one" : "other"),
	resolvedOptions: () => ({ pluralCategories: ["one", "other"] }),
};

/**
 * Creates an i18next instance for one language, ready for use when it returns. More messages can be added later. A
 * missing message shows its key, because there is no fallback language.
 */
export function createI18n(language: Language, messages: SomeMessages): i18n {
	const instance = createInstance();
	void instance
		.use(initReactI18next)
		.use(bracesBack)
		.init({
			lng: language,
			fallbackLng: false,
			resources: { [language]: { translation: { ...messages } } },
			// React escapes HTML, so only braces are replaced, by one character each: i18next requires an unchanged length.
			interpolation: { escapeValue: true, escape: (value) => value.replaceAll("{", BRACE) },
			postProcess: bracesBack.name,
			initImmediate: false,
			react: { useSuspense: false },
		});
	// i18next's formatter uses the bare language code; this one uses the locale of all other numbers.
	instance.services.formatter?.add("number", (value, _language, options) =>
		formatDecimals(value, language, options?.minimumFractionDigits),
	);
	instance.services.pluralResolver.getRule = () => FORMS;
	return instance;
}
