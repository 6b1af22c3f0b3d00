import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** A cash-out whose answer takes more ms counts at a later multiplier than the one that the player saw. */
const SLOW_MS = 700;

/** Whether the last form of the game was answered too slowly for a fair reaction to the flight. */
export function useSlowAnswer({ state }: Pick<FetcherWithComponents<unknown>, "state">): boolean {
	const [isSlow, setSlow] = useState(false);
	const sentAt = useRef<number>();
	useEffect(() => {
		if (state === "submitting") sentAt.current ??= performance.now();
		else if (sentAt.current !== undefined) {
			setSlow(performance.now() - sentAt.current > SLOW_MS);
			sentAt.current = undefined;
		}
	}, [state]);
	return isSlow;
}
