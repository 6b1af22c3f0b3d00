import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { focusFirstFaulty, focusNear, isFocusLost, type Trail, trailOf } from "../focus";

/** Whether the focus has moved to a field since the form was sent: what is typed must not end up in another one. */
const isTyping = (sentFrom: Element | null): boolean => {
	const { activeElement } = document;
	return activeElement !== sentFrom && activeElement?.matches("input, textarea, select") === true;
};

/**
 * After the answer to a form moves the focus to its first field with an error, unless the viewer is in a field already.
 * After each navigation that has removed the focused element, moves the focus near to where it was.
 */
export function useFocusAfterNavigation(): void {
	const { state, formMethod } = useNavigation();
	const form = useRef<HTMLFormElement>();
	const before = useRef<{ trail: Trail | undefined; sentFrom: Element | null; isAnswer: boolean }>();

	useEffect(() => {
		const remember = ({ target }: Event) => {
			if (target instanceof HTMLFormElement) form.current = target;
		};
		document.addEventListener("submit", remember, true);
		return () => document.removeEventListener("submit", remember, true);
	}, []);

	useEffect(() => {
		if (state !== "idle") {
			const trail = isFocusLost() ? before.current?.trail : trailOf(document.activeElement);
			const sentFrom = before.current ? before.current.sentFrom : document.activeElement;
			before.current = { trail, sentFrom, isAnswer: formMethod === "POST" };
			return;
		}
		const { trail, sentFrom = null, isAnswer } = before.current ?? {};
		before.current = undefined;
		if (!trail && !isAnswer) return;
		// A dialog that closes returns the focus in the next frame.
		const frame = requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				if (isTyping(sentFrom)) return;
				if (isAnswer && focusFirstFaulty(form.current?.isConnected ? form.current : document)) return;
				if (trail && isFocusLost()) focusNear(trail);
			}),
		);
		return () => cancelAnimationFrame(frame);
	}, [state, formMethod]);
}
