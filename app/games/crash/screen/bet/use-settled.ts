import { useEffect, useState } from "react";

/** Whether a button has been what it is for long enough that nobody presses it for what it was before. */
export function useSettled(what: string, afterMs: number): boolean {
	const [settled, setSettled] = useState(what);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(what), afterMs);
		return () => clearTimeout(timer);
	}, [what, afterMs]);
	return settled === what;
}
