import { Link, useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { useEscape } from "~/ui/dialog/dialog";
import type { FieldAnswer } from "~/ui/field";
import { AdjustmentForm } from "./adjustment-form";
import { GivingForm } from "./giving-form";
import type { UserRow } from "./user-table.queries.server";

interface Props {
	user: UserRow;
	idempotencyKey: string;
	/** The answer to the last form of the row; undefined if it was not refused. */
	refusal: FieldAnswer | undefined;
	cancelTo: string;
	language: Language;
}

/** The forms of a table row: to give a user points or take them, and to set the total. Escape navigates to `cancelTo`. */
export function RowForms({ user, idempotencyKey, refusal, cancelTo, language }: Props) {
	const { t } = useTranslation();
	const { id, username, points } = user;
	const navigate = useNavigate();
	const forms = useRef<HTMLDivElement>(null);
	useEscape(() => navigate(cancelTo, { preventScrollReset: true }));
	// Focuses the first field when the forms appear, and their opener when they disappear.
	useEffect(() => {
		forms.current?.querySelector<HTMLInputElement>("input[name=amount]")?.focus({ preventScroll: true });
		return () => void requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
	}, [id]);
	const isGiving = refusal?.typed?.intent === "give";
	return (
		<div ref={forms} className="grid gap-4 sm:grid-cols-2" data-testid="row-forms">
			<GivingForm
				idempotencyKey={idempotencyKey}
				refusal={isGiving ? refusal : undefined}
				bound="address"
				idPrefix={`give-${id}`}
			>
				<input type="hidden" name="intent" value="give" />
				<input type="hidden" name="userId" value={id} />
				<p className="sr-only">{t("points.givingOf", { name: username })}</p>
			</GivingForm>
			<div className="grid content-between gap-4">
				<AdjustmentForm
					// A new element for another balance, such as after a refusal.
					key={points}
					user={user}
					idempotencyKey={idempotencyKey}
					refusal={isGiving ? undefined : refusal}
					language={language}
				/>
				<Link to={cancelTo} preventScrollReset className="button justify-self-end">
					<X aria-hidden="true" className="size-5" />
					{t("points.cancel")}
				</Link>
			</div>
		</div>
	);
}
