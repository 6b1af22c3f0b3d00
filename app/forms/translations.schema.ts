import type { z } from "zod";
import type { Language } from "~/i18n/languages";
import { TRANSLATION_LANGUAGES, type Translations, translationName } from "~/i18n/translations";

type Text = z.ZodType<string | undefined, z.ZodTypeDef, unknown>;
type Name<Field extends string> = `${Field}${Capitalize<Language>}`;

/**
 * The form fields of translations, such as `nameEn`, for a schema that ends with {@link gatherTranslations}.
 * @param texts the schema of each text that can be translated, which must accept a missing one.
 */
export const translationFields = <Field extends string>(texts: Readonly<Record<Field, Text>>) =>
	Object.fromEntries(
		TRANSLATION_LANGUAGES.flatMap((language) =>
			Object.entries<Text>(texts).map(([field, schema]) => [translationName(field, language), schema]),
		),
	) as Record<Name<Field>, Text>;

/**
 * Returns the transformation of a form that collects its translations in `translations`. A text that is only given as a
 * translation becomes the main text, so that viewers of every language see it.
 */
export const gatherTranslations =
	<Field extends string>(...fields: readonly Field[]) =>
	<Form extends object>(form: Form) => {
		const rest = { ...form } as Record<string, unknown>;
		const translations: Translations<Field> = {};
		for (const language of TRANSLATION_LANGUAGES) {
			for (const field of fields) {
				const name = translationName(field, language);
				const { [name]: text } = rest;
				delete rest[name];
				if (typeof text !== "string" || text === "") continue;
				if (rest[field]) translations[language] = { ...translations[language], [field]: text };
				else rest[field] = text;
			}
		}
		return { ...(rest as Omit<Form, Name<Field>>), translations };
	};
