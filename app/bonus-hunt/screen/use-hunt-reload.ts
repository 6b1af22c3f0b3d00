import { useEffect, useRef, useState } from "react";
import { isStreamOpen, useOnStreamOpen, useTopic } from "~/live/live";
import { HUNT_TOPIC, type HuntState, isOutdated } from "../model/hunt-events";
import { createReloader } from "./reloader";

/** ms within which the reloads of an audience are spread. */
const SPREAD_MS = 2000;

interface Options {
	/** The state that the page displays. */
	shown: HuntState;
	/** False for a page that shows a hunt of an external source. */
	isLive: boolean;
	/** Starts loading the page's data again. */
	reload(): void;
	/** Runs on each event, which proves that the site is reachable. */
	onEvent?(): void;
}

/**
 * Reloads a page's data when the local hunt has changed, within 2 s and only while the live stream is open.
 * @returns the newest number of guesses; undefined if no event has brought it since `shown` was loaded.
 */
export function useHuntReload(options: Options): number | undefined {
	const latest = useRef(options);
	useEffect(() => {
		latest.current = options;
	});
	const published = useRef<HuntState>();
	const [counted, setCounted] = useState<{ shown: HuntState; guesses: number }>();
	const [reloader] = useState(() =>
		createReloader({
			// Without a connection the reload would fail, and the page would be replaced by an error page.
			isStale: () =>
				isStreamOpen() &&
				published.current !== undefined &&
				isOutdated(latest.current.shown, published.current),
			reload: () => latest.current.reload(),
		}),
	);
	useEffect(() => reloader.stop, [reloader]);
	useOnStreamOpen(() => reloader.reloadWithin(SPREAD_MS));
	useTopic(options.isLive ? HUNT_TOPIC : undefined, {
		changed(state: HuntState) {
			const { shown, onEvent } = latest.current;
			published.current = state;
			onEvent?.();
			if (isOutdated(shown, state)) reloader.reloadWithin(SPREAD_MS);
			else if (state) setCounted({ shown, guesses: state.guesses });
		},
	});
	return counted && counted.shown === options.shown ? counted.guesses : undefined;
}
