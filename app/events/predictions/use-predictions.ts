import { useEffect, useState } from "react";
import { usePublished, useTopic } from "~/live/live";
import type { ShownMarket } from "./predictions-page.server";
import { PREDICTIONS_TOPIC } from "./predictions-topic";

/**
 * Returns the loaded predictions with their current pools. One that was changed is loaded again.
 * @param hasAll whether all predictions are shown, so that a new one is loaded too.
 */
export function usePools(loaded: ShownMarket[], hasAll: boolean, reload: () => void): ShownMarket[] {
	const [markets, publish] = usePublished(loaded);
	useTopic(PREDICTIONS_TOPIC, {
		markets(states) {
			const current = loaded.flatMap((market) => {
				if (market.state === "paid") return market;
				const state = states.find(({ id, revision }) => id === market.id && revision === market.revision);
				return state ? { ...market, pools: state.pools } : [];
			});
			const isNew = states.some(({ id }) => loaded.every((market) => market.id !== id));
			if (current.length === loaded.length && !(hasAll && isNew)) publish(current);
			else reload();
		},
	});
	return markets;
}

const SECOND_MS = 1000;

/**
 * The time left, such as `9:58` or `1:02:05`: by the server's clock at the load, and by the time that has passed in the browser
 * since. Calls `onEnd` once it is over.
 */
export function useTimeLeft(leftMs: number, onEnd: () => void): string {
	const [passed, setPassed] = useState(0);
	useEffect(() => {
		if (leftMs <= 0) return;
		const from = performance.now();
		setPassed(0);
		const timer = setInterval(() => {
			const now = performance.now() - from;
			setPassed(now);
			if (now < leftMs) return;
			clearInterval(timer);
			onEnd();
		}, SECOND_MS / 4);
		return () => clearInterval(timer);
	}, [leftMs, onEnd]);
	const seconds = Math.max(0, Math.ceil((leftMs - passed) / SECOND_MS));
	const two = (value: number) => String(value % 60).padStart(2, "0");
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
