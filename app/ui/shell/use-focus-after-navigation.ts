import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { focusFirstFaulty, focusNear, isFocusLost, type Trail, trailOf } from "../focus";

/**
 * After the answer to a form moves the focus to its first field with an error. After each navigation that has removed
 * the focused element, moves the focus near to where it was.
 */
export function useFocusAfterNavigation(): void {
	const { state, formMethod } = useNavigation();
	const form = useRef<HTMLFormElement>();
	const before = useRef<{ trail: Trail | undefined; isAnswer: boolean }>();

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
			before.current = { trail, isAnswer: formMethod === "POST" };
			return;
		}
		const { trail, isAnswer } = before.current ?? {};
		before.current = undefined;
		if (!trail && !isAnswer) return;
		// A dialog that closes returns the focus in the next frame.
		const frame = requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				if (isAnswer && focusFirstFaulty(form.current?.isConnected ? form.current : document)) return;
				if (trail && isFocusLost()) focusNear(trail);
			}),
		);
		return () => cancelAnimationFrame(frame);
	}, [state, formMethod]);
}
