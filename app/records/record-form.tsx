import { Form, Link, useNavigation } from "@remix-run/react";
import { Image, Trash2 } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import type { Translations } from "~/i18n/translations";
import { Picture } from "~/pictures/picture";
import { UploadField } from "~/pictures/picture-fields";
import { Field, type FieldAnswer } from "~/ui/field";
import { FormFoot } from "~/ui/form-foot";
import { TranslationFields } from "~/ui/translation-fields";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import type { FieldInput } from "./fields.server";

/** A field with its texts and its value in the viewer's language. */
export interface FormField extends FieldInput {
	name: string;
	label: string;
	hint?: string;
	placeholder?: string;
	/** Of a checkbox `on` or empty. */
	value: string;
	width?: "half" | "third" | undefined;
	isTranslated?: boolean;
}

interface RecordFormData {
	/** Undefined for a new record. */
	id?: string | undefined;
	/** Undefined for a form that may act twice. */
	idempotencyKey?: string | undefined;
	revision?: number | undefined;
	intro: string;
	fields: readonly FormField[];
	translations?: Translations | undefined;
	/** The stored picture. */
	picture?: string | undefined;
	removal?: { to: string; label: string } | undefined;
	/** `failed`, if any, replaces the reason of a failure that the browser has noticed. */
	texts: { save: string; saving: string; cancel: string; failed: string };
}

/** Arranges the fields of a record that has its own order. */
export type RecordFields = ComponentType<{
	/** Renders a field; also `upload`, and `translations` for all of them. */
	field(name: string): ReactNode;
	form: RecordFormData;
	answer: FieldAnswer | undefined;
}>;

interface Props {
	/** The address to which the form is posted. */
	action: string;
	/** The address of the page under the dialog, and its query string. */
	list: string;
	query: string;
	form: RecordFormData;
	/** By default the fields stand in their order, the translations last. */
	fields?: RecordFields | undefined;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

const WIDTHS = { half: "sm:col-span-3", third: "sm:col-span-2" } as const;

const InOrder: RecordFields = ({ field, form: { fields } }) => (
	<div className="grid gap-5 sm:grid-cols-6">
		{[...fields.map(({ name }) => name), "translations"].map((name) => {
			const { as, width } = fields.find((one) => one.name === name) ?? {};
			return (
				<div key={name} className={`grid gap-5 empty:hidden ${width ? WIDTHS[width] : "sm:col-span-6"}`}>
					{field(name)}
					{as === "picture" ? field("upload") : null}
				</div>
			);
		})}
	</div>
);

/** The form that adds or edits a record. It keeps the values with which it was opened, even if newer data is loaded. */
export function RecordForm({ action, list, query, fields: Fields = InOrder, answer, ...loaded }: Props) {
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ form }] = useState(loaded);
	const { fields, revision, intro, picture, removal, texts } = form;
	const refused = answer && !answer.ok ? answer : undefined;
	const element = useUnsavedChanges(refused);
	const busy = useNavigation().formAction === action;
	const translated = fields.filter(({ isTranslated }) => isTranslated);
	const field = (name: string): ReactNode => {
		if (name === "upload") {
			return (
				<UploadField
					picture={picture ? <Picture image={picture} icon={Image} eager /> : null}
					answer={refused}
				/>
			);
		}
		if (name === "translations") {
			return translated.length > 0 ? (
				<TranslationFields
					texts={translated.map(({ name, label, maxLength = 0, rows }) => ({
						...{ name, label, maxLength },
						...(rows && { rows }),
					}))}
					known={form.translations}
					answer={refused}
				/>
			) : null;
		}
		const shown = fields.find((one) => one.name === name);
		return shown && shown.as !== "hidden" ? <RecordField {...shown} answer={refused} /> : null;
	};
	const hidden = fields.filter(({ as }) => as === "hidden");
	return (
		<Form
			ref={element}
			method="post"
			action={action}
			encType="multipart/form-data"
			className="record-form grid gap-5"
			noValidate
			preventScrollReset
		>
			{form.idempotencyKey ? <input type="hidden" name="idempotencyKey" value={form.idempotencyKey} /> : null}
			{revision !== undefined ? (
				<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? revision)} />
			) : null}
			{hidden.map(({ name, value }) => (
				<input key={name} type="hidden" name={name} value={String(refused?.typed?.[name] ?? value)} />
			))}
			{intro ? <p className="text-muted">{intro}</p> : null}
			<Fields field={field} form={form} answer={refused} />
			<FormFoot
				refused={refused && { ...refused, message: refused.message ?? (texts.failed || undefined) }}
				cancelTo={list + query}
				cancel={texts.cancel}
				save={busy ? texts.saving : texts.save}
			>
				{removal ? (
					<Link
						to={removal.to + query}
						id={`delete-${form.id}`}
						preventScrollReset
						className="button mr-auto text-bad"
					>
						<Trash2 aria-hidden="true" className="size-4 shrink-0" />
						{removal.label}
					</Link>
				) : null}
			</FormFoot>
		</Form>
	);
}

function RecordField({
	as,
	value,
	width: _width,
	isTranslated: _isTranslated,
	answer,
	...field
}: FormField & { answer: FieldAnswer | undefined }) {
	if (as !== "check") return <Field {...field} known={value} answer={answer} />;
	const { name, label } = field;
	const isChecked = answer?.typed ? answer.typed[name] === "on" : value === "on";
	return (
		<label className="flex min-h-11 items-center gap-3 font-semibold">
			<input
				type="checkbox"
				id={`field-${name}`}
				name={name}
				defaultChecked={isChecked}
				className="size-5 shrink-0 accent-accent"
			/>
			{label}
		</label>
	);
}
