/** A solo game in the browser: the newest state that the server has sent, whichever way it came. */
import { type PlayerResult, withResult, withResults } from "../engine/player-results";
import type { PlayerBet, SoloState } from "../engine/view";
import { isOfOtherPlayer } from "./player";

export interface SoloGame extends SoloState {
	/** The player's last bets that have ended, newest first. */
	results: readonly PlayerResult[];
}

export interface SoloNews {
	/** Undefined if an answer has none. */
	state?: SoloState | undefined;
	/** Of a page that was loaded. */
	results?: readonly PlayerResult[];
	/** The pause after the crash is over, and no next round is known. */
	isOver?: boolean;
	/** A bet that was cashed out. It may be of an earlier round, so that it is not in the state. */
	bet?: PlayerBet | undefined;
}

/** Returns the game after a page, an event of the stream or an answer; changes nothing in place. */
export function reduceSolo(game: SoloGame, { state, results = [], bet, isOver = false }: SoloNews): SoloGame {
	if (isOver) return { ...game, round: null };
	if (!state || isOfOtherPlayer(game, state.own)) return game;
	const isNewer = state.own.version > game.own.version;
	const known = withResult(withResults(game.results, results, isNewer), bet);
	return isNewer ? { ...state, results: withResult(known, state.own.bet) } : { ...game, results: known };
}
