/** The filter of the history of a player's rounds. */
export const OUTCOMES = ["won", "lost"] as const;

export interface HistoryFilter {
	/** The id of a game's card; undefined for all games. */
	game: string | undefined;
	/** Undefined for all rounds. */
	outcome: (typeof OUTCOMES)[number] | undefined;
}
