import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { hasUnsavedChanges } from "./guarded-forms";

/** Asks before a navigation or the closing of the tab loses changes in a guarded form. */
export function UnsavedQuestion() {
	const isSubmitting = useRef(false);
	useEffect(() => {
		// Posting a form to its own page leaves nothing; a search changes the address. The navigation starts before the
		// timer.
		const onSubmit = ({ target }: Event) => {
			if (!(target instanceof HTMLFormElement) || target.method === "get") return;
			const action = new URL(target.getAttribute("action") ?? "", location.href);
			if (action.pathname !== location.pathname) return;
			isSubmitting.current = true;
			setTimeout(() => {
				isSubmitting.current = false;
			});
		};
		document.addEventListener("submit", onSubmit, true);
		return () => document.removeEventListener("submit", onSubmit, true);
	}, []);
	useBeforeUnload(
		useCallback((event) => {
			if (!isSubmitting.current && hasUnsavedChanges("page")) event.preventDefault();
		}, []),
	);
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		if (isSubmitting.current) return false;
		if (currentLocation.pathname !== nextLocation.pathname) return hasUnsavedChanges("page");
		return currentLocation.search !== nextLocation.search && hasUnsavedChanges("address");
	});
	return blocker.state === "blocked" ? <Question onStay={blocker.reset} onLeave={blocker.proceed} /> : null;
}

function Question({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
	const { t } = useTranslation();
	const dialog = useRef<HTMLDialogElement>(null);
	const stay = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const { current } = dialog;
		current?.showModal();
		// The answer that loses nothing.
		stay.current?.focus();
		// Closing it returns the focus.
		return () => current?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			aria-labelledby="unsaved-title"
			aria-describedby="unsaved-text"
			onCancel={(event) => {
				event.preventDefault();
				onStay();
			}}
			className="panel m-auto w-[calc(100%-1.5rem)] max-w-md gap-5 text-text backdrop:bg-black/60 open:grid"
		>
			<div className="grid gap-2">
				<h2 id="unsaved-title" className="text-2xl font-bold">
					{t("shell.unsavedTitle")}
				</h2>
				<p id="unsaved-text" className="text-muted">
					{t("shell.unsavedText")}
				</p>
			</div>
			<div className="flex flex-wrap justify-end gap-3">
				<button type="button" className="button grow sm:grow-0" onClick={onLeave}>
					{t("shell.unsavedLeave")}
				</button>
				<button type="button" ref={stay} className="button button-primary grow sm:grow-0" onClick={onStay}>
					{t("shell.unsavedStay")}
				</button>
			</div>
		</dialog>
	);
}
