/** The player's own part of a game's state in the browser. */
import { type PlayerResult, withResult, withResults } from "../engine/player-results";
import type { PlayerBet, PlayerState, RoundView } from "../engine/view";
import type { CrashAnswer } from "./page-data";

export interface Player {
	own: PlayerState;
	/** The player's last bets that have ended, newest first. */
	results: readonly PlayerResult[];
}

/** Whether a state belongs to another user, as whom the viewer has signed in in another tab. */
export const isOfOtherPlayer = (game: Pick<Player, "own">, own: PlayerState): boolean =>
	own.wallet !== game.own.wallet;

/** Takes over a state that the server has sent, unless a newer one is known or it is another player's. */
export function withOwn<Game extends Player>(game: Game, own: PlayerState): Game {
	if (isOfOtherPlayer(game, own) || own.version <= game.own.version) return game;
	return { ...game, own, results: withResult(game.results, own.bet) };
}

/** Takes over the data of a page that was loaded again: its results, and its state unless a newer one is known. */
export function withLoaded<Game extends Player>(game: Game, { own, results }: Player): Game {
	const isNewer = own.version > game.own.version;
	return withOwn({ ...game, results: withResults(game.results, results, isNewer) }, own);
}

/** Takes over an answer. A bet that was cashed out may be of an earlier round, so that it is not in the state. */
export function withAnswer<Game extends Player>(
	game: Game,
	{ own, bet }: Extract<CrashAnswer, { ok: true }>,
): Game {
	const next = withOwn(game, own);
	return { ...next, results: withResult(next.results, bet) };
}

/** The player's bet if it is in the shown round, else null. */
export const betIn = (round: RoundView | null, { bet }: PlayerState): PlayerBet | null =>
	bet && bet.roundId === round?.id ? bet : null;
