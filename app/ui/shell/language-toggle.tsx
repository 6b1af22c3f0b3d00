import { Form } from "@remix-run/react";
import { CALLS, type Language, otherLanguages } from "~/i18n/languages";

/** A button for each other language. It loads the document again, with the messages of that language. */
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
