import type { Clock } from "~/lib/clock";

/** What viewers of the live game can send to each other. */
export const REACTIONS = ["cheer", "fire", "heart", "laugh", "rocket", "sad"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** How many of each of {@link REACTIONS} were sent since the last frame. */
export type ReactionCounts = readonly number[];

/** Minimum interval between two frames, however many viewers react. */
const FRAME_MS = 500;

/** Returns a function that counts a reaction, and calls `publish` with the counts of {@link FRAME_MS}. */
export function createReactions(clock: Pick<Clock, "now" | "at">, publish: (counts: ReactionCounts) => void) {
	let counts: number[] | undefined;
	return (reaction: Reaction): void => {
		if (!counts) {
			counts = REACTIONS.map(() => 0);
			clock.at(clock.now() + FRAME_MS, () => {
				publish(counts ?? []);
				counts = undefined;
			});
		}
		const at = REACTIONS.indexOf(reaction);
		counts[at] = (counts[at] ?? 0) + 1;
	};
}
