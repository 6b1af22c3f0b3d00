import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "./refusal-text";

interface Props {
	/** The refusal to show. */
	refused: { code?: string; message?: string | undefined } | undefined;
	cancelTo: string;
	cancel: string;
	/** Label of the submit button. */
	save: string;
	busy: boolean;
	/** Placed before the two buttons. */
	children?: ReactNode;
}

/**
 * Ends the form of a dialog with the reason of a refusal and the buttons, which stay in view. `busy` marks the button as
 * disabled but does not prevent a submission: the form's `onSubmit` must.
 */
export function FormFoot({ refused, cancelTo, cancel, save, busy, children }: Props) {
	const { t } = useTranslation();
	return (
		<div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-line bg-surface px-5 py-3">
			<p role="alert" className="field-error text-base empty:hidden">
				{refused && refusalText(refused, t)}
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				{children}
				<Link to={cancelTo} preventScrollReset className="button grow sm:grow-0">
					{cancel}
				</Link>
				<button
					type="submit"
					aria-disabled={busy || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{save}
				</button>
			</div>
		</div>
	);
}
