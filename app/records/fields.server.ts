/** The fields of records: how a form shows a value, and how what is typed is parsed. */
import { z } from "zod";
import { fieldError, line, visibleText, webAddress, whole } from "~/forms/form-fields.schema";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import type { Config } from "~/lib/config.server";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { pictureAddress } from "~/pictures/pictures.schema";

/** How a form shows a field. */
export interface FieldInput {
	/** By default a line of text, or an area with `rows`. A picture also gets an upload. */
	as?: "picture" | "check" | "hidden";
	rows?: number;
	type?: "url" | "datetime-local";
	inputMode?: "numeric" | "decimal";
	maxLength?: number;
	isCode?: true;
}

type Schema = z.ZodType<unknown, z.ZodTypeDef, unknown>;

/** The stored values of a record by field. */
export type Values = Readonly<Record<string, unknown>>;

export interface Field {
	/** Parses the submitted text; its messages are error codes. */
	schema: Schema;
	input: FieldInput;
	/** Fields of a part of the width stand side by side. */
	width?: "half" | "third";
	/** The text in the form; by default the stored value. */
	shown?: (record: Values, language: Language, config: Config) => string;
	/** The text in the form of a new record. */
	proposed?: string;
	/** Parses the optional text in another language. */
	translation?: Schema;
	/** The value is not a column: a hook of the record uses it. */
	isInput?: true;
}

type More = Omit<Field, "schema" | "input" | "translation">;

interface TextOptions extends More {
	max: number;
	error: ErrorCode;
	/** Lines of the text area. */
	rows?: number;
	/** An empty text is stored as null. */
	nullable?: true;
	translated?: true;
}

/** A name or title: one line with a visible character. */
export const title = ({ max, error, translated, ...more }: Omit<TextOptions, "rows">): Field => ({
	schema: visibleText(max, error),
	input: { maxLength: max },
	...(translated && { translation: line(max, error).optional() }),
	...more,
});

/** An optional text, trimmed. */
export function text({ max, error, rows, nullable, translated, ...more }: TextOptions): Field {
	const typed = z.string().trim().max(max, fieldError(error));
	const orNull = typed.transform((value) => value || null).nullable();
	return {
		schema: nullable ? orNull.default(null) : typed.default(""),
		input: { maxLength: max, ...(rows && { rows }) },
		...(translated && { translation: typed.optional() }),
		...more,
	};
}

/** The address of another site. */
export const address = (error: ErrorCode): Field => ({
	schema: webAddress(error),
	input: { type: "url", maxLength: MAX_ADDRESS_LENGTH },
});

/** A picture: an address, the name of a file in the picture folder, or an upload, which replaces both. */
export const picture = (input: Pick<FieldInput, "type"> = {}): Field => ({
	schema: pictureAddress,
	input: { as: "picture", maxLength: MAX_ADDRESS_LENGTH, ...input },
});

/** A whole number of a range, both ends included. */
export const number = (
	error: ErrorCode,
	[least, most]: readonly [number, number],
	more: More = {},
): Field => ({
	schema: whole(error, least, most),
	input: { inputMode: "numeric" },
	...more,
});

/** A field that may be left empty, which is stored as null. */
export const optional = (field: Field): Field => ({
	...field,
	schema: field.schema.nullable().default(null),
});

/** A checkbox. */
export const check = (more: More = {}): Field => ({
	schema: z.boolean().default(false),
	input: { as: "check" },
	...more,
});
