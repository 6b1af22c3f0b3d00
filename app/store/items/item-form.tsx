import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { UploadField } from "~/pictures/picture-fields";
import { errorOf, Field, type FieldAnswer } from "~/ui/field";
import { FormFoot } from "~/ui/form-foot";
import { TranslationFields } from "~/ui/translation-fields";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { ItemPicture } from "./item-picture";
import { type Item, MAX_LENGTH } from "./items";

interface Props {
	/** The address to which the form is posted. */
	action: string;
	/** The edited item; undefined for a new one. */
	item: Item | undefined;
	idempotencyKey: string;
	language: Language;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
	/** The query string of the list under the dialog. */
	query: string;
}

/** The fields in view: those that every item has, and the hidden ones. */
const FIRST = new Set(
	["name", "image", "description", "stock", "price"].concat("idempotencyKey", "revision", "stockShown"),
);

/** Whether the item has a value in a field behind "More". */
const hasMore = (item: Item | undefined): boolean =>
	item !== undefined &&
	(item.hasCodes ||
		[item.viewerLimit, item.cooldownHours, item.question].some((value) => value !== null) ||
		Object.keys(item.translations).length > 0);

/** Whether a field behind "More" was filled in or refused. */
const isMoreTyped = (refused: FieldAnswer | undefined): boolean =>
	errorOf("upload", refused) !== undefined ||
	Object.entries({ ...refused?.typed, ...refused?.fieldErrors }).some(
		([name, value]) => value && !FIRST.has(name),
	);

/**
 * The form that adds or edits an item: the five fields that every item has, and the others behind "More". It keeps the item and the key with which it was opened, even if newer data is
 * loaded.
 */
export function ItemForm({ action, language, answer, busy, query, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ item, idempotencyKey }] = useState(loaded);
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const fields = { answer: refused };
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	const isChecked = (name: string, otherwise: boolean) =>
		refused?.typed ? refused.typed[name] === "on" : otherwise;
	const sent = (name: "revision" | "stockShown", known: number) => String(refused?.typed?.[name] ?? known);
	const save = item?.status === "disabled" ? "store.saveBack" : "store.save";
	return (
		<Form
			ref={form}
			method="post"
			action={action}
			encType="multipart/form-data"
			onSubmit={once}
			className="item-form grid gap-6"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{item ? <input type="hidden" name="revision" value={sent("revision", item.revision)} /> : null}
			{item ? <input type="hidden" name="stockShown" value={sent("stockShown", item.stock)} /> : null}
			<Field name="name" label={t("store.name")} known={item?.name} maxLength={MAX_LENGTH.name} {...fields} />
			<Field
				name="image"
				label={t("pictures.imageUrl")}
				hint={t("pictures.imageHint")}
				known={item?.image}
				maxLength={MAX_ADDRESS_LENGTH}
				{...fields}
			/>
			<Field
				name="description"
				label={t("store.description")}
				known={item?.description}
				maxLength={MAX_LENGTH.description}
				rows={3}
				{...fields}
			/>
			<div className="grid gap-4 sm:grid-cols-2">
				<div className="without-codes">
					<Field
						name="stock"
						label={t("store.stockLabel")}
						hint={item && t("store.stockHint")}
						known={item?.stock ?? (item ? undefined : 1)}
						inputMode="numeric"
						{...fields}
					/>
				</div>
				<Field
					name="price"
					label={t("store.priceLabel")}
					known={item?.price}
					inputMode="numeric"
					{...fields}
				/>
			</div>
			<details open={hasMore(item) || isMoreTyped(refused)} className="border-t border-line pt-2">
				<summary className="link flex min-h-11 w-fit items-center font-semibold">{t("store.more")}</summary>
				<div className="grid gap-6 pt-2">
					<UploadField picture={item?.image ? <ItemPicture image={item.image} eager /> : null} {...fields} />
					<TranslationFields
						texts={[
							{ name: "name", label: t("store.name"), maxLength: MAX_LENGTH.name },
							{
								name: "description",
								label: t("store.description"),
								maxLength: MAX_LENGTH.description,
								rows: 3,
							},
							{ name: "question", label: t("store.question"), maxLength: MAX_LENGTH.question },
						]}
						known={item?.translations}
						{...fields}
					/>
					<Group title={t("store.codesTitle")}>
						<Check
							name="hasCodes"
							label={t("store.hasCodes")}
							checked={isChecked("hasCodes", item?.hasCodes ?? false)}
						/>
						<div className="with-codes">
							<div className="grid gap-4 rounded-2xl bg-raised p-4">
								{item?.hasCodes ? (
									<>
										<p className="tabular-nums">
											{t("store.codesFree", { free: formatPoints(item.stock, language) })}
										</p>
										<Check
											name="withdrawCodes"
											label={t("store.withdrawCodes")}
											checked={isChecked("withdrawCodes", false)}
										/>
									</>
								) : null}
								<Field
									name="codes"
									label={t("store.codesLabel")}
									hint={t("store.codesHint")}
									rows={4}
									isCode
									{...fields}
								/>
							</div>
						</div>
					</Group>
					<Group title={t("store.rules")}>
						<div className="grid gap-4 sm:grid-cols-2">
							<Field
								name="viewerLimit"
								label={t("store.viewerLimit")}
								hint={t("store.viewerLimitHint")}
								known={item?.viewerLimit}
								inputMode="numeric"
								{...fields}
							/>
							<Field
								name="cooldownHours"
								label={t("store.cooldownHours")}
								known={item?.cooldownHours}
								inputMode="numeric"
								{...fields}
							/>
						</div>
						<Field
							name="question"
							label={t("store.question")}
							hint={t("store.questionHint")}
							known={item?.question}
							maxLength={MAX_LENGTH.question}
							{...fields}
						/>
					</Group>
				</div>
			</details>
			<FormFoot
				refused={refused}
				cancelTo={`/store${query}`}
				cancel={t("store.cancel")}
				save={t(busy ? "store.saving" : save)}
				busy={busy}
			/>
		</Form>
	);
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
	<fieldset className="grid gap-4 border-t border-line pt-4">
		<legend className="float-left w-full font-display text-lg font-bold">{title}</legend>
		{children}
	</fieldset>
);

const Check = ({ name, label, checked }: { name: string; label: string; checked: boolean }) => (
	<label className="flex min-h-11 items-center gap-3 font-semibold">
		<input
			type="checkbox"
			id={name === "hasCodes" ? "item-has-codes" : `item-${name}`}
			name={name}
			defaultChecked={checked}
			className="size-5 shrink-0 accent-accent"
		/>
		{label}
	</label>
);
