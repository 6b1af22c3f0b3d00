import { Form } from "@remix-run/react";
import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { Refused } from "~/ui/refused";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { MAX_NOTE_LENGTH } from "./users";

interface Props {
	/** The fields that say to whom. */
	children: ReactNode;
	/** The values of the last form, if only a part of it was done. */
	known?: { amount: number; note: string } | undefined;
	idempotencyKey: string;
	canTake?: boolean;
	/** The answer to the last form; undefined if it was not refused. */
	refusal: FieldAnswer | undefined;
	/** What decides whether the form is open: see `useUnsavedChanges`. */
	bound: "address" | "page";
	/** Prefix of the elements' ids. */
	idPrefix: string;
}

/**
 * The form that gives points or takes them, with a reason. There is a button each, because the numeric keyboards of
 * telephones have no minus sign.
 */
export function GivingForm({
	children,
	known,
	idempotencyKey,
	canTake = true,
	refusal,
	bound,
	idPrefix,
}: Props) {
	const { t } = useTranslation();
	const form = useUnsavedChanges(refusal, bound);
	// Errors of fields are shown beside them.
	const isAboutFields = Object.keys(refusal?.fieldErrors ?? {}).length > 0;
	return (
		<Form ref={form} method="post" preventScrollReset noValidate className="grid content-start gap-3">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{children}
			<Field
				name="amount"
				label={t("points.amount")}
				inputMode="numeric"
				known={known?.amount}
				answer={refusal}
				idPrefix={idPrefix}
			/>
			<Field
				name="note"
				label={t("points.note")}
				hint={t("points.noteHint")}
				maxLength={MAX_NOTE_LENGTH}
				known={known?.note}
				answer={refusal}
				idPrefix={idPrefix}
			/>
			<Refused answer={!isAboutFields ? refusal : undefined} />
			<div className="flex flex-wrap gap-2">
				<button type="submit" name="direction" value="give" className="button button-primary">
					<Plus aria-hidden="true" className="size-5" />
					{t("points.give")}
				</button>
				{canTake ? (
					<button type="submit" name="direction" value="take" className="button">
						<Minus aria-hidden="true" className="size-5" />
						{t("points.take")}
					</button>
				) : null}
			</div>
		</Form>
	);
}
