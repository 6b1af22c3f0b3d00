import { describe, expect, it } from "vitest";
import type { PlayerBet, PlayerState, RoundView, SoloState } from "~/games/crash/engine/view";
import { betIn } from "~/games/crash/screen/player";
import { initialSoloGame, reduceSolo, type SoloEvent, type SoloGame } from "~/games/crash/screen/solo-state";

const round = (id: string, phase: RoundView["phase"], multiplier = 100): RoundView => ({
	id,
	phase,
	elapsed: 0,
	lasts: phase === "flying" ? null : 5000,
	multiplier,
});
const bet: PlayerBet = {
	id: "b",
	roundId: "r1",
	stake: 20,
	target: 200,
	status: "active",
	multiplier: null,
	payout: null,
};
const won: PlayerBet = { ...bet, status: "cashed_out", multiplier: 200, payout: 40 };
const own = (version: number, bet: PlayerBet | null, demoBalance?: number): PlayerState => ({
	wallet: "ana",
	version,
	bet,
	queued: null,
	demoBalance,
});
const state = (change: Partial<SoloState> = {}): SoloState => ({
	round: round("r1", "waiting"),
	history: [],
	own: own(0, null),
	...change,
});
const apply = (game: SoloGame, ...event: SoloEvent[]) => event.reduce(reduceSolo, game);
const sent = (change: Partial<SoloState>): SoloEvent => ({ type: "state", state: state(change) });
const open = (change: Partial<SoloState> = {}) => initialSoloGame({ state: state(change), results: [] });
const answers = (answer: Omit<Extract<SoloEvent, { type: "answer" }>["answer"], "ok">): SoloEvent => ({
	type: "answer",
	answer: { ok: true, ...answer },
});

describe("a player's own game", () => {
	it("goes through a round that is won", () => {
		const history = [{ id: "r1", crashPoint: 231 }];
		const game = apply(
			open(),
			answers({ did: "placed", own: own(1, bet) }),
			{ type: "phase", round: round("r1", "flying") },
			sent({ round: round("r1", "flying"), own: own(2, won) }),
			sent({ round: round("r1", "crashed", 231), own: own(3, won), history }),
		);
		expect(game.own.bet).toEqual(won);
		expect(game.results).toEqual([won]);
		expect(game.history).toEqual(history);
	});

	it("has no result at the crash until the server sends it", () => {
		const crashed = apply(open({ own: own(1, bet) }), {
			type: "phase",
			round: round("r1", "crashed", 150),
		});
		expect(crashed.results).toEqual([]);
		const late = apply(crashed, answers({ did: "cashedOut", own: own(2, won), bet: won }));
		expect(late.results).toEqual([won]);
	});

	it("takes over the answer to its start, unless the stream has sent the round", () => {
		const idle = open({ round: null });
		const started = answers({ did: "started", state: state(), own: own(1, null) });
		expect(apply(idle, started).round).toEqual(round("r1", "waiting"));
		const ahead = apply(idle, sent({ own: own(2, null) }), { type: "phase", round: round("r1", "flying") });
		expect(apply(ahead, started).round?.phase).toBe("flying");
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
			expect(game.own.bet).toBeNull();
			expect(game.results).toEqual([]);
		}
	});

	it("ignores the states of another player", () => {
		const other = { ...own(2, { ...won, id: "other" }), wallet: "bruno" };
		const before = open({ own: own(1, bet) });
		const answer = answers({ did: "started", own: other, state: state({ round: null, own: other }) });
		expect(apply(before, sent({ round: null, own: other }), answer)).toBe(before);
	});

	it("takes the stored results over from a page that was loaded again", () => {
		const refunded = { ...bet, status: "refunded" as const, payout: 20 };
		const game = apply(open({ own: own(1, bet) }), {
			type: "page",
			isBehind: false,
			state: state({ round: null, own: own(2, null) }),
			results: [refunded],
		});
		expect(game.round).toBeNull();
		expect(game.results).toEqual([refunded]);
	});

	it("keeps the last ten crashes, each once", () => {
		const history = Array.from({ length: 10 }, (_, at) => ({ id: `old${at}`, crashPoint: 100 }));
		const crash: SoloEvent = { type: "phase", round: round("r1", "crashed", 150) };
		const game = apply(open({ history }), crash, crash);
		expect(game.history).toHaveLength(10);
		expect(game.history[0]).toEqual({ id: "r1", crashPoint: 150 });
	});
});
