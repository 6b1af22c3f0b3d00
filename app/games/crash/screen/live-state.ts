/** The live table as a page knows it: what it was loaded with, and all that the stream has told since. */

import { type OwnResult, withResult } from "../engine/own-results";
import {
	LIVE_HISTORY,
	type LiveState,
	type OwnLiveState,
	type PublicBet,
	type RoundView,
	SHOWN_BETS,
	type Totals,
} from "../engine/view";
import { betAfterAnswer, betAt, betInRound, calledOff, withPastRound } from "./bet/own-bet";
import type { CrashAnswer } from "./page-data";

const NO_TOTALS: Totals = { players: 0, staked: 0, paid: 0 };

export interface LiveTable {
	state: LiveState;
	own: OwnLiveState;
	/** The round of the viewer's bet. */
	betRound: string | undefined;
	/** The viewer's last bets that have ended. */
	results: readonly OwnResult[];
}

export type LiveNews =
	/** The page was loaded again. */
	| { type: "page"; state: LiveState; own: OwnLiveState; results: readonly OwnResult[] }
	| { type: "state"; state: LiveState }
	| { type: "phase"; round: RoundView }
	| { type: "bets"; changed: PublicBet[]; gone: string[]; totals: Totals }
	| { type: "own"; own: OwnLiveState }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const openLiveTable = ({ state, own, results }: Omit<LiveTable, "betRound">): LiveTable =>
	withOwn({ state, own: { bet: null, queued: null }, betRound: undefined, results }, own);

export function hearLive(table: LiveTable, news: LiveNews): LiveTable {
	switch (news.type) {
		case "page":
			return withOwn({ ...table, state: news.state, results: news.results }, news.own);
		case "state":
			return withRound(table, news.state);
		case "phase":
			return withRound(table, phaseOf(table.state, news.round));
		case "bets":
			return { ...table, state: { ...table.state, ...mergeBets(table.state, news) } };
		case "own":
			return withOwn(table, news.own);
		case "answer":
			return withAnswer(table, news.answer);
	}
}

function withRound(table: LiveTable, state: LiveState): LiveTable {
	const bet = betInRound(table.state.round, state.round, table.own.bet);
	return withOwn({ ...table, state }, { ...table.own, bet });
}

function withOwn(table: LiveTable, own: OwnLiveState): LiveTable {
	const { round, active, history } = table.state;
	const bet = betAt(round?.phase, own.bet);
	const betRound = bet && bet.id === table.own.bet?.id ? table.betRound : round?.id;
	const gone = bet
		? null
		: calledOff(table.own.bet, table.betRound, { roundId: round?.id, isActive: active, history });
	const results = withResult(table.results, gone, table.betRound);
	return { ...table, own: { ...own, bet }, betRound, results: withResult(results, bet, betRound) };
}

function withAnswer(table: LiveTable, answer: Extract<CrashAnswer, { ok: true }>): LiveTable {
	const { own } = table;
	const queued = answer.did === "unqueued" ? null : (answer.queued ?? own.queued);
	const told = withOwn(table, { bet: betAfterAnswer(answer, own.bet), queued });
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
	{ changed, gone, totals }: Extract<LiveNews, { type: "bets" }>,
): Pick<LiveState, "bets" | "totals"> {
	const byId = new Map(bets.map((bet) => [bet.id, bet]));
	for (const id of gone) byId.delete(id);
	for (const bet of changed) byId.set(bet.id, round?.phase === "crashed" ? lostIfActive(bet) : bet);
	const largest = [...byId.values()].sort((one, other) => other.stake - one.stake);
	return { bets: largest.slice(0, SHOWN_BETS), totals };
}
