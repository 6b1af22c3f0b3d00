import { Link, useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { focusFirstFaulty, focusNamed, focusNear, isFocusLost, trailOf } from "../focus";

interface Props {
	title: string;
	closeLabel: string;
	/** The address of the page under the dialog, whose element `openerId` gets the focus when the dialog closes. */
	closeTo: string;
	openerId: string;
	children: ReactNode;
}

/**
 * A modal dialog with its own address, which closes by navigating to `closeTo`. The shell and `PageUnderDialog` make
 * everything outside it inert.
 */
export function Dialog({ title, closeLabel, closeTo, openerId, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const navigate = useNavigate();
	useDialogFocus(heading, openerId);
	useEscape(() => navigate(closeTo, { preventScrollReset: true }));

	return (
		<div className="fixed inset-0 z-[55] grid place-items-center p-3 pt-[calc(var(--spacing-header)+0.75rem)]">
			<Link
				to={closeTo}
				preventScrollReset
				aria-hidden="true"
				tabIndex={-1}
				className="absolute inset-0 cursor-default bg-black/60"
			/>
			<div
				role="dialog"
				aria-modal="true"
				aria-labelledby="dialog-over-title"
				className="panel relative max-h-full w-full max-w-2xl overflow-y-auto overscroll-contain p-0"
			>
				<div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-5 py-3">
					<h2
						ref={heading}
						id="dialog-over-title"
						tabIndex={-1}
						className="mr-auto text-2xl font-bold outline-none"
					>
						{title}
					</h2>
					<Link to={closeTo} preventScrollReset className="button button-icon" aria-label={closeLabel}>
						<X aria-hidden="true" className="size-5" />
					</Link>
				</div>
				<div className="p-5">{children}</div>
			</div>
		</div>
	);
}

/**
 * Moves the focus to the first field with an error or to `heading` when a dialog is mounted. When it is unmounted, moves
 * it to the element that the address names, to the element `openerId` or, if that is gone, near to where it was.
 */
export function useDialogFocus(heading: React.RefObject<HTMLElement>, openerId: string) {
	useEffect(() => {
		const dialog = heading.current?.closest("[role=dialog]");
		const opener = { ...trailOf(document.getElementById(openerId)), id: openerId };
		if (!dialog || !focusFirstFaulty(dialog)) heading.current?.focus({ preventScroll: true });
		// The page under the dialog is inert until the next frame.
		return () =>
			void requestAnimationFrame(() => {
				const found = document.getElementById(openerId);
				if (focusNamed()) return;
				if (found) found.focus();
				else if (isFocusLost()) focusNear(opener);
			});
	}, [heading, openerId]);
}

/** Calls `close` on Escape, unless `disabled` or another layer is open: Escape closes the uppermost layer only. */
export function useEscape(close: () => void, disabled = false) {
	const latest = useRef(close);
	useEffect(() => {
		latest.current = close;
	});
	useEffect(() => {
		if (disabled) return;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key === "Escape" && !document.querySelector(":is(:popover-open, dialog:modal)"))
				latest.current();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [disabled]);
}
