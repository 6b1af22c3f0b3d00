import { Link, useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useDialogFocus, useEscape } from "./dialog";

interface Props {
	title: string;
	closeLabel: string;
	/** The address under the dialog; its element `openerId` gets the focus back. */
	closeTo: string;
	openerId: string;
	/** Stands beside the title. */
	actions?: ReactNode;
	/** When another dialog covers this one, Escape and focus are that one's. */
	covered?: boolean;
	children: ReactNode;
}

/** A dialog that is an address: it fills the screen under the header and closes by a link, Escape too. */
export function FullScreenDialog({
	title,
	closeLabel,
	closeTo,
	openerId,
	actions,
	covered,
	children,
}: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const navigate = useNavigate();

	useDialogFocus(heading, openerId);
	useEscape(() => navigate(closeTo, { preventScrollReset: true }), covered);

	return (
		<div
			role="dialog"
			aria-labelledby="dialog-title"
			className="full-screen-dialog spotlight fixed inset-x-0 top-header bottom-0 z-30 overflow-y-auto overscroll-contain bg-bg"
			inert={covered ? "" : undefined}
		>
			<div className="mx-auto grid max-w-7xl gap-4 p-3 pb-10 sm:p-5">
				<div className="flex items-center gap-2">
					<h1
						ref={heading}
						id="dialog-title"
						tabIndex={-1}
						className="mr-auto text-2xl font-extrabold outline-none sm:text-3xl"
					>
						{title}
					</h1>
					{actions}
					<Link to={closeTo} preventScrollReset className="button button-icon" aria-label={closeLabel}>
						<X aria-hidden="true" className="size-5" />
					</Link>
				</div>
				{children}
			</div>
		</div>
	);
}
