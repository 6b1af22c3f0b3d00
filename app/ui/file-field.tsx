import { Upload } from "lucide-react";
import { useState } from "react";
import { errorOf, type FieldAnswer } from "./field";
import { faulty } from "./focus";

interface Props {
	name: string;
	label: string;
	hint?: string | undefined;
	/** The types of files to offer. */
	accept: string;
	/** Text of the button, and the text without a chosen file. */
	choose: string;
	none: string;
	answer: FieldAnswer | undefined;
	/** Prefix of the element's id; must differ between the forms of a page. */
	idPrefix?: string;
}

/**
 * A labelled file input. The browser's button, which is in the browser's language, is covered by a label of the page;
 * without scripts, which show the name of the chosen file, the browser's button is shown.
 */
export function FileField({ name, label, hint, accept, choose, none, answer, idPrefix = "field" }: Props) {
	const [chosen, setChosen] = useState("");
	const id = `${idPrefix}-${name}`;
	const error = errorOf(name, answer);
	return (
		<div className="grid content-start gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			<div className="relative flex flex-wrap items-center gap-x-3 gap-y-1">
				<input
					id={id}
					type="file"
					name={name}
					accept={accept}
					aria-describedby={`${id}-hint ${id}-error`}
					onChange={({ currentTarget }) => setChosen(currentTarget.files?.[0]?.name ?? "")}
					className="file-input peer"
					{...faulty(error)}
				/>
				<label
					htmlFor={id}
					className="needs-scripts button cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text"
				>
					<Upload aria-hidden="true" className="size-5" />
					{choose}
				</label>
				<span aria-live="polite" className="needs-scripts min-w-0 text-sm break-all text-muted">
					{chosen || none}
				</span>
			</div>
			<p id={`${id}-hint`} className="text-sm text-muted empty:hidden">
				{hint}
			</p>
			<p id={`${id}-error`} className="field-error empty:hidden">
				{error}
			</p>
		</div>
	);
}
