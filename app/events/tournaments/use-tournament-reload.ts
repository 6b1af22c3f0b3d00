import { useState } from "react";
import { useReloadWhile } from "~/bonus-hunt/screen/use-hunt-reload";
import { useTopic } from "~/live/live";
import { TOURNAMENT_TOPIC, type TournamentStates } from "./tournament-topic";

/**
 * Reloads a page's data when a tournament has changed, as a page of a hunt does.
 * @param shown the states with which the page was loaded.
 */
export function useTournamentReload(shown: TournamentStates, reload: () => void): void {
	const [published, setPublished] = useState(shown);
	useTopic(TOURNAMENT_TOPIC, { changed: setPublished });
	const state = JSON.stringify(published);
	useReloadWhile(state === JSON.stringify(shown) ? undefined : state, reload);
}
