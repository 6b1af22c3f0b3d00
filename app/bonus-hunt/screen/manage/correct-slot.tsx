import { Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { Correctable } from "../../model/past.server";
import { useRowHeading } from "./use-row-heading";

export interface CorrectionAnswer extends FieldAnswer {
	ok: boolean;
}

interface Props {
	huntId: string;
	name: string;
	slot: Correctable;
	/** Answer to a refused correction. */
	answer: CorrectionAnswer | undefined;
	language: Language;
}

/** The form that replaces the row of a finished hunt's slot to correct its payout. */
export function CorrectSlot({ huntId, name, slot, answer, language }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's correction.
	const [{ id, payout, revision }] = useState(slot);
	const isBusy = useNavigation().state === "submitting";
	const heading = useRowHeading(`correct-${id}`);
	const refused = answer && !answer.ok ? answer : undefined;
	const page = `/bonus-hunt/past/${huntId}`;
	// Without scripts a refusal renders the page with the current revision; the form keeps the one that was
	// sent.
	const sent = refused?.typed?.revision;
	return (
		<PostForm
			action={`${page}?edit=${id}`}
			replace
			fields={{ intent: "payout", bonusId: id, revision: typeof sent === "string" ? sent : revision }}
			className="grid gap-4 py-2"
			data-testid="form-payout"
		>
			<h3 ref={heading} tabIndex={-1} className="text-xl font-bold break-words outline-none">
				{t("hunt.pastHunts.correct", { name })}
			</h3>
			<div className="max-w-64">
				<Field
					name="payout"
					label={t("hunt.pastHunts.payout")}
					hint={t("hunt.pastHunts.correctText")}
					known={payout === null ? undefined : typedEuros(payout, language)}
					inputMode="decimal"
					answer={refused}
					idPrefix="correct"
				/>
			</div>
			<Refused answer={refused?.fieldErrors?.payout ? undefined : refused} />
			<div className="flex flex-wrap gap-3">
				<button type="submit" className="button button-primary grow sm:grow-0 sm:px-8">
					{t(isBusy ? "hunt.pastHunts.saving" : "hunt.pastHunts.save")}
				</button>
				<Link to={page} preventScrollReset className="button grow sm:grow-0">
					{t("hunt.pastHunts.cancel")}
				</Link>
			</div>
		</PostForm>
	);
}
