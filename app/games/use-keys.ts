import { useEffect, useRef } from "react";

const TAKES_KEYS = "input, select, textarea, button, a, summary, [tabindex='0'], [contenteditable=true]";

/**
 * Keyboard control of a game by the keys of `actions`; none of them has an effect while `disabled`. Space acts once however long it is
 * held. Keys with a modifier, and those of a focused control, are left alone.
 */
export function useKeys(disabled: boolean, actions: Readonly<Record<string, () => void>>): void {
	const latest = useRef({ disabled, actions });
	useEffect(() => {
		latest.current = { disabled, actions };
	});
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const { disabled, actions } = latest.current;
			const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
			const isInControl = event.target instanceof Element && event.target.closest(TAKES_KEYS);
			const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
			if (!act || disabled || hasModifier || isInControl) return;
			event.preventDefault();
			if (event.key !== " " || !event.repeat) act();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, []);
}
