import { describe, expect, it } from "vitest";
import type { PlayerBet, PlayerState, SoloState } from "~/games/crash/engine/view";
import { reduceSolo, type SoloGame, type SoloNews } from "~/games/crash/screen/solo-state";
import { ownBet, playerState, roundView } from "./state.setup";

const bet = ownBet("b", { stake: 20, target: 200 });
const won: PlayerBet = { ...bet, status: "cashed_out", multiplier: 200, payout: 40 };
const stateOf = (version: number, bet: PlayerBet | null, change: Partial<SoloState> = {}): SoloState => ({
	...{ round: roundView("r1", "flying"), history: [], own: playerState(version, bet) },
	...change,
});
const open = (version: number, bet: PlayerBet | null): SoloGame => ({
	...stateOf(version, bet),
	results: [],
});
const apply = (game: SoloGame, ...news: SoloNews[]) => news.reduce(reduceSolo, game);

describe("a player's own game", () => {
	it("is the newest state, whichever way it came", () => {
		const crashed = { round: roundView("r1", "crashed", 300) };
		const game = apply(open(1, bet), { state: stateOf(3, won, crashed) }, { state: stateOf(2, bet) });
		expect([game.round?.phase, game.own.bet, game.results]).toEqual(["crashed", won, [won]]);
		const idle = apply(game, { state: stateOf(4, won, { round: null }) });
		expect([idle.round, idle.results]).toEqual([null, [won]]);
	});

	it("keeps the results of a page that is older, and of a bet that is no longer in the state", () => {
		const earlier = ownBet("earlier", { status: "lost", payout: 0 }) as SoloGame["results"][number];
		const game = apply(open(2, won), { state: stateOf(1, bet), results: [earlier] });
		expect([game.own.bet, game.results]).toEqual([won, [earlier]]);
		const other = { ...won, id: "other" };
		expect(apply(game, { state: stateOf(3, null), bet: other }).results).toEqual([other, earlier]);
	});

	it("has no round once the last one is over and no next one has opened", () => {
		const crashed = open(1, won);
		expect(apply(crashed, { isOver: true })).toEqual({ ...crashed, round: null });
	});

	it("ignores the states of another player", () => {
		const other: PlayerState = { ...playerState(9, { ...won, id: "other" }), wallet: "bruno" };
		const before = open(1, bet);
		expect(apply(before, { state: stateOf(9, null, { own: other }) }, { bet: won })).toBe(before);
	});
});
