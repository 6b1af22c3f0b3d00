import { DEFAULT_LANGUAGE, type Language, otherLanguages } from "./languages";

/**
 * Texts of a record in further languages, by language and field. The record itself has the main texts, which are shown
 * where there is no translation. Empty texts are left out.
 */
export type Translations<Field extends string = string> = Partial<
	Record<Language, Partial<Record<Field, string>>>
>;

/** The languages of translations: all but that of visitors who have not chosen one, in which admins write the main texts. */
export const TRANSLATION_LANGUAGES = otherLanguages(DEFAULT_LANGUAGE);

/** Parses the column `translations`. */
export const translationsOf = <Field extends string>(column: string): Translations<Field> =>
	JSON.parse(column) as Translations<Field>;

/** Returns a record with its texts in a language, where it has them, and without its translations. */
export function translated<Row extends { translations: Translations }>(
	{ translations, ...texts }: Row,
	language: Language,
): Omit<Row, "translations"> {
	return { ...texts, ...translations[language] };
}

/** The name of the form field and of the log's field of a translation, such as `nameEn`. */
export const translationName = <Field extends string>(field: Field, language: Language) =>
	`${field}${language.charAt(0).toUpperCase()}${language.slice(1)}` as `${Field}${Capitalize<Language>}`;

/** The translations as fields of the change log, such as `nameEn`. */
export const loggedTranslations = (translations: Translations): Record<string, string> =>
	Object.fromEntries(
		TRANSLATION_LANGUAGES.flatMap((language) =>
			Object.entries(translations[language] ?? {}).map(([field, text]) => [
				translationName(field, language),
				text ?? "",
			]),
		),
	);
