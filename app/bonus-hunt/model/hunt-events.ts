import type { LocalHunt } from "./hunt";

export const HUNT_TOPIC = "bonus-hunt";

declare module "~/live/topics" {
	interface Topics {
		[HUNT_TOPIC]: { changed: HuntState };
	}
}

/** Identifies a state of the open hunt; null while none is open. */
export type HuntState = Pick<LocalHunt, "id" | "revision" | "guesses"> | null;

/** To be called after a commit that changed the open hunt, or which hunt is open; `guesses` if only guesses changed. */
export type HuntChanged = (what?: "guesses") => void;

/**
 * Whether a page that shows a state of the hunt must load its data again. It need not for another number of guesses,
 * which is in the event, nor for an event that is older than its data.
 */
export function isOutdated(shown: HuntState, published: HuntState): boolean {
	if (shown === null || published === null) return shown !== published;
	return shown.id !== published.id || shown.revision < published.revision;
}
