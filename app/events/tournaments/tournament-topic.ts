export const TOURNAMENT_TOPIC = "tournament";

declare module "~/live/topics" {
	interface Topics {
		[TOURNAMENT_TOPIC]: { changed: TournamentStates };
	}
}

/** Identifies the states of the open tournaments, in the order of their start. */
export type TournamentStates = readonly { id: string; revision: number; entries: number }[];
