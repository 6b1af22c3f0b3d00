/** A game in the browser: a reducer of the loaded page, the events of the stream and the answers to forms. */
import { type LiveChange, withFrame } from "../engine/live-frames";
import { type PlayerResult, RESULTS_KEPT, withResult } from "../engine/player-results";
import type {
	Exit,
	LiveState,
	PastRound,
	PlayerBet,
	PlayerState,
	PublicBet,
	RoundView,
} from "../engine/view";

/** Of one round; the first ones are dropped. */
const MAX_EXITS = 400;

/** What both games show of their rounds. */
export interface Rounds {
	round: RoundView | null;
	/** Newest first. */
	history: readonly PastRound[];
	/** Live Crash only. */
	bets?: readonly PublicBet[];
}

export interface Game<State extends Rounds> {
	state: State;
	own: PlayerState;
	/** The player's last bets that have ended, newest first. */
	results: readonly PlayerResult[];
	/** Cash-outs in this round of bets that are not public, since the page is open. */
	exits: readonly Exit[];
}

export interface News<State extends Rounds> {
	/** A state that comes with `own` counts only if that is newer than the known one. */
	state?: State | undefined;
	own?: PlayerState;
	/** Of a page that was loaded. */
	results?: readonly PlayerResult[];
	/** A bet that was cashed out. It may be of an earlier round, so that it is not in the state. */
	bet?: PlayerBet | undefined;
	exits?: readonly Exit[];
}

export const openGame = <State extends Rounds>({
	state,
	own,
	results,
}: Pick<Game<State>, "state" | "own" | "results">): Game<State> => ({
	...{ state, own, exits: [] },
	results: withResult(results, own.bet),
});

/**
 * Returns the game after news; changes nothing in place. The states of another user, as whom the viewer has signed in in another
 * tab, are ignored.
 */
export function reduceGame<State extends Rounds>(game: Game<State>, news: News<State>): Game<State> {
	const { own = game.own, bet, results = [], exits = [] } = news;
	if (own.wallet !== game.own.wallet) return game;
	const isNewer = own.version > game.own.version;
	const state = (news.own === undefined || isNewer) && news.state ? news.state : game.state;
	const isSameRound = state.round?.id === game.state.round?.id;
	const known = withResult(withResults(game.results, results, isNewer), bet);
	return {
		state,
		own: isNewer ? own : game.own,
		results: isNewer ? withResult(known, own.bet) : known,
		exits: !isSameRound ? [] : exits.length > 0 ? [...game.exits, ...exits].slice(-MAX_EXITS) : game.exits,
	};
}

/** As {@link reduceGame}, with a change of the live game. */
export function reduceLive(game: Game<LiveState>, news: News<LiveState> & { change?: LiveChange }) {
	const { change, ...rest } = news;
	if (!change) {
		const next = reduceGame(game, rest);
		// A whole state comes, too, when a name was hidden. It does not say whose.
		return rest.state ? { ...next, exits: next.exits.map(withoutName) } : next;
	}
	const exits = change.event === "bets" ? change.data.exits : [];
	return reduceGame(game, { state: withFrame(game.state, change), exits });
}

const withoutName = (exit: Exit): Exit =>
	"name" in exit.player ? { ...exit, player: { pseudonym: "" } } : exit;

/**
 * Merges loaded results into the known ones, both newest first. Known results that were not loaded are kept: the loaded ones may be
 * older, and are only the last one for a visitor.
 * @param isNewer whether the loaded results are the newer ones.
 */
function withResults(
	known: readonly PlayerResult[],
	loaded: readonly PlayerResult[],
	isNewer: boolean,
): readonly PlayerResult[] {
	if (loaded.length === 0) return known;
	const byId = new Map(loaded.map((result) => [result.id, result]));
	const ids = [isNewer ? loaded : known, isNewer ? known : loaded].flat().map(({ id }) => id);
	const all = new Map(known.map((result) => [result.id, result]));
	const merged = [...new Set(ids)].flatMap((id) => byId.get(id) ?? all.get(id) ?? []);
	return merged.slice(0, RESULTS_KEPT);
}

/** The player's bet if it is in the shown round, else null. */
export const betIn = (round: RoundView | null, { bet }: PlayerState): PlayerBet | null =>
	bet && bet.roundId === round?.id ? bet : null;
