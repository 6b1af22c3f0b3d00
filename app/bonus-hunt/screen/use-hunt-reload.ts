import { useEffect, useRef, useState } from "react";
import { isStreamOpen, useTopic } from "~/live/live";
import { HUNT_TOPIC, type HuntState } from "../model/hunt-events";

/** ms within which the reloads of an audience are spread. */
const SPREAD_MS = 2000;
/** Mean ms until a reload that brought nothing new is repeated; each further one waits twice as long. */
const MIN_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;

/**
 * Reloads a page's data when the local hunt has changed, within 2 s and only while the live stream is open; repeats it
 * until the page shows the change.
 * @param shown the state that the page displays.
 * @param isLive false for a page that shows a hunt of an external source.
 * @param reload starts loading the page's data again.
 * @returns the newest number of guesses; undefined if no event has brought it since `shown` was loaded.
 */
export function useHuntReload(shown: HuntState, isLive: boolean, reload: () => void): number | undefined {
	const [published, setPublished] = useState<{ since: HuntState; state: HuntState }>();
	useTopic(isLive ? HUNT_TOPIC : undefined, { changed: (state) => setPublished({ since: shown, state }) });
	const missing = published && missingState(shown, published.state);
	useReloadWhile(missing, reload);
	return !missing && published?.since === shown ? published.state?.guesses : undefined;
}

/**
 * Names the state that a page with the state `shown` must load: another hunt, a higher revision, or a winner whose name was
 * hidden or shown again; undefined if it shows it. Another number of guesses is in the event, and does not change the name: each guess would begin the reloads again.
 */
export function missingState(shown: HuntState, published: HuntState): string | undefined {
	const { id, revision = 0, winnerName } = published ?? {};
	const newer = (shown?.revision ?? 0) - revision;
	// A page that shows no winner has no name.
	const hasName = shown?.winnerName === undefined || shown.winnerName === winnerName;
	const isShown = shown?.id === id && (newer > 0 || (newer === 0 && hasName));
	return isShown ? undefined : [id, revision, winnerName].filter((part) => part != null).join(" ");
}

/** Reloads while there is a `cause`. A new one starts the backoff again. */
export function useReloadWhile(cause: string | undefined, reload: () => void): void {
	const latest = useRef(reload);
	useEffect(() => {
		latest.current = reload;
	});
	useEffect(() => {
		if (cause === undefined) return;
		return reloadRepeatedly(() => {
			// Without a connection the reload would fail, and the page would be replaced by an error page.
			if (isStreamOpen()) latest.current();
		});
	}, [cause]);
}

/**
 * Calls `reload` at a random moment within 2 s, so that an audience does not reload simultaneously, and then with a backoff
 * from 5 s to 60 s.
 * @returns a function that ends the calls.
 */
export function reloadRepeatedly(reload: () => void, random = Math.random): () => void {
	let retryMs = MIN_RETRY_MS;
	function run() {
		reload();
		timer = setTimeout(run, retryMs * (0.5 + random()));
		retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
	}
	let timer = setTimeout(run, random() * SPREAD_MS);
	return () => clearTimeout(timer);
}
