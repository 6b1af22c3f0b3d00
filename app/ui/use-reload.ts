import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that loads the page's data again. During a navigation it does so afterwards: to interrupt one would
 * discard its answer, and with it the message about an action, which the server sends once.
 */
export function useReload(): () => void {
	const { revalidate } = useRevalidator();
	const isIdle = useNavigation().state === "idle";
	const canReload = useRef(isIdle);
	const isDue = useRef(false);
	useEffect(() => {
		canReload.current = isIdle;
		if (!isIdle || !isDue.current) return;
		isDue.current = false;
		revalidate();
	}, [isIdle, revalidate]);
	return useCallback(() => {
		if (canReload.current) revalidate();
		else isDue.current = true;
	}, [revalidate]);
}
