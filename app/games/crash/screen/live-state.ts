/** The live game in the browser: a reducer of the loaded state, the events of the stream and the answers. */

import { withResult } from "../engine/player-results";
import {
	type Exit,
	LIVE_HISTORY,
	type LiveState,
	type PlayerState,
	type PublicBet,
	type RoundView,
	SHOWN_BETS,
	type Totals,
} from "../engine/view";
import type { CrashAnswer } from "./page-data";
import { type Player, withAnswer, withLoaded, withOwn, withPastRound } from "./player";

const NO_TOTALS: Totals = { players: 0, staked: 0, paid: 0, flying: 0 };
/** Of one round; the first ones are dropped. */
const MAX_EXITS = 400;

interface Loaded extends Player {
	state: LiveState;
}

export interface LiveGame extends Loaded {
	/** Cash-outs in this round of bets that are not public, since the page is open. */
	exits: readonly Exit[];
}

export type LiveEvent =
	/** The page was loaded again. */
	| ({ type: "page"; isBehind: boolean } & Loaded)
	| { type: "state"; state: LiveState }
	| { type: "phase"; round: RoundView }
	| { type: "bets"; changed: PublicBet[]; gone: string[]; exits: Exit[]; totals: Totals }
	| { type: "own"; own: PlayerState }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const initialLiveGame = ({ state, own, results }: Loaded): LiveGame => ({
	state,
	own,
	exits: [],
	results: withResult(results, own.bet),
});

/**
 * Returns the game after an event; changes nothing in place. A new round empties the public bets, and at the crash open
 * public bets count as lost. The player's own bet changes only by a newer state of the server.
 */
export function reduceLive(game: LiveGame, event: LiveEvent): LiveGame {
	const next = reduced(game, event);
	const isSameRound = next.state.round?.id === game.state.round?.id;
	return isSameRound || next.exits.length === 0 ? next : { ...next, exits: [] };
}

function reduced(game: LiveGame, event: LiveEvent): LiveGame {
	switch (event.type) {
		case "page":
			return withLoaded(event.isBehind ? game : { ...game, state: event.state }, event);
		case "state":
			return { ...game, state: event.state };
		case "phase":
			return { ...game, state: phaseOf(game.state, event.round) };
		case "bets":
			return {
				...game,
				state: { ...game.state, ...mergeBets(game.state, event) },
				exits: event.exits.length > 0 ? [...game.exits, ...event.exits].slice(-MAX_EXITS) : game.exits,
			};
		case "own":
			return withOwn(game, event.own);
		case "answer":
			return withAnswer(game, event.answer);
	}
}

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
	{ changed, gone, totals }: Extract<LiveEvent, { type: "bets" }>,
): Pick<LiveState, "bets" | "totals"> {
	const byId = new Map(bets.map((bet) => [bet.id, bet]));
	for (const id of gone) byId.delete(id);
	for (const bet of changed) byId.set(bet.id, round?.phase === "crashed" ? lostIfActive(bet) : bet);
	const largest = [...byId.values()].sort((one, other) => other.stake - one.stake || one.order - other.order);
	const shown = largest.slice(0, SHOWN_BETS).sort((one, other) => one.order - other.order);
	return { bets: shown, totals: round?.phase === "crashed" ? { ...totals, flying: 0 } : totals };
}
