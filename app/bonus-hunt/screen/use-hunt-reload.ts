import { useEffect, useRef, useState } from "react";
import { useConnection, useTopic } from "~/live/live";
import { differenceOf, HUNT_TOPIC, type HuntState } from "../model/hunt-events";
import { createReloader } from "./reloader";

/** ms within which the reloads of an audience are spread. */
const SPREAD_MS = 1000;
/** The same after guesses, which change only a count. */
const GUESSES_SPREAD_MS = 10_000;

interface Options {
	/** The state that the page shows. */
	shown: HuntState;
	/** False for a page that shows a hunt of an external source. */
	isLive: boolean;
	/** Starts loading the page's data again. */
	reload(): void;
	/** Runs on each event, so whenever the site is known to be reachable. */
	onEvent?(): void;
}

/** Reloads a page's data whenever the local hunt has changed. */
export function useHuntReload(options: Options): void {
	const isConnected = useConnection() === "open";
	const latest = useRef({ ...options, isConnected });
	useEffect(() => {
		latest.current = { ...options, isConnected };
	});
	const published = useRef<HuntState>();
	const difference = () => {
		const { shown } = latest.current;
		return published.current === undefined ? "none" : differenceOf(shown, published.current);
	};
	const [reloader] = useState(() =>
		createReloader({
			// Without a connection the reload would fail, and the page would be replaced by an error page.
			isStale: () => latest.current.isConnected && difference() !== "none",
			reload: () => latest.current.reload(),
		}),
	);
	useEffect(() => reloader.stop, [reloader]);
	useEffect(() => {
		if (isConnected) reloader.reloadWithin(SPREAD_MS);
	}, [isConnected, reloader]);
	useTopic(options.isLive ? HUNT_TOPIC : undefined, {
		changed(state: HuntState) {
			published.current = state;
			latest.current.onEvent?.();
			const changed = difference();
			if (changed !== "none") reloader.reloadWithin(changed === "hunt" ? SPREAD_MS : GUESSES_SPREAD_MS);
		},
	});
}
