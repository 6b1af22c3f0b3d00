import { useState } from "react";
import { useStates } from "~/live/live";
import { useReloadWhile } from "~/live/reload-while";
import { HUNT_TOPIC, type HuntState } from "../model/hunt-events";

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
	useStates(isLive ? HUNT_TOPIC : undefined, { changed: (state) => setPublished({ since: shown, state }) });
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
