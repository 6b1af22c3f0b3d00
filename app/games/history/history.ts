/** The history of a player's rounds: what its page shows, and its filter. */
export const OUTCOMES = ["won", "lost"] as const;

export interface HistoryFilter {
	/** The id of a game's card; undefined for all games. */
	game: string | undefined;
	/** Undefined for all rounds. */
	outcome: (typeof OUTCOMES)[number] | undefined;
}

/** A settled round, formatted. Amounts are points. */
export interface HistoryRound {
	id: string;
	game: string;
	/** The id of the game's card. */
	gameId: string;
	/** The time of day. */
	time: string;
	result: string;
	staked: number;
	received: number;
	verifierPath: string;
	/** The public id; undefined while the player does not share the round. */
	shareId: string | undefined;
}

/** A day of the site's time zone. The totals count all of the day's rounds in the chosen game, in points. */
export interface HistoryDay {
	/** `YYYY-MM-DD`. */
	date: string;
	/** Formatted. */
	name: string;
	rounds: number;
	staked: number;
	received: number;
	/** The day's rounds on this page, newest first. */
	shown: HistoryRound[];
}

/** The filter in the query parameters `game` and `outcome`; unknown values are ignored. */
export const historyFilterIn = (search: URLSearchParams, games: readonly string[]): HistoryFilter => ({
	game: games.find((id) => id === search.get("game")),
	outcome: OUTCOMES.find((offered) => offered === search.get("outcome")),
});
