import { faulty } from "./focus";

/** The properties of a `Refusal` that the fields of a form use. An accepted answer has none of them. */
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
	/** An example, shown while the field is empty. */
	placeholder?: string | undefined;
	/** The stored value, shown until a refused form returns what was typed. */
	known?: string | number | null | undefined;
	maxLength?: number;
	/** Renders a text area with this number of lines. */
	rows?: number;
	type?: "text" | "url" | "email" | "datetime-local" | "date" | "password";
	/** The id of a `datalist` with suggestions. */
	list?: string;
	inputMode?: "numeric" | "decimal";
	/** Renders the value in a monospaced font. */
	isCode?: boolean;
	/** The answer to the form; undefined before it is sent. */
	answer: FieldAnswer | undefined;
	/** Prefix of the element's id; must differ between the forms of a page. */
	idPrefix?: string;
}

/** The fields of errors that the use case finds instead of the schema. */
const FIELD_OF_ERROR: Record<string, string> = {
	imageTooLarge: "upload",
	imageUnreadable: "upload",
	picturesAway: "upload",
	demoHostRefused: "demoUrl",
	stockInvalid: "stock",
	tournamentTimesInvalid: "closesAt",
	raffleClosesInvalid: "closesAt",
	rafflePrizeUnknown: "prizes",
	tokenPointsInvalid: "dailyPoints",
};

/** Returns the message of a field's error; undefined without one. */
export const errorOf = (
	name: string,
	{ fieldErrors, code = "", message }: FieldAnswer = {},
): string | undefined => fieldErrors?.[name] ?? (FIELD_OF_ERROR[code] === name ? message : undefined);

/** A labelled, uncontrolled field of a form, with its hint and error. */
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
	maxLength,
	placeholder,
	list,
	idPrefix = "field",
}: Props) {
	const typed = answer?.typed;
	const id = `${idPrefix}-${name}`;
	const error = errorOf(name, answer);
	const before = typed ? typed[name] : known;
	const common = {
		id,
		name,
		"aria-describedby": `${id}-hint ${id}-error`,
		...faulty(error),
		className: `field ${isCode ? "font-mono" : ""} ${rows ? "py-2" : ""}`,
		defaultValue: typeof before === "string" || typeof before === "number" ? String(before) : "",
		maxLength,
		placeholder,
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
					type={type}
					inputMode={inputMode}
					list={list}
					autoComplete={type === "password" ? "new-password" : "off"}
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
