/** A player's own table as a page knows it: what it was loaded with, and all that was told since. */

import { type OwnResult, withResult } from "../engine/own-results";
import { type OwnBet, type RoundView, SOLO_HISTORY, type SoloState } from "../engine/view";
import { betAfterAnswer, betAt, betInRound, calledOff, withPastRound } from "./bet/own-bet";
import type { CrashAnswer } from "./page-data";

export interface SoloTable {
	state: SoloState;
	/** The round of the player's bet. */
	betRound: string | undefined;
	/** The player's last bets that have ended. */
	results: readonly OwnResult[];
}

export type SoloNews =
	/** `results` if the page was loaded again. */
	| { type: "state"; state: SoloState; results?: readonly OwnResult[] }
	| { type: "phase"; round: RoundView }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const openSoloTable = ({ state, results }: Omit<SoloTable, "betRound">): SoloTable =>
	withBet({ state: { ...state, bet: null }, betRound: undefined, results }, state.bet);

export function hearSolo(table: SoloTable, news: SoloNews): SoloTable {
	const { state } = table;
	switch (news.type) {
		case "state":
			return withBet(
				{ ...table, state: { ...news.state, bet: state.bet }, results: news.results ?? table.results },
				news.state.bet,
			);
		case "phase": {
			const history = withPastRound(state.history, news.round, SOLO_HISTORY);
			const bet = betInRound(state.round, news.round, state.bet);
			return withBet({ ...table, state: { ...state, round: news.round, history } }, bet);
		}
		case "answer":
			return withAnswer(table, news.answer);
	}
}

function withAnswer(table: SoloTable, answer: Extract<CrashAnswer, { ok: true }>): SoloTable {
	// The stream has told of the game already, or is about to tell of the round and the bet in it.
	if (!table.state.round && answer.state) return withBet({ ...table, state: answer.state }, answer.state.bet);
	const told = table.state.round ? withBet(table, betAfterAnswer(answer, table.state.bet)) : table;
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

function withBet(table: SoloTable, told: OwnBet | null): SoloTable {
	const { state } = table;
	const { round, history } = state;
	const bet = betAt(round?.phase, told);
	const betRound = bet && bet.id === state.bet?.id ? table.betRound : round?.id;
	const gone = bet
		? null
		: calledOff(state.bet, table.betRound, { roundId: round?.id, isActive: true, history });
	const results = withResult(table.results, gone, table.betRound);
	return { state: { ...state, bet }, betRound, results: withResult(results, bet, betRound) };
}
