export const LANGUAGES = ["pt", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The language of visitors who have not chosen one. */
export const DEFAULT_LANGUAGE: Language = "pt";

export const isLanguage = (value: unknown): value is Language =>
	LANGUAGES.some((language) => language === value);

/** All languages but one, in the order of {@link LANGUAGES}. */
export const otherLanguages = (language: Language): Language[] =>
	LANGUAGES.filter((other) => other !== language);

/** Label of the button that switches to a language, in that language. */
export const SWITCH_LABELS: Record<Language, string> = {
	pt: "Mudar para português",
	en: "Switch to English",
};

/** The locale of each language, for numbers, dates and link previews. */
export const LOCALES: Record<Language, string> = { pt: "pt-PT", en: "en-GB" };
