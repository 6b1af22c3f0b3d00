import { useEffect, useState } from "react";
import { useEarlyEffect } from "~/ui/use-early-effect";
import type { RoundView } from "../../engine/view";
import type { ExitMark } from "./exit-marks";
import { Flight } from "./flight";
import type { Signal } from "./flight-clock";

/**
 * Returns one {@link Flight} for the component's life, which displays `round` and the cash-outs in `marks`. The caller mounts it on a stage and
 * passes each tick of the stream to `flight.tick`. `signal` is good outside of a flight.
 */
export function useFlight(round: RoundView | null, marks: readonly ExitMark[]) {
	const [flight] = useState(() => new Flight());
	const [signal, setSignal] = useState<Signal>("good");
	useEarlyEffect(() => flight.show(round ?? undefined), [flight, round]);
	useEffect(() => flight.showExits(marks), [flight, marks]);
	useEffect(() => {
		flight.onSignal = setSignal;
		return () => {
			flight.onSignal = undefined;
		};
	}, [flight]);
	return { flight, signal: round?.phase === "flying" ? signal : "good" };
}
