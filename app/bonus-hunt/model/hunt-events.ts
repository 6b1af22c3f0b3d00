import type { LocalHunt } from "./local-hunt.server";

export const HUNT_TOPIC = "bonus-hunt";

declare module "~/live/topics" {
	interface Topics {
		[HUNT_TOPIC]: { changed: HuntState };
	}
}

/** Identifies a state of the newest hunt, open or finished; null before the first hunt. */
export type HuntState = Pick<LocalHunt, "id" | "revision" | "guesses"> | null;

/**
 * Whether a page with the state `shown` must load its data again: for another hunt or a higher revision, but not for
 * another number of guesses, which is in the event.
 */
export function isOutdated(shown: HuntState, published: HuntState): boolean {
	if (shown === null || published === null) return shown !== published;
	return shown.id !== published.id || shown.revision < published.revision;
}
