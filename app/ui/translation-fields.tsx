import { useTranslation } from "react-i18next";
import { TRANSLATION_LANGUAGES, type Translations, translationName } from "~/i18n/translations";
import { Field, type FieldAnswer } from "./field";

interface Props<Name extends string> {
	/** The texts that can be translated, with the labels of their main fields. */
	texts: readonly { name: Name; label: string; maxLength: number; rows?: number }[];
	known: Translations<Name> | undefined;
	answer: FieldAnswer | undefined;
	/** Prefix of the fields' ids, for a page with several forms. */
	idPrefix?: string;
}

/**
 * The optional texts of a form in each further language. A language is collapsed until it has a text or an error. The
 * page needs the messages `translations`.
 */
export function TranslationFields<Name extends string>({ texts, known, answer, idPrefix }: Props<Name>) {
	const { t } = useTranslation();
	return TRANSLATION_LANGUAGES.map((language) => {
		const names = texts.map(({ name }) => translationName(name, language));
		const isFilled = Object.keys(known?.[language] ?? {}).length > 0;
		const isTyped = names.some((name) => answer?.typed?.[name] || answer?.fieldErrors?.[name]);
		return (
			<details
				key={language}
				open={isFilled || isTyped}
				className="rounded-2xl border border-line px-4 py-1 open:pb-4"
			>
				<summary className="flex min-h-11 items-center gap-2 font-semibold before:transition-transform before:content-['›'] [[open]>&]:before:rotate-90">
					{t(`translations.in.${language}`)}
				</summary>
				<div className="grid gap-4">
					<p className="text-sm text-muted">{t("translations.hint")}</p>
					{texts.map(({ name, label, maxLength, rows }) => (
						<Field
							key={name}
							name={translationName(name, language)}
							label={`${label} (${t(`translations.languages.${language}`)})`}
							known={known?.[language]?.[name]}
							maxLength={maxLength}
							answer={answer}
							{...(rows && { rows })}
							{...(idPrefix && { idPrefix })}
						/>
					))}
				</div>
			</details>
		);
	});
}
