import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../refusal-text";

interface Props {
	/** The form's address. */
	action: string;
	/** Of what is deleted. */
	revision: number;
	question: string;
	/** What is lost, and what stays. */
	text: string;
	cancelTo: string;
	words: { cancel: string; delete: string; deleting: string };
	answer: { ok: boolean; message?: string; code?: string } | undefined;
	busy: boolean;
}

/** What a dialog asks before something is deleted for good. */
export function DeleteQuestion({ action, question, text, cancelTo, words, answer, busy, ...loaded }: Props) {
	const { t } = useTranslation();
	// As it was when the question was asked: so that nothing goes that was not shown.
	const [{ revision }] = useState(loaded);
	return (
		<Form
			method="post"
			action={action}
			onSubmit={(event) => {
				if (busy) event.preventDefault();
			}}
			className="grid gap-5"
			preventScrollReset
		>
			<input type="hidden" name="revision" value={revision} />
			<div className="grid gap-2">
				<p className="text-lg font-bold">{question}</p>
				<p className="text-muted">{text}</p>
			</div>
			<p role="alert" className="field-error text-base empty:hidden">
				{answer && !answer.ok ? refusalText(answer, t) : ""}
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				<Link to={cancelTo} preventScrollReset className="button grow sm:grow-0">
					{words.cancel}
				</Link>
				<button
					type="submit"
					aria-disabled={busy || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{busy ? words.deleting : words.delete}
				</button>
			</div>
		</Form>
	);
}
