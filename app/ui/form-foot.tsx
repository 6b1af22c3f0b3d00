import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Refused } from "~/ui/refused";

interface Props {
	/** The refusal to show. */
	refused: { code?: string; message?: string | undefined } | undefined;
	cancelTo: string;
	cancel: string;
	/** Label of the submit button. */
	save: string;
	/** Placed before the two buttons. */
	children?: ReactNode;
}

/** Ends the form of a dialog with the reason of a refusal and the buttons, which stay in view. */
export function FormFoot({ refused, cancelTo, cancel, save, children }: Props) {
	return (
		<div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-line bg-surface px-5 py-3">
			<Refused answer={refused} />
			<div className="flex flex-wrap justify-end gap-3">
				{children}
				<Link to={cancelTo} preventScrollReset className="button grow sm:grow-0">
					{cancel}
				</Link>
				<button type="submit" className="button button-primary grow sm:grow-0 sm:px-8">
					{save}
				</button>
			</div>
		</div>
	);
}
