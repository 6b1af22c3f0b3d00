export const RAFFLES_TOPIC = "raffles";

declare module "~/live/topics" {
	interface Topics {
		[RAFFLES_TOPIC]: { changed: readonly RaffleState[] };
	}
}

/** Identifies a state of a raffle, and its numbers of tickets and viewers. */
export interface RaffleState {
	id: string;
	revision: number;
	tickets: number;
	viewers: number;
}
