/** Applies frames of the live game to its public state, in browsers and in processes that do not run the game. */
import {
	type BetChanges,
	LIVE_HISTORY,
	type LiveState,
	NO_TOTALS,
	type PastRound,
	type PublicBet,
	type RoundView,
	SHOWN_BETS,
} from "./view";

/** An event of the live game that changes its state. */
export type LiveChange = { event: "phase"; data: RoundView } | { event: "bets"; data: BetChanges };

/** A new round empties the public bets; at the crash, open public bets count as lost. */
export const withFrame = (state: LiveState, change: LiveChange): LiveState =>
	change.event === "phase" ? phaseOf(state, change.data) : { ...state, ...mergeBets(state, change.data) };

function phaseOf(state: LiveState, round: RoundView): LiveState {
	const isNew = state.round?.id !== round.id;
	const history = withPastRound(state.history, round, LIVE_HISTORY);
	if (isNew) return { ...state, round, history, bets: [], totals: NO_TOTALS };
	if (round.phase !== "crashed") return { ...state, round, history };
	const totals = { ...state.totals, flying: 0 };
	return { ...state, round, history, bets: state.bets.map(lostIfActive), totals };
}

const lostIfActive = (bet: PublicBet): PublicBet =>
	bet.status === "active" ? { ...bet, status: "lost", payout: 0 } : bet;

function mergeBets(
	{ bets, round }: LiveState,
	{ changed, gone, totals }: BetChanges,
): Pick<LiveState, "bets" | "totals"> {
	const byId = new Map(bets.map((bet) => [bet.id, bet]));
	for (const id of gone) byId.delete(id);
	for (const bet of changed) byId.set(bet.id, round?.phase === "crashed" ? lostIfActive(bet) : bet);
	const largest = [...byId.values()].sort((one, other) => other.stake - one.stake || one.order - other.order);
	const shown = largest.slice(0, SHOWN_BETS).sort((one, other) => one.order - other.order);
	return { bets: shown, totals: round?.phase === "crashed" ? { ...totals, flying: 0 } : totals };
}

/** Adds a round that has crashed to the past rounds, newest first, once. */
export function withPastRound(
	history: readonly PastRound[],
	{ id, phase, multiplier }: RoundView,
	kept: number,
): PastRound[] {
	const isNew = phase === "crashed" && !history.some((past) => past.id === id);
	return (isNew ? [{ id, crashPoint: multiplier }, ...history] : [...history]).slice(0, kept);
}
