import { Form } from "@remix-run/react";
import { CALLS, type Language, otherLanguages } from "~/i18n/languages";

/** A button for each language that it changes to. The page is loaded anew, with that language's words alone. */
export function LanguageToggle({ language, here }: { language: Language; here: string }) {
	return (
		<Form method="post" action="/preferences" reloadDocument className="flex gap-1.5 sm:gap-2">
			<input type="hidden" name="returnTo" value={here} />
			{otherLanguages(language).map((other) => (
				<button
					key={other}
					type="submit"
					name="language"
					value={other}
					className="button button-icon text-sm"
					aria-label={`${other.toUpperCase()} – ${CALLS[other]}`}
					lang={other}
				>
					{other.toUpperCase()}
				</button>
			))}
		</Form>
	);
}
