import { Link } from "@remix-run/react";
import { Cherry, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { Picture } from "~/pictures/picture";
import { PictureFields } from "~/pictures/picture-fields";
import { Field } from "~/ui/field";
import { type Bonus, MAX_LENGTH } from "../../model/hunt";
import { ManageForm, useManageForm } from "./manage-form";
import { useRowHeading } from "./use-row-heading";

interface Props {
	bonus: Bonus;
	/** The idempotency key of the form that removes the slot. */
	removeKey: string;
	language: Language;
}

/**
 * The form that replaces a slot's row, with the form that removes the slot. It keeps the values with which it was
 * opened.
 */
export function EditSlot({ bonus, removeKey, language }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ id, name, provider, image, bet, payout, preNote, revision }] = useState(bonus);
	const [idempotencyKey] = useState(removeKey);
	const { refused, isBusy } = useManageForm("edit-slot", id);
	const heading = useRowHeading(`edit-${id}`);
	const common = { answer: refused, idPrefix: "edit" };
	const sent = refused?.typed?.revision;
	return (
		<div className="grid gap-4 py-2">
			<h3 ref={heading} tabIndex={-1} className="text-xl font-bold break-words outline-none">
				{t("huntManage.editTitle", { name })}
			</h3>
			<ManageForm
				intent="edit-slot"
				bonusId={id}
				search={`?edit=${id}`}
				fields={{ revision: typeof sent === "string" ? sent : revision }}
				withFile
				guarded="address"
				className="grid gap-4"
			>
				<div className="grid gap-4 sm:grid-cols-2">
					<Field
						name="name"
						label={t("huntManage.name")}
						known={name}
						maxLength={MAX_LENGTH.name}
						{...common}
					/>
					<Field
						name="provider"
						label={t("huntManage.provider")}
						known={provider}
						maxLength={MAX_LENGTH.provider}
						{...common}
					/>
					<Field
						name="bet"
						label={t("huntManage.betLabel")}
						known={typedEuros(bet, language)}
						inputMode="decimal"
						{...common}
					/>
					<Field
						name="payout"
						label={t("huntManage.payout")}
						hint={t("huntManage.payoutHint")}
						known={payout === null ? undefined : typedEuros(payout, language)}
						inputMode="decimal"
						{...common}
					/>
					<div className="sm:col-span-2">
						<Field
							name="preNote"
							label={t("huntManage.preNote")}
							known={preNote}
							maxLength={MAX_LENGTH.preNote}
							{...common}
						/>
					</div>
					<div className="grid gap-4 sm:col-span-2">
						<PictureFields
							known={image}
							picture={image ? <Picture image={image} icon={Cherry} eager /> : undefined}
							{...common}
						/>
					</div>
				</div>
				<div className="flex flex-wrap gap-3">
					<button type="submit" className="button button-primary grow sm:grow-0 sm:px-8">
						{t(isBusy ? "huntManage.saving" : "huntManage.save")}
					</button>
					<Link to="/bonus-hunt/manage" preventScrollReset className="button grow sm:grow-0">
						{t("huntManage.cancel")}
					</Link>
				</div>
			</ManageForm>
			<ManageForm
				intent="remove-slot"
				bonusId={id}
				fields={{ idempotencyKey, revision }}
				search={`?edit=${id}`}
				className="border-t border-line pt-4"
			>
				<button type="submit" className="button text-bad">
					<Trash2 aria-hidden="true" className="size-5" />
					{t("huntManage.remove")}
				</button>
			</ManageForm>
		</div>
	);
}
