import { useEffect, useLayoutEffect, useState } from "react";
import type { RoundView } from "../../engine/view";
import { Flight } from "./flight";

const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Returns one {@link Flight} for the component's life, which shows `round`. The caller mounts it on a stage and passes
 * each tick of the stream to `flight.tick`. `isSilent` is true when ticks are overdue during a flight.
 */
export function useFlight(round: RoundView | null) {
	const [flight] = useState(() => new Flight());
	const [isSilent, setSilent] = useState(false);
	useEarlyEffect(() => flight.show(round ?? undefined), [flight, round]);
	useEffect(() => {
		flight.onSilence = setSilent;
		return () => {
			flight.onSilence = undefined;
		};
	}, [flight]);
	return { flight, isSilent: isSilent && round?.phase === "flying" };
}
