import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useEarlyEffect } from "../use-early-effect";
import { setGuard } from "./guard";
import { contentOf, type Guarded, guardedForms } from "./guarded-forms";
import { UnsavedQuestion } from "./unsaved-question";

/**
 * Asks before the form is left with changes that are not saved. Hidden fields do not count. A successful submission
 * saves the content.
 * @param refused the refusal of the form's last submission; undefined for none.
 * @param bound `address` for a form that a search parameter opens; by default `page`.
 * @returns the ref of the form.
 */
export function useUnsavedChanges(
	refused: unknown,
	bound: Guarded["bound"] = "page",
): RefObject<HTMLFormElement> {
	const ref = useRef<HTMLFormElement>(null);
	const isRefused = useRef(refused !== undefined);
	/** The location's key, which changes with each navigation, and that of the location at which the form was sent. */
	const { key } = useLocation();
	const at = useRef(key);
	const sentAt = useRef<string>();
	// Before the page can be used: what is typed at once is asked about too.
	useEarlyEffect(() => {
		const form = ref.current;
		if (!form) return;
		// Compared with the defaults: what is typed before the page is hydrated counts too.
		guardedForms.set(form, { saved: isRefused.current ? "" : contentOf(form, "default"), bound });
		setGuard(guardedForms.size > 0 ? UnsavedQuestion : undefined);
		const onSubmit = () => {
			sentAt.current = at.current;
		};
		form.addEventListener("submit", onSubmit);
		return () => {
			form.removeEventListener("submit", onSubmit);
			guardedForms.delete(form);
			setGuard(guardedForms.size > 0 ? UnsavedQuestion : undefined);
		};
	}, [bound]);
	useEffect(() => {
		isRefused.current = refused !== undefined;
		at.current = key;
		if (sentAt.current === undefined || sentAt.current === key) return;
		sentAt.current = undefined;
		if (isRefused.current) return;
		// In the next frame, because some forms are emptied after a success.
		const frame = requestAnimationFrame(() => {
			const known = ref.current && guardedForms.get(ref.current);
			if (ref.current && known) known.saved = contentOf(ref.current, "current");
		});
		return () => cancelAnimationFrame(frame);
	}, [key, refused]);
	return ref;
}
