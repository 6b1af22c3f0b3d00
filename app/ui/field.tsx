/** As much of an action's answer as a form's fields need. */
export interface FieldAnswer {
	code?: string;
	/** In the viewer's language. */
	message?: string;
	fieldErrors?: Record<string, string>;
	typed?: Record<string, unknown>;
}

interface Props {
	name: string;
	label: string;
	hint?: string | undefined;
	/** What is stored now. */
	known?: string | number | null | undefined;
	maxLength?: number;
	/** Of a text of several lines. */
	rows?: number;
	type?: "text" | "url" | "email";
	inputMode?: "numeric" | "decimal";
	isCode?: boolean;
	/** Of a file. */
	accept?: string;
	/** To a form that was refused: what was typed, and what is wrong with it. */
	answer: FieldAnswer | undefined;
	/** Begins its id, where a page has more than one form. */
	idPrefix?: string;
}

/** Refusals that no rule of a field finds, and the field that they are about. */
const ABOUT: Record<string, string> = {
	imageTooLarge: "upload",
	imageUnreadable: "upload",
	demoHostRefused: "demoUrl",
};

/** One field of a form with its words, its hint and its fault. */
export function Field({
	name,
	label,
	hint,
	known,
	answer,
	rows,
	type = "text",
	inputMode,
	isCode,
	accept,
	maxLength,
	idPrefix = "field",
}: Props) {
	const { typed, fieldErrors, code = "", message } = answer ?? {};
	const id = `${idPrefix}-${name}`;
	const error = fieldErrors?.[name] ?? (ABOUT[code] === name ? message : undefined);
	const before = typed ? typed[name] : known;
	const common = {
		id,
		name,
		"aria-describedby": `${id}-hint ${id}-error`,
		"aria-invalid": error ? true : undefined,
		className: `field ${isCode ? "font-mono" : ""} ${rows || accept ? "py-2" : ""}`,
		...(accept === undefined && {
			defaultValue: typeof before === "string" || typeof before === "number" ? String(before) : "",
			maxLength,
		}),
	};
	return (
		<div className="grid content-start gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			{rows ? (
				<textarea {...common} rows={rows} spellCheck={!isCode} />
			) : (
				<input
					{...common}
					{...(accept ? { type: "file", accept } : { type })}
					inputMode={inputMode}
					autoComplete="off"
				/>
			)}
			<p id={`${id}-hint`} className="text-sm text-muted empty:hidden">
				{hint}
			</p>
			<p id={`${id}-error`} className="field-error empty:hidden">
				{error}
			</p>
		</div>
	);
}
