import { Form } from "@remix-run/react";
import { BadgePercent } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DECIMAL_SIGNS } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { Picture } from "~/pictures/picture";
import { PictureFields } from "~/pictures/picture-fields";
import { Field, type FieldAnswer } from "~/ui/field";
import { FormFoot } from "~/ui/form-foot";
import { TranslationFields } from "~/ui/translation-fields";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { MAX_LENGTH, type Promotion } from "./promotions";

interface Props {
	/** The address to which the form is posted. */
	action: string;
	promotion: Promotion;
	/** The complete address of its picture. */
	imageAddress: string;
	idempotencyKey: string;
	language: Language;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
}

/**
 * The form of a promotion; only title and claim address are required. It keeps the values with which it was opened,
 * even if newer data is loaded.
 */
export function PromotionForm({ action, language, answer, busy, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ promotion, imageAddress, idempotencyKey }] = useState(loaded);
	const { minDeposit, pat, image } = promotion;
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const fields = { answer: refused };
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	const text = (name: "title" | "cashback" | "welcomeBonus" | "promocode") => ({
		name,
		known: promotion[name],
		maxLength: MAX_LENGTH[name],
		...fields,
	});
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
			<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? promotion.revision)} />
			{promotion.isDraft ? <p className="text-muted">{t("promotions.draftText")}</p> : null}
			<Field label={t("promotions.titleLabel")} {...text("title")} />
			<div className="grid gap-5 sm:grid-cols-2">
				<Field label={t("promotions.bonus")} hint={t("promotions.bonusHint")} {...text("welcomeBonus")} />
				<Field label={t("promotions.code")} {...text("promocode")} />
			</div>
			<Field
				name="description"
				label={t("promotions.description")}
				hint={t("promotions.descriptionHint")}
				known={promotion.description}
				maxLength={MAX_LENGTH.description}
				rows={5}
				{...fields}
			/>
			<div className="grid gap-5 sm:grid-cols-3">
				<Field
					name="minDeposit"
					label={t("promotions.minDepositLabel")}
					known={minDeposit === null ? null : typedEuros(Math.round(minDeposit * 100), language)}
					inputMode="decimal"
					{...fields}
				/>
				<Field label={t("promotions.cashback")} {...text("cashback")} />
				<Field
					name="pat"
					label={t("promotions.patLabel")}
					known={pat === null ? null : String(pat).replace(".", DECIMAL_SIGNS[language])}
					inputMode="decimal"
					{...fields}
				/>
			</div>
			<Field
				name="claimUrl"
				label={t("promotions.claimUrl")}
				hint={t("promotions.claimUrlHint")}
				known={promotion.claimUrl}
				maxLength={MAX_ADDRESS_LENGTH}
				type="url"
				{...fields}
			/>
			<TranslationFields
				texts={[
					{ name: "title", label: t("promotions.titleLabel"), maxLength: MAX_LENGTH.title },
					{ name: "welcomeBonus", label: t("promotions.bonus"), maxLength: MAX_LENGTH.welcomeBonus },
					{
						name: "description",
						label: t("promotions.description"),
						maxLength: MAX_LENGTH.description,
						rows: 5,
					},
					{ name: "cashback", label: t("promotions.cashback"), maxLength: MAX_LENGTH.cashback },
				]}
				known={promotion.translations}
				{...fields}
			/>
			<PictureFields
				known={imageAddress}
				addressOnly
				picture={image ? <Picture image={image} icon={BadgePercent} className="aspect-video" eager /> : null}
				{...fields}
			/>
			<FormFoot
				refused={refused}
				cancelTo="/promotions"
				cancel={t("promotions.cancel")}
				save={t(busy ? "promotions.saving" : promotion.isDraft ? "promotions.publish" : "promotions.save")}
				busy={busy}
			/>
		</Form>
	);
}
