import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

interface Guarded {
	/** The content that is not lost when the form is left. */
	saved: string;
	/** What the form belongs to: it is left with the page, or with every change of the address. */
	bound: "page" | "address";
}

/** The guarded forms of the page, in the browser. */
const forms = new Map<HTMLFormElement, Guarded>();
const listeners = new Set<() => void>();
const announce = () => {
	for (const listener of listeners) listener();
};

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
	const wasSent = useRef(false);
	const { state } = useNavigation();
	useEffect(() => {
		const form = ref.current;
		if (!form) return;
		// Compared with the defaults: what is typed before the page is hydrated counts too.
		forms.set(form, { saved: isRefused.current ? "" : contentOf(form, "default"), bound });
		announce();
		const onSubmit = () => {
			wasSent.current = true;
		};
		form.addEventListener("submit", onSubmit);
		return () => {
			form.removeEventListener("submit", onSubmit);
			forms.delete(form);
			announce();
		};
	}, [bound]);
	useEffect(() => {
		isRefused.current = refused !== undefined;
		if (state !== "idle" || !wasSent.current) return;
		wasSent.current = false;
		if (isRefused.current) return;
		// In the next frame, because some forms are emptied after a success.
		const frame = requestAnimationFrame(() => {
			const known = ref.current && forms.get(ref.current);
			if (ref.current && known) known.saved = contentOf(ref.current, "current");
		});
		return () => cancelAnimationFrame(frame);
	}, [state, refused]);
	return ref;
}

/** Whether the page has guarded forms. */
export const useHasGuardedForms = (): boolean =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		() => forms.size > 0,
		() => false,
	);

/** Whether changes that are not saved are lost with the page or, if only its query changes, with the address. */
export const hasUnsavedChanges = (leaves: Guarded["bound"]): boolean =>
	[...forms].some(
		([form, { saved, bound }]) =>
			(leaves === "page" || bound === "address") && contentOf(form, "current") !== saved,
	);

/** The values of a form's fields as one text, or those with which they were rendered. */
function contentOf(form: HTMLFormElement, which: "current" | "default"): string {
	const isDefault = which === "default";
	// Browsers normalise line breaks, remove them from single lines, and trim addresses.
	const read = (field: HTMLInputElement | HTMLTextAreaElement): string | boolean => {
		const value = isDefault ? field.defaultValue : field.value;
		if (field instanceof HTMLTextAreaElement) return value.replace(/\r\n?/g, "\n");
		if (field.type === "checkbox" || field.type === "radio") {
			return isDefault ? field.defaultChecked : field.checked;
		}
		if (field.type === "file") return field.files?.[0] === undefined || isDefault ? "" : field.files[0].name;
		return value.replace(/[\r\n]/g, "").trim();
	};
	return JSON.stringify(
		[...form.elements].flatMap((field) =>
			(field instanceof HTMLInputElement && field.type !== "hidden") || field instanceof HTMLTextAreaElement
				? [[field.name, read(field)]]
				: [],
		),
	);
}
