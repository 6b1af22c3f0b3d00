import { useEffect } from "react";

const FORM_FIELD = "input, textarea, select, [contenteditable=true]";

const inFormField = (event: Event) =>
	event.target instanceof Element && event.target.closest(FORM_FIELD) !== null;

/** Whether the keys are F12, Ctrl+Shift+I, Ctrl+Shift+J or Ctrl+U. */
export function isGuardedShortcut({
	key,
	ctrlKey = false,
	shiftKey,
}: Partial<Pick<KeyboardEvent, "key" | "ctrlKey" | "shiftKey">>): boolean {
	// Some browsers fill in forms with key events that have no key.
	const letter = key?.toLowerCase();
	return key === "F12" || (ctrlKey && (shiftKey ? letter === "i" || letter === "j" : letter === "u"));
}

/** Blocks the context menu and the developer shortcuts, except inside form fields. */
export function useGuardedShortcuts() {
	useEffect(() => {
		const onContextMenu = (event: MouseEvent) => {
			if (!inFormField(event)) event.preventDefault();
		};
		const onKeyDown = (event: KeyboardEvent) => {
			if (isGuardedShortcut(event) && !inFormField(event)) event.preventDefault();
		};
		document.addEventListener("contextmenu", onContextMenu);
		document.addEventListener("keydown", onKeyDown);
		return () => {
			document.removeEventListener("contextmenu", onContextMenu);
			document.removeEventListener("keydown", onKeyDown);
		};
	}, []);
}
