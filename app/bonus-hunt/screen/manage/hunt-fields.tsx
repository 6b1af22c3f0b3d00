import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { Field } from "~/ui/field";
import { TranslationFields } from "~/ui/translation-fields";
import { type Hunt, MAX_LENGTH } from "../../model/hunt";
import type { ManageAnswer } from "./manage-form";

interface Props {
	/** The current values; money is cents. */
	known: Partial<Pick<Hunt, "startCost" | "stopLoss">> &
		Pick<Hunt, "title"> &
		Partial<Pick<Hunt, "translations">>;
	answer: ManageAnswer | undefined;
	language: Language;
}

/** The input fields title, start cost and stop loss. */
export function HuntFields({ known, answer, language }: Props) {
	const { t } = useTranslation();
	const money = (cents: number | undefined) => (cents ? typedEuros(cents, language) : undefined);
	const common = { answer, idPrefix: "hunt" };
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<div className="sm:col-span-2">
				<Field
					name="title"
					label={t("huntManage.huntTitle")}
					known={known.title}
					maxLength={MAX_LENGTH.title}
					{...common}
				/>
			</div>
			<div className="sm:col-span-2">
				<TranslationFields
					texts={[{ name: "title", label: t("huntManage.huntTitle"), maxLength: MAX_LENGTH.title }]}
					known={known.translations}
					{...common}
				/>
			</div>
			<Field
				name="startCost"
				label={t("huntManage.startCost")}
				hint={t("huntManage.startCostHint")}
				known={known.startCost === 0 ? typedEuros(0, language) : money(known.startCost)}
				inputMode="decimal"
				{...common}
			/>
			<Field
				name="stopLoss"
				label={t("huntManage.stopLoss")}
				hint={t("huntManage.stopLossHint")}
				known={money(known.stopLoss)}
				inputMode="decimal"
				{...common}
			/>
		</div>
	);
}
