import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type Language, otherLanguage } from "~/i18n/languages";

/** Labelled with the language that it changes to. The page is loaded anew, with that language's words alone. */
export function LanguageToggle({ language, here }: { language: Language; here: string }) {
	const { t } = useTranslation();
	const other = otherLanguage(language);
	return (
		<Form method="post" action="/preferences" reloadDocument>
			<input type="hidden" name="returnTo" value={here} />
			<button
				type="submit"
				name="language"
				value={other}
				className="button button-icon text-sm"
				aria-label={`${other.toUpperCase()} – ${t("shell.switchLanguage")}`}
				lang={other}
			>
				{other.toUpperCase()}
			</button>
		</Form>
	);
}
