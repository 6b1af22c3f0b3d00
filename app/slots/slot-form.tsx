import { Form, Link } from "@remix-run/react";
import { Cherry, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { Picture } from "~/pictures/picture";
import { PictureFields } from "~/pictures/picture-fields";
import { Field, type FieldAnswer } from "~/ui/field";
import { FormFoot } from "~/ui/form-foot";
import { TranslationFields } from "~/ui/translation-fields";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { MAX_LENGTH, type Slot } from "./slots";

interface Props {
	/** The address to which the form is posted. */
	action: string;
	/** The edited slot; undefined for a new one. */
	slot: Slot | undefined;
	idempotencyKey: string;
	/** The hosts that demos may be embedded from. */
	hosts: readonly string[];
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
	/** The query string of the list under the dialog. */
	query: string;
}

/** The form that adds or edits a slot. It keeps the values with which it was opened, even if newer data is loaded. */
export function SlotForm({ action, hosts, answer, busy, query, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ slot, idempotencyKey }] = useState(loaded);
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const fields = { answer: refused };
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	return (
		<Form
			ref={form}
			method="post"
			action={action}
			encType="multipart/form-data"
			onSubmit={once}
			className="grid gap-5"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{slot ? (
				<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? slot.revision)} />
			) : null}
			<Field name="name" label={t("slots.name")} known={slot?.name} maxLength={MAX_LENGTH.name} {...fields} />
			<Field
				name="provider"
				label={t("slots.provider")}
				known={slot ? slot.provider : "Pragmatic Play"}
				maxLength={MAX_LENGTH.provider}
				{...fields}
			/>
			<PictureFields
				known={slot?.image}
				picture={slot?.image ? <Picture image={slot.image} icon={Cherry} eager /> : null}
				{...fields}
			/>
			<Field
				name="description"
				label={t("slots.description")}
				known={slot?.description}
				maxLength={MAX_LENGTH.description}
				rows={3}
				{...fields}
			/>
			<TranslationFields
				texts={[
					{
						name: "description",
						label: t("slots.description"),
						maxLength: MAX_LENGTH.description,
						rows: 3,
					},
				]}
				known={slot?.translations}
				{...fields}
			/>
			<Field
				name="demoUrl"
				label={t("slots.demoUrl")}
				hint={t("slots.demoUrlHint", { hosts: hosts.join(", ") })}
				known={slot?.demoUrl}
				maxLength={MAX_ADDRESS_LENGTH}
				type="url"
				{...fields}
			/>
			<FormFoot
				refused={refused}
				cancelTo={`/slots${query}`}
				cancel={t("slots.cancel")}
				save={t(busy ? "slots.saving" : "slots.save")}
				busy={busy}
			>
				{slot ? (
					<Link
						to={`/slots/${slot.id}/delete${query}`}
						id={`delete-${slot.id}`}
						preventScrollReset
						className="button mr-auto text-bad"
					>
						<Trash2 aria-hidden="true" className="size-4 shrink-0" />
						{t("slots.delete")}
					</Link>
				) : null}
			</FormFoot>
		</Form>
	);
}
