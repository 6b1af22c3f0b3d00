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

export type HuntDifference = "none" | "guesses" | "hunt";

/** Compares the state that a page shows with one that the server has published. */
export function differenceOf(shown: HuntState, published: HuntState): HuntDifference {
	if (shown?.id !== published?.id || shown?.revision !== published?.revision) return "hunt";
	return shown?.guesses === published?.guesses ? "none" : "guesses";
}
