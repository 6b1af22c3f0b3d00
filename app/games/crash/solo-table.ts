/** A player's own table as a page knows it: what it was loaded with, and all that was told since. */
import { betAfterAnswer, betAt, betInRound, withPastRound } from "./own-bet";
import { type OwnResult, withResult } from "./own-results";
import type { CrashAnswer } from "./page-data";
import type { OwnBet, RoundView, SoloState } from "./view";

export const SOLO_HISTORY = 10;

export interface SoloTable {
	state: SoloState;
	/** The bets that have ended since the page was opened. */
	results: readonly OwnResult[];
}

export type SoloNews =
	| { type: "state"; state: SoloState }
	| { type: "phase"; round: RoundView }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const openSoloTable = (state: SoloState): SoloTable => withBet({ state, results: [] }, state.bet);

export function hearSolo(table: SoloTable, news: SoloNews): SoloTable {
	const { state } = table;
	switch (news.type) {
		case "state":
			return withBet({ ...table, state: news.state }, news.state.bet);
		case "phase": {
			const history = withPastRound(state.history, news.round, SOLO_HISTORY);
			const bet = betInRound(state.round, news.round, state.bet);
			return withBet({ ...table, state: { ...state, round: news.round, history } }, bet);
		}
		case "answer": {
			const told = withBet(table, betAfterAnswer(news.answer, state.bet));
			return { ...told, results: withResult(told.results, news.answer.bet, undefined) };
		}
	}
}

function withBet({ state, results }: SoloTable, told: OwnBet | null): SoloTable {
	const bet = betAt(state.round.phase, told);
	return { state: { ...state, bet }, results: withResult(results, bet, state.round.id) };
}
