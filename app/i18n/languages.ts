export const LANGUAGES = ["pt", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "pt";

export const isLanguage = (value: unknown): value is Language =>
	LANGUAGES.some((language) => language === value);

/** All but one, in their order. */
export const otherLanguages = (language: Language): Language[] =>
	LANGUAGES.filter((other) => other !== language);

/** What a reader of the language looks for on a page that speaks another. */
export const CALLS: Record<Language, string> = { pt: "Mudar para português", en: "Switch to English" };
