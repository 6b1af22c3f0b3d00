import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../refusal-text";

interface Props {
	/** The address to which the form is posted, with the field `revision`. */
	action: string;
	/** The revision of the record; later values are ignored. */
	revision: number;
	question: string;
	/** Describes what is lost, and what is kept. */
	text: string;
	cancelTo: string;
	labels: { cancel: string; delete: string; deleting: string };
	answer: { ok: boolean; message?: string; code?: string } | undefined;
	busy: boolean;
}

/** The form of a dialog that confirms a deletion. While `busy` it is not submitted again. */
export function DeleteQuestion({ action, question, text, cancelTo, labels, answer, busy, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the revision of the first render: a record that was edited since then is not deleted.
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
					{labels.cancel}
				</Link>
				<button
					type="submit"
					aria-disabled={busy || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{busy ? labels.deleting : labels.delete}
				</button>
			</div>
		</Form>
	);
}
