import { useEffect, useLayoutEffect, useState } from "react";
import type { RoundView } from "../../engine/view";
import { Flight } from "./flight";

const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The flight of a round, and whether the server has fallen silent in the middle of it. */
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
