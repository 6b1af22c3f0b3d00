/** A solo game in the browser: a reducer of the loaded state, the events of the stream and the answers. */

import { withPastRound } from "../engine/live-frames";
import { withResult } from "../engine/player-results";
import { type RoundView, SOLO_HISTORY, type SoloState } from "../engine/view";
import type { CrashAnswer, SoloPage } from "./page-data";
import { isOfOtherPlayer, type Player, withAnswer, withLoaded, withOwn } from "./player";

export interface SoloGame extends Player, Omit<SoloState, "own"> {}

type Loaded = Pick<SoloPage, "state" | "results">;

export type SoloEvent =
	/** The page was loaded again. */
	| ({ type: "page"; isBehind: boolean } & Loaded)
	| { type: "state"; state: SoloState }
	| { type: "phase"; round: RoundView }
	| { type: "answer"; answer: Extract<CrashAnswer, { ok: true }> };

export const initialSoloGame = ({ state, results }: Loaded): SoloGame => ({
	...state,
	results: withResult(results, state.own.bet),
});

/** Returns the game after an event; changes nothing in place. */
export function reduceSolo(game: SoloGame, event: SoloEvent): SoloGame {
	switch (event.type) {
		case "page": {
			const { own, ...round } = event.state;
			return withLoaded(event.isBehind ? game : { ...game, ...round }, { own, results: event.results });
		}
		case "state": {
			const { own, ...round } = event.state;
			if (isOfOtherPlayer(game, own)) return game;
			return withOwn({ ...game, ...round }, own);
		}
		case "phase":
			return {
				...game,
				round: event.round,
				history: withPastRound(game.history, event.round, SOLO_HISTORY),
			};
		case "answer": {
			if (isOfOtherPlayer(game, event.answer.own)) return game;
			const { state } = event.answer;
			// Otherwise the stream has sent the round already.
			const started = game.round || !state ? game : { ...game, round: state.round, history: state.history };
			return withAnswer(started, event.answer);
		}
	}
}
