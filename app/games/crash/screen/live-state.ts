/** The live game in the browser: a reducer of the loaded state and the events of the stream. */

import { type PlayerResult, withResult } from "../engine/player-results";
import {
	LIVE_HISTORY,
	type LiveState,
	type PlayerLiveState,
	type PublicBet,
	type RoundView,
	SHOWN_BETS,
	type Totals,
} from "../engine/view";
import { betAfterAnswer, betAt, betInRound, calledOff, withPastRound } from "./bet/player-bet";
import type { CrashAnswer } from "./page-data";

const NO_TOTALS: Totals = { players: 0, staked: 0, paid: 0 };

export interface LiveGame {
	state: LiveState;
	own: PlayerLiveState;
	/** The round of the viewer's bet. */
	betRound: string | undefined;
	/** The viewer's last bets that have ended. */
	results: readonly PlayerResult[];
}

export type LiveEvent =
	/** The page was loaded again. */
	| { type: "page"; state: LiveState; own: PlayerLiveState; results: readonly PlayerResult[] }
	| { type: "state"; state: LiveState }
	| { type: "phase"; round: RoundView }
	| { type: "bets"; changed: PublicBet[]; gone: string[]; totals: Totals }
	| { type: "own"; own: PlayerLiveState }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

/**
 * Builds the game from the loaded data. If the round has crashed, the viewer's active bet counts as lost and is added
 * to the results.
 */
export const initialLiveGame = ({ state, own, results }: Omit<LiveGame, "betRound">): LiveGame =>
	withOwn({ state, own: { bet: null, queued: null }, betRound: undefined, results }, own);

/**
 * Returns the game after an event; changes nothing in place. A new round empties the public bets. At the crash, active bets
 * count as lost until the server sends their result. An active bet that disappears counts as refunded, unless its
 * round goes on or is in the history. A late answer never replaces newer data.
 */
export function reduceLive(game: LiveGame, event: LiveEvent): LiveGame {
	switch (event.type) {
		case "page":
			return withOwn({ ...game, state: event.state, results: event.results }, event.own);
		case "state":
			return withRound(game, event.state);
		case "phase":
			return withRound(game, phaseOf(game.state, event.round));
		case "bets":
			return { ...game, state: { ...game.state, ...mergeBets(game.state, event) } };
		case "own":
			return withOwn(game, event.own);
		case "answer":
			return withAnswer(game, event.answer);
	}
}

function withRound(game: LiveGame, state: LiveState): LiveGame {
	const bet = betInRound(game.state.round, state.round, game.own.bet);
	return withOwn({ ...game, state }, { ...game.own, bet });
}

function withOwn(game: LiveGame, own: PlayerLiveState): LiveGame {
	const { round, active, history } = game.state;
	const bet = betAt(round?.phase, own.bet);
	const betRound = bet && bet.id === game.own.bet?.id ? game.betRound : round?.id;
	const gone = bet
		? null
		: calledOff(game.own.bet, game.betRound, { roundId: round?.id, isActive: active, history });
	const results = withResult(game.results, gone, game.betRound);
	return { ...game, own: { ...own, bet }, betRound, results: withResult(results, bet, betRound) };
}

function withAnswer(game: LiveGame, answer: Extract<CrashAnswer, { ok: true }>): LiveGame {
	const { own } = game;
	const queued = answer.did === "unqueued" ? null : (answer.queued ?? own.queued);
	const told = withOwn(game, { bet: betAfterAnswer(answer, own.bet), queued });
	return { ...told, results: withResult(told.results, answer.bet, undefined) };
}

function phaseOf(state: LiveState, round: RoundView): LiveState {
	const isNew = state.round?.id !== round.id;
	const history = withPastRound(state.history, round, LIVE_HISTORY);
	if (isNew) return { ...state, round, history, bets: [], totals: NO_TOTALS };
	const bets = round.phase === "crashed" ? state.bets.map(lostIfActive) : state.bets;
	return { ...state, round, history, bets };
}

const lostIfActive = (bet: PublicBet): PublicBet =>
	bet.status === "active" ? { ...bet, status: "lost", payout: 0 } : bet;

function mergeBets(
	{ bets, round }: LiveState,
	{ changed, gone, totals }: Extract<LiveEvent, { type: "bets" }>,
): Pick<LiveState, "bets" | "totals"> {
	const byId = new Map(bets.map((bet) => [bet.id, bet]));
	for (const id of gone) byId.delete(id);
	for (const bet of changed) byId.set(bet.id, round?.phase === "crashed" ? lostIfActive(bet) : bet);
	const largest = [...byId.values()].sort((one, other) => other.stake - one.stake);
	return { bets: largest.slice(0, SHOWN_BETS), totals };
}
