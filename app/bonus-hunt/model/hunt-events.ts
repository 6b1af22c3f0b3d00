import type { LocalHunt } from "./local-hunt.server";

export const HUNT_TOPIC = "bonus-hunt";

declare module "~/live/topics" {
	interface Topics {
		[HUNT_TOPIC]: { changed: HuntState };
	}
}

/** Identifies a state of the newest hunt, open or finished; null before the first hunt. */
export type HuntState =
	| (Pick<LocalHunt, "id" | "revision" | "guesses"> & {
			/** Of a finished hunt: null while the winner's name is hidden, undefined without a winner and if none is shown. */
			winnerName?: string | null | undefined;
	  })
	| null;
