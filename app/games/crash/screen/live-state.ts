/** The live game in the browser: a reducer of the loaded state, the events of the stream and the answers. */

import { withFrame } from "../engine/live-frames";
import { withResult } from "../engine/player-results";
import type { Exit, LiveState, PlayerState, PublicBet, RoundView, Totals } from "../engine/view";
import type { CrashAnswer } from "./page-data";
import { type Player, withAnswer, withLoaded, withOwn } from "./player";

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
			return { ...game, state: withFrame(game.state, { event: "phase", data: event.round }) };
		case "bets":
			return {
				...game,
				state: withFrame(game.state, { event: "bets", data: event }),
				exits: event.exits.length > 0 ? [...game.exits, ...event.exits].slice(-MAX_EXITS) : game.exits,
			};
		case "own":
			return withOwn(game, event.own);
		case "answer":
			return withAnswer(game, event.answer);
	}
}
