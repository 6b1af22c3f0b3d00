import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Refused } from "~/ui/refused";

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
}

/** The form of a dialog that confirms a deletion. */
export function DeleteQuestion({ action, question, text, cancelTo, labels, answer, ...loaded }: Props) {
	const busy = useNavigation().formAction === action;
	// Keeps the revision of the first render: a record that was edited since then is not deleted.
	const [{ revision }] = useState(loaded);
	return (
		<Form method="post" action={action} className="grid gap-5" preventScrollReset>
			<input type="hidden" name="revision" value={revision} />
			<div className="grid gap-2">
				<p className="text-lg font-bold">{question}</p>
				<p className="text-muted">{text}</p>
			</div>
			<Refused answer={answer} />
			<div className="flex flex-wrap justify-end gap-3">
				<Link to={cancelTo} preventScrollReset className="button grow sm:grow-0">
					{labels.cancel}
				</Link>
				<button type="submit" className="button button-primary grow sm:grow-0 sm:px-8">
					{busy ? labels.deleting : labels.delete}
				</button>
			</div>
		</Form>
	);
}
