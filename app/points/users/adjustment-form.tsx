import { Form, Link, useNavigate, useNavigation } from "@remix-run/react";
import { Check, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { wholeNumberIn } from "~/lib/whole-number";
import { useEscape } from "~/ui/dialog/dialog";
import { faulty } from "~/ui/focus";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { isAmount } from "../amounts";
import { SignedPoints } from "../signed-points";
import type { UserLine } from "./users";

/** The action data of a refused adjustment. */
export interface AdjustmentRefusal {
	code?: string;
	message?: string;
	fieldErrors?: Record<string, string>;
	typed?: Record<string, unknown>;
}

interface Props {
	user: UserLine;
	idempotencyKey: string;
	/** The answer to the last form; undefined if it was not refused. */
	refusal: AdjustmentRefusal | undefined;
	cancelTo: string;
	language: Language;
}

/**
 * The form in a table row that replaces a user's balance; it displays the difference. Escape navigates to `cancelTo`.
 */
export function AdjustmentForm({ user, idempotencyKey, refusal, cancelTo, language }: Props) {
	const { t } = useTranslation();
	const { id, username, points } = user;
	const typed = typeof refusal?.typed?.points === "string" ? refusal.typed.points : undefined;
	const [text, setText] = useState(typed ?? String(points));
	const form = useUnsavedChanges(refusal, "address");
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const isBusy = useNavigation().state === "submitting";
	useFocus(field, `edit-${id}`);
	// Takes over what was typed before hydration.
	useEffect(() => setText((known) => field.current?.value ?? known), []);
	useEscape(() => navigate(cancelTo, { preventScrollReset: true }));
	const wanted = wholeNumberIn(text);
	const error = refusal && (refusal.fieldErrors?.points ?? refusalText(refusal, t));
	return (
		<Form
			ref={form}
			method="post"
			preventScrollReset
			noValidate
			className="grid gap-2"
			onSubmit={(event: FormEvent) => {
				if (isBusy) event.preventDefault();
			}}
		>
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="userId" value={id} />
			<input type="hidden" name="shown" value={points} />
			<span className="flex items-center gap-2">
				<input
					ref={field}
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
				<button
					type="submit"
					aria-disabled={isBusy || undefined}
					className="button button-primary button-icon"
					aria-label={t("points.save")}
					title={t("points.save")}
				>
					<Check aria-hidden="true" className="size-5" />
				</button>
				<Link
					to={cancelTo}
					preventScrollReset
					className="button button-icon"
					aria-label={t("points.cancel")}
					title={t("points.cancel")}
				>
					<X aria-hidden="true" className="size-5" />
				</Link>
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

/** Focuses the field when it appears, and its opener when it disappears. */
function useFocus(field: React.RefObject<HTMLInputElement>, openerId: string) {
	useEffect(() => {
		const input = field.current;
		input?.focus({ preventScroll: true });
		if (input?.value === input?.defaultValue) input?.select();
		return () => void requestAnimationFrame(() => document.getElementById(openerId)?.focus());
	}, [field, openerId]);
}
