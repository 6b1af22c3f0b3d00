/** A solo game in the browser: a reducer of the loaded state, the events of the stream and the answers. */

import { type PlayerResult, withResult } from "../engine/player-results";
import { type PlayerBet, type RoundView, SOLO_HISTORY, type SoloState } from "../engine/view";
import { betAfterAnswer, betAt, betInRound, calledOff, withPastRound } from "./bet/player-bet";
import type { CrashAnswer } from "./page-data";

export interface SoloGame {
	state: SoloState;
	/** The round of the player's bet. */
	betRound: string | undefined;
	/** The player's last bets that have ended. */
	results: readonly PlayerResult[];
}

export type SoloEvent =
	/** `results` if the page was loaded again. */
	| { type: "state"; state: SoloState; results?: readonly PlayerResult[] }
	| { type: "phase"; round: RoundView }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const initialSoloGame = ({ state, results }: Omit<SoloGame, "betRound">): SoloGame =>
	withBet({ state: { ...state, bet: null }, betRound: undefined, results }, state.bet);

export function reduceSolo(game: SoloGame, event: SoloEvent): SoloGame {
	const { state } = game;
	switch (event.type) {
		case "state":
			return withBet(
				{ ...game, state: { ...event.state, bet: state.bet }, results: event.results ?? game.results },
				event.state.bet,
			);
		case "phase": {
			const history = withPastRound(state.history, event.round, SOLO_HISTORY);
			const bet = betInRound(state.round, event.round, state.bet);
			return withBet({ ...game, state: { ...state, round: event.round, history } }, bet);
		}
		case "answer":
			return withAnswer(game, event.answer);
	}
}

function withAnswer(game: SoloGame, answer: Extract<CrashAnswer, { ok: true }>): SoloGame {
	// Otherwise the stream has sent the round and its bet already, or is about to.
	if (!game.state.round && answer.state) return withBet({ ...game, state: answer.state }, answer.state.bet);
	const told = game.state.round ? withBet(game, betAfterAnswer(answer, game.state.bet)) : game;
	const { demoBalance } = told.state;
	return {
		...told,
		state: {
			...told.state,
			demoBalance: demoBalance === undefined ? undefined : (answer.balance ?? demoBalance),
		},
		results: withResult(told.results, answer.bet, undefined),
	};
}

function withBet(game: SoloGame, told: PlayerBet | null): SoloGame {
	const { state } = game;
	const { round, history } = state;
	const bet = betAt(round?.phase, told);
	const betRound = bet && bet.id === state.bet?.id ? game.betRound : round?.id;
	const gone = bet
		? null
		: calledOff(state.bet, game.betRound, { roundId: round?.id, isActive: true, history });
	const results = withResult(game.results, gone, game.betRound);
	return { state: { ...state, bet }, betRound, results: withResult(results, bet, betRound) };
}
