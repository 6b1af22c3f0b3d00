import { useEffect, useRef } from "react";
import { reloadRepeatedly } from "~/bonus-hunt/screen/use-hunt-reload";
import { isStreamOpen, usePublished, useTopic } from "~/live/live";
import { useReload } from "~/ui/use-reload";
import { RAFFLES_TOPIC, type RaffleState } from "./raffles-topic";

/**
 * The current numbers of raffles. Loads the page's data again when one has another revision.
 * @param shown the raffles that the page displays.
 */
export function useRaffles<Shown extends RaffleState>(shown: readonly Shown[]): Shown[] {
	const [published, setPublished] = usePublished<readonly RaffleState[]>(shown);
	useTopic(RAFFLES_TOPIC, { changed: setPublished });
	const current = shown.map((one) => ({ now: published.find(({ id }) => id === one.id) ?? one, one }));
	const changed = current.flatMap(({ now, one }) =>
		now.revision > one.revision ? [now.id, now.revision] : [],
	);
	const reload = useReload();
	const latest = useRef(reload);
	useEffect(() => {
		latest.current = reload;
	});
	const cause = changed.join(" ");
	useEffect(() => (cause ? reloadRepeatedly(() => isStreamOpen() && latest.current()) : undefined), [cause]);
	return current.map(({ now, one }) => ({ ...one, tickets: now.tickets, viewers: now.viewers }));
}
