import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Ignores a form that is sent again before it is answered, as by a double click, and marks its buttons as disabled until then.
 * Forms of fetchers are not included.
 */
export function useSubmitOnce(): void {
	const sent = useRef<HTMLFormElement>();
	const isPosting = useNavigation().formMethod === "POST";

	useEffect(() => {
		const onSubmit = (event: Event) => {
			// React may not have rendered the navigation yet.
			const isRepeated =
				event.target === sent.current && window.__remixRouter.state.navigation.formMethod === "POST";
			if (event.target instanceof HTMLFormElement) sent.current = event.target;
			if (!isRepeated) return;
			event.preventDefault();
			event.stopPropagation();
		};
		// Before React, which listens to the document.
		window.addEventListener("submit", onSubmit, true);
		return () => window.removeEventListener("submit", onSubmit, true);
	}, []);

	useEffect(() => {
		if (!isPosting) return;
		const buttons = [...(sent.current?.querySelectorAll("button[type=submit]:not([aria-disabled])") ?? [])];
		for (const button of buttons) button.setAttribute("aria-disabled", "true");
		return () => {
			for (const button of buttons) button.removeAttribute("aria-disabled");
		};
	}, [isPosting]);
}
