/** A record is what admins list, add, edit and delete: see `defineRecord`. */
import type { Trx } from "db/database";
import type { Database } from "db/schema";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Fields as LogFields } from "~/change-log/admin-changes.server";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import type { RecordTexts } from "~/i18n/messages";
import type { Translations } from "~/i18n/translations";
import type { Config } from "~/lib/config.server";
import type { Right } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { pictureUpload } from "~/pictures/pictures.schema";
import type { Field, Values } from "./fields.server";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** The tables of records. A column `translations` has the texts in other languages; `status` and `is_draft`: see below. */
export type RecordTable = {
	[Table in keyof Database]: Row<Table> extends { id: string; revision: number; updated_at: string }
		? Table
		: never;
}[keyof Database];

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
	? `${First}${Capitalize<Camel<Rest>>}`
	: Name;

/** A row in the names of the code: `demo_url` is `demoUrl`, a column `is_…` or `has_…` is a boolean. */
export type RecordOf<Table extends keyof Database> = {
	[Name in keyof Row<Table> & string as Name extends "updated_at" ? never : Camel<Name>]: Name extends
		| `is_${string}`
		| `has_${string}`
		? boolean
		: Name extends "translations"
			? Translations
			: Row<Table>[Name];
};

interface Declaration<Table extends RecordTable, Inputs, Needs extends keyof Site> {
	table: Table;
	/** The namespace of its texts in `record`. Its actions in the change log begin with it too, such as `slots.edit`. */
	texts: RecordTexts;
	/** The right of moderators who may edit them; without one they are for admins only. */
	right?: Right;
	/** The path of the page that lists the records. */
	list: string;
	/** The path of its dialogs `/new`, `/:id/edit` and `/:id/delete` or `/:id/disable`. */
	path: string;
	/** A disabled record stays in the table with the status `disabled`; the next save makes it `active`. */
	removal: "delete" | "disable";
	/** Where the link to the removal is. */
	removedFrom: "form" | "card";
	/** The order of lists: columns, `-` for the highest first. */
	order: readonly string[];
	/** In the order of the form. The names of columns follow from theirs. */
	fields: Readonly<Record<string, Field>>;
	/** The name of a record in dialogs and in the change log. */
	nameOf(record: RecordOf<Table>): string;
	/** Values for the placeholders of its texts. */
	placeholders?(config: Config): Record<string, string>;
	/** Checks a form as a whole. @throws {DomainError} */
	check?(form: RecordOf<Table> & Inputs, config: Config): void;
	/** Reads from services what `store` needs beside the form, before the transaction. */
	prepare?(site: Pick<Site, Needs>): Promise<Partial<Inputs>>;
	/**
	 * Stores what the form says beside the fields. Must call `write`, which inserts or updates the row, with further
	 * columns of it; awaits nothing but the database.
	 * @returns further fields of the change-log entry.
	 * @throws {DomainError}
	 */
	store?(
		trx: Trx,
		change: {
			id: string;
			/** Undefined for a new record. */
			before: RecordOf<Table> | undefined;
			form: RecordOf<Table> & Inputs;
			config: Config;
			/** ISO 8601. */
			at: string;
			/** The user id of who saves it. */
			actor: string;
		},
		write: (columns?: Partial<Row<Table>>) => Promise<undefined>,
	): Promise<LogFields | undefined>;
	/** Removes what belongs to a record that is removed next. @throws {DomainError} to refuse that. */
	removed?(trx: Trx, id: string): Promise<void>;
	/** Called after the commit of a change. */
	changed?(site: Pick<Site, Needs>): void;
}

/** A declaration of any table. */
export type RecordType<Needs extends keyof Site = never> = Declaration<RecordTable, unknown, Needs>;

/** What all records have. */
export interface AnyRecord extends Values {
	id: string;
	/** Increases by one with each edit. */
	revision: number;
	translations?: Translations;
	/** With `disable`. */
	status?: string;
	/** A draft is not in the change log, and its first save publishes it. */
	isDraft?: boolean;
}

/**
 * Declares a record. `app/site/records.server.ts` lists all of them; `routes/record.tsx` and `routes/record.removal.tsx`
 * are their dialogs.
 */
export const defineRecord = <
	Table extends RecordTable,
	/** The values of fields that are no columns. */
	Inputs = unknown,
	/** The services that `changed` needs. */
	Needs extends keyof Site = never,
>(
	declaration: Declaration<Table, Inputs, Needs>,
) => declaration;

const revision = z.number(fieldError("pageExpired")).int(fieldError("pageExpired"));

/** The names of the fields that have columns. */
export const storedFields = ({ fields }: Pick<RecordType, "fields">): string[] =>
	Object.keys(fields).filter((name) => !fields[name]?.isInput);

/** The name of the field that holds the picture; undefined without one. */
export const pictureOf = ({ fields }: Pick<RecordType, "fields">): string | undefined =>
	Object.keys(fields).find((name) => fields[name]?.input.as === "picture");

/** The fields that can be translated, with the schemas of the translations. */
const translatedFields = ({ fields }: Pick<RecordType, "fields">) =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, { translation }]) => (translation ? [[name, translation]] : [])),
	);

/** The form of a record, new or edited. */
export function schemaOf(record: Pick<RecordType, "fields">) {
	const translated = translatedFields(record);
	return z
		.object({
			idempotencyKey,
			/** The revision of the edited record when the form was opened; missing for a new one. */
			revision: revision.optional(),
			...(pictureOf(record) && { upload: pictureUpload }),
			...Object.fromEntries(Object.entries(record.fields).map(([name, { schema }]) => [name, schema])),
			...translationFields(translated as Record<string, z.ZodType<string | undefined>>),
		})
		.transform((form) => gatherTranslations(...Object.keys(translated))(form) as unknown as RecordForm);
}

/** A parsed form of a record. */
export type RecordForm = Values & {
	idempotencyKey: string;
	revision?: number | undefined;
	upload?: File | undefined;
	translations: Translations;
};

/** The form that removes a record, with the revision that it displayed. */
export const removalSchema = z.object({ revision });
