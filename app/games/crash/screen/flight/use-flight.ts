import { useEffect, useState } from "react";
import { useEarlyEffect } from "~/ui/use-early-effect";
import type { RoundView } from "../../engine/view";
import type { ExitMark } from "./exit-marks";
import { Flight } from "./flight";

/**
 * Returns one {@link Flight} for the component's life, which displays `round` and the cash-outs in `marks`. The caller mounts it on a stage and
 * passes each tick of the stream to `flight.tick`. `isSilent` is true while ticks are overdue during a flight.
 */
export function useFlight(round: RoundView | null, marks: readonly ExitMark[]) {
	const [flight] = useState(() => new Flight());
	const [isSilent, setSilent] = useState(false);
	useEarlyEffect(() => flight.show(round ?? undefined), [flight, round]);
	useEffect(() => flight.showExits(marks), [flight, marks]);
	useEffect(() => {
		flight.onSilence = setSilent;
		return () => {
			flight.onSilence = undefined;
		};
	}, [flight]);
	return { flight, isSilent: isSilent && round?.phase === "flying" };
}
