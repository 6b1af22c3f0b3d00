import { describe, expect, it } from "vitest";
import type { PlayerBet, PlayerState, SoloState } from "~/games/crash/engine/view";
import { betIn } from "~/games/crash/screen/player";
import { initialSoloGame, reduceSolo, type SoloEvent, type SoloGame } from "~/games/crash/screen/solo-state";
import { ownBet, playerState, roundView } from "./state.setup";

const bet = ownBet("b", { stake: 20, target: 200 });
const won: PlayerBet = { ...bet, status: "cashed_out", multiplier: 200, payout: 40 };
const own = (version: number, bet: PlayerBet | null, demoBalance?: number): PlayerState => ({
	...playerState(version, bet),
	demoBalance,
});
const state = (change: Partial<SoloState> = {}): SoloState => ({
	...{ round: roundView("r1", "waiting"), history: [], own: own(0, null) },
	...change,
});
const apply = (game: SoloGame, ...event: SoloEvent[]) => event.reduce(reduceSolo, game);
const sent = (change: Partial<SoloState>): SoloEvent => ({ type: "state", state: state(change) });
const open = (change: Partial<SoloState> = {}) => initialSoloGame({ state: state(change), results: [] });
const answers = (answer: Omit<Extract<SoloEvent, { type: "answer" }>["answer"], "ok">): SoloEvent => ({
	...{ type: "answer", answer: { ok: true, ...answer } },
});
const phase = (...[name, multiplier]: [string, number?]): SoloEvent => ({
	...{ type: "phase", round: roundView("r1", name as "flying", multiplier) },
});

describe("a player's own game", () => {
	it("has no result at the crash until the server sends it", () => {
		const crashed = apply(open({ own: own(1, bet) }), phase("crashed", 150));
		expect(crashed.results).toEqual([]);
		const late = apply(crashed, answers({ did: "cashedOut", own: own(2, won), bet: won }));
		expect(late.results).toEqual([won]);
	});

	it("takes over the answer to its start, unless the stream has sent the round", () => {
		const idle = open({ round: null });
		const started = answers({ did: "started", state: state(), own: own(1, null) });
		expect(apply(idle, started).round).toEqual(roundView("r1", "waiting"));
		expect(apply(idle, sent({ own: own(2, null) }), phase("flying"), started).round?.phase).toBe("flying");
	});

	it("shows the bet that has started the game when the stream has sent its round", () => {
		const placed = apply(open({ round: null }), answers({ did: "placed", own: own(1, bet) }));
		expect(betIn(placed.round, placed.own)).toBeNull();
		const shown = apply(placed, sent({ own: own(2, bet) }));
		expect(betIn(shown.round, shown.own)).toEqual(bet);
	});

	it("takes a visitor's balance over from answers and the stream, the newer one", () => {
		const placed = apply(
			open({ own: own(0, null, 1000) }),
			answers({ did: "placed", own: own(2, bet, 980) }),
		);
		expect(placed.own.demoBalance).toBe(980);
		expect(apply(placed, sent({ own: own(1, null, 1000) })).own.demoBalance).toBe(980);
		expect(apply(placed, sent({ own: own(3, won, 1020) })).own.demoBalance).toBe(1020);
	});

	it("infers nothing from a bet or a round that is gone", () => {
		for (const next of [sent({ round: null, own: own(2, null) }), sent({ own: own(2, null) })]) {
			const game = apply(open({ own: own(1, bet) }), next);
			expect([game.own.bet, game.results]).toEqual([null, []]);
		}
	});

	it("ignores the states of another player", () => {
		const other = { ...own(2, { ...won, id: "other" }), wallet: "bruno" };
		const before = open({ own: own(1, bet) });
		const answer = answers({ did: "started", own: other, state: state({ round: null, own: other }) });
		expect(apply(before, sent({ round: null, own: other }), answer)).toBe(before);
	});
});
