import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { type Language, otherLanguages, SWITCH_LABELS } from "~/i18n/languages";

/** A button for each other language. It loads the document again, with the messages of that language. */
export function LanguageToggle({ language, here }: { language: Language; here: string }) {
	return (
		<Form
			method="post"
			action="/preferences"
			reloadDocument
			onSubmit={returnToAddress}
			className="flex gap-1.5 sm:gap-2"
		>
			<input type="hidden" name="returnTo" value={here} />
			{otherLanguages(language).map((other) => (
				<button
					key={other}
					type="submit"
					name="language"
					value={other}
					className="button button-icon text-sm"
					aria-label={`${other.toUpperCase()} – ${SWITCH_LABELS[other]}`}
					lang={other}
				>
					{other.toUpperCase()}
				</button>
			))}
		</Form>
	);
}

/** Returns to the address in the browser: a page may have written its state there without a navigation. */
function returnToAddress({ currentTarget }: FormEvent<HTMLFormElement>): void {
	const field = currentTarget.elements.namedItem("returnTo") as HTMLInputElement;
	field.value = location.pathname + location.search;
}
