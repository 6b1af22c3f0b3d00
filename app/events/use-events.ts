import { useState } from "react";
import { useStates } from "~/live/live";
import { useReloadWhile } from "~/live/reload-while";
import type { TopicHandlers } from "~/live/topics";
import type { EventState } from "./event-states";

const keyOf = ({ id, revision }: Pick<EventState<"tournament">, "id" | "revision">) => `${id} ${revision}`;

/**
 * The events of a page with their published values. Reloads the page's data while others are published, as a page of a hunt does.
 * @param shown the events with which the page was loaded: all that are published, or only the one with the id `only`. Those that are
 * settled are not published.
 */
export function useEvents<
	Topic extends "tournament" | "raffles" | "predictions",
	Shown extends EventState<Topic> & { isSettled?: boolean },
>(topic: Topic, shown: readonly Shown[], reload: () => void, only?: string): Shown[] {
	const [{ since, states }, setPublished] = useState<{
		since: readonly Shown[];
		states?: readonly EventState<Topic>[];
	}>({ since: shown });
	useStates(topic, {
		changed: (all: readonly EventState<Topic>[]) =>
			setPublished({ since: shown, states: only === undefined ? all : all.filter(({ id }) => id === only) }),
	} as TopicHandlers<Topic>);
	const keys = shown.filter(({ isSettled }) => !isSettled).map(keyOf);
	const published = states?.map(keyOf) ?? keys;
	const isShown = published.length === keys.length && published.every((key) => keys.includes(key));
	useReloadWhile(isShown ? undefined : published.join(), reload);
	// Loaded data are newer than what was published before them.
	return shown.map((one) => {
		const state = since.includes(one) ? states?.find((other) => keyOf(other) === keyOf(one)) : undefined;
		return { ...one, ...state };
	});
}
