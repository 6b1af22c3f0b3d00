export const LANGUAGES = ["pt", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "pt";

export const isLanguage = (value: unknown): value is Language =>
	LANGUAGES.some((language) => language === value);

export const otherLanguage = (language: Language): Language => (language === "pt" ? "en" : "pt");
