import { Link, useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useDialogFocus, useEscape } from "./dialog";

interface Props {
	title: string;
	closeLabel: string;
	/** The address of the page under the dialog, whose element `openerId` gets the focus when the dialog closes. */
	closeTo: string;
	openerId: string;
	/** Placed beside the title. */
	actions?: ReactNode;
	/** Whether another dialog is open over this one, which is then inert and ignores Escape. */
	covered?: boolean;
	/** The content may use the whole width, with small margins. */
	fill?: boolean;
	children: ReactNode;
}

/** A dialog with its own address that fills the screen under the header. It closes by navigating to `closeTo`. */
export function FullScreenDialog({
	title,
	closeLabel,
	closeTo,
	openerId,
	actions,
	covered,
	fill = false,
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
			<div
				className={
					fill ? "game-fill grid grid-cols-1 gap-2 p-3 py-2" : "mx-auto grid max-w-7xl gap-4 p-3 pb-10 sm:p-5"
				}
			>
				<div className="flex items-center gap-2">
					<h1
						ref={heading}
						id="dialog-title"
						tabIndex={-1}
						className={`mr-auto font-extrabold outline-none ${fill ? "text-xl sm:text-2xl" : "text-2xl sm:text-3xl"}`}
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
