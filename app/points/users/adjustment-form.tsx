import { Form } from "@remix-run/react";
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { wholeNumberIn } from "~/lib/whole-number";
import type { FieldAnswer } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { isAmount } from "../amounts";
import { SignedPoints } from "../signed-points";
import type { UserRow } from "./user-table.queries.server";

interface Props {
	user: UserRow;
	idempotencyKey: string;
	/** The answer to the last form; undefined if it was not refused. */
	refusal: FieldAnswer | undefined;
	language: Language;
}

/** The form in a table row that replaces a user's balance; it displays the difference. */
export function AdjustmentForm({ user, idempotencyKey, refusal, language }: Props) {
	const { t } = useTranslation();
	const { id, username, points } = user;
	const typed = typeof refusal?.typed?.points === "string" ? refusal.typed.points : undefined;
	const [text, setText] = useState(typed ?? String(points));
	const form = useUnsavedChanges(refusal, "address");
	const field = useRef<HTMLInputElement>(null);
	// Takes over what was typed before hydration.
	useEffect(() => setText((known) => field.current?.value ?? known), []);
	const wanted = wholeNumberIn(text);
	const error = refusal && (refusal.fieldErrors?.points ?? refusalText(refusal, t));
	return (
		<Form ref={form} method="post" preventScrollReset noValidate className="grid content-start gap-1.5">
			<input type="hidden" name="intent" value="set" />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="userId" value={id} />
			<input type="hidden" name="shown" value={points} />
			<label htmlFor={`total-${id}`} className="font-semibold">
				{t("points.newTotal")}
			</label>
			<span className="flex items-center gap-2">
				<input
					ref={field}
					id={`total-${id}`}
					name="points"
					inputMode="numeric"
					autoComplete="off"
					defaultValue={typed ?? points}
					onChange={(event) => setText(event.target.value)}
					aria-label={t("points.newPointsOf", { name: username })}
					aria-describedby="adjustment-delta adjustment-error"
					{...faulty(error)}
					className="field max-w-36 font-bold tabular-nums"
				/>
				<button type="submit" className="button">
					<Check aria-hidden="true" className="size-5" />
					{t("points.save")}
				</button>
			</span>
			<span id="adjustment-delta" className="flex flex-wrap gap-x-2 text-sm text-muted" data-testid="delta">
				{t("points.nowIs", { points: formatPoints(points, language) })}
				{wanted !== undefined && isAmount(wanted) && wanted !== points ? (
					<SignedPoints delta={wanted - points} language={language} />
				) : null}
			</span>
			<span id="adjustment-error" role="alert" className="field-error empty:hidden">
				{error}
			</span>
		</Form>
	);
}
