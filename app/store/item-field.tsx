import { useTranslation } from "react-i18next";

export interface FieldAnswer {
	code?: string;
	fieldErrors?: Record<string, string>;
	typed?: Record<string, unknown>;
}

interface Props {
	name: string;
	label: string;
	hint?: string | undefined;
	/** What the item has. */
	known?: string | number | null | undefined;
	maxLength?: number;
	/** Of a text of several lines. */
	rows?: number;
	isNumber?: boolean;
	isCode?: boolean;
	/** Of a file. */
	accept?: string;
	/** To a form that was refused: what was typed, and what is wrong with it. */
	answer: FieldAnswer | undefined;
}

/** Refusals that no rule of a field finds, and the field that they are about. */
const ABOUT: Record<string, string> = { imageTooLarge: "upload", imageUnreadable: "upload" };

/** One of an item's fields with its words, its hint and its fault. */
export function Field({
	name,
	label,
	hint,
	known,
	answer,
	rows,
	isNumber,
	isCode,
	accept,
	maxLength,
}: Props) {
	const { t } = useTranslation();
	const { typed, fieldErrors, code } = answer ?? {};
	const id = `item-${name}`;
	const isFault = code !== undefined && ABOUT[code] === name;
	const error = fieldErrors?.[name] ?? (isFault ? t(`errors.${code as "imageUnreadable"}`) : undefined);
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
					{...(accept ? { type: "file", accept } : { type: "text" })}
					inputMode={isNumber ? "numeric" : undefined}
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
