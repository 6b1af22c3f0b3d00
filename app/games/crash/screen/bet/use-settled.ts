import { useEffect, useState } from "react";

/**
 * Whether a button has had its action for `afterMs`, so that a click is not meant for the previous action. True on the
 * first render.
 * @param what identifies the action.
 */
export function useSettled(what: string, afterMs: number): boolean {
	const [settled, setSettled] = useState(what);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(what), afterMs);
		return () => clearTimeout(timer);
	}, [what, afterMs]);
	return settled === what;
}
