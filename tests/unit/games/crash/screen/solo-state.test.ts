import { describe, expect, it } from "vitest";
import type { PlayerBet, RoundView, SoloState } from "~/games/crash/engine/view";
import { initialSoloGame, reduceSolo, type SoloEvent, type SoloGame } from "~/games/crash/screen/solo-state";

const round = (id: string, phase: RoundView["phase"], multiplier = 100): RoundView => ({
	id,
	phase,
	elapsed: 0,
	lasts: phase === "flying" ? null : 5000,
	multiplier,
});
const bet: PlayerBet = { id: "b", stake: 20, target: 200, status: "active", multiplier: null, payout: null };
const won: PlayerBet = { ...bet, status: "cashed_out", multiplier: 200, payout: 40 };
const state = (change: Partial<SoloState> = {}): SoloState => ({
	round: round("r1", "waiting"),
	bet: null,
	history: [],
	...change,
});
const apply = (game: SoloGame, ...event: SoloEvent[]) => event.reduce(reduceSolo, game);
const tells = (change: Partial<SoloState>): SoloEvent => ({ type: "state", state: state(change) });
const open = (change: Partial<SoloState> = {}) => initialSoloGame({ state: state(change), results: [] });
const answers = (answer: Extract<SoloEvent, { type: "answer" }>["answer"]): SoloEvent => ({
	type: "answer",
	answer,
});

describe("a player's own game", () => {
	it("goes through a round that is won", () => {
		const game = apply(
			open(),
			answers({ ok: true, did: "placed", bet }),
			{ type: "phase", round: round("r1", "flying") },
			tells({ round: round("r1", "flying"), bet: won }),
			tells({ round: round("r1", "crashed", 231), bet: won, history: [{ id: "r1", crashPoint: 231 }] }),
		);
		expect(game.state.bet).toEqual(won);
		expect(game.results).toMatchObject([{ betId: "b", roundId: "r1", payout: 40, multiplier: 200 }]);
	});

	it("counts a bet that flies at the crash as lost, until a later word", () => {
		const crashed = apply(open({ bet }), tells({ round: round("r1", "crashed", 150), bet }));
		expect(crashed.state.bet?.status).toBe("lost");
		expect(crashed.results).toMatchObject([{ status: "lost", payout: 0 }]);
		const late = apply(crashed, answers({ ok: true, did: "cashedOut", bet: won }));
		expect(late.results).toMatchObject([{ status: "cashed_out", payout: 40 }]);
	});

	it("waits for a start, takes the answer to it over, and keeps what the stream has told since", () => {
		const idle = open({ round: null });
		const started = answers({ ok: true, did: "started", state: state() });
		expect(apply(idle, started).state).toEqual(state());
		const ahead = apply(idle, tells({}), { type: "phase", round: round("r1", "flying") });
		expect(apply(ahead, started).state.round?.phase).toBe("flying");
	});

	it("leaves a bet that has started the game to the stream, which tells of its round as well", () => {
		const idle = open({ round: null });
		const placed = apply(idle, answers({ ok: true, did: "placed", bet }));
		expect(placed.state).toMatchObject({ round: null, bet: null });
		const told = apply(placed, tells({ bet }), { type: "phase", round: round("r1", "crashed", 150) });
		expect(told.results).toMatchObject([{ betId: "b", roundId: "r1", status: "lost" }]);
	});

	it("takes a visitor's balance over from answers and the stream, and no viewer's", () => {
		const demo = open({ demoBalance: 1000 });
		const placed = apply(demo, answers({ ok: true, did: "placed", bet, balance: 980 }));
		expect(placed.state.demoBalance).toBe(980);
		expect(apply(placed, tells({ demoBalance: 1020 })).state.demoBalance).toBe(1020);
		const viewer = apply(open(), answers({ ok: true, did: "placed", bet, balance: 980 }));
		expect(viewer.state.demoBalance).toBeUndefined();
	});

	it("says that the stake was given back when the game is gone with its round", () => {
		const game = apply(open({ bet }), tells({ round: null }));
		expect(game.results).toMatchObject([{ betId: "b", roundId: "r1", status: "refunded", payout: 20 }]);
	});

	it("keeps the last ten crashes, each once", () => {
		const history = Array.from({ length: 10 }, (_, at) => ({ id: `old${at}`, crashPoint: 100 }));
		const crash: SoloEvent = { type: "phase", round: round("r1", "crashed", 150) };
		const game = apply(open({ history }), crash, crash);
		expect(game.state.history).toHaveLength(10);
		expect(game.state.history[0]).toEqual({ id: "r1", crashPoint: 150 });
	});

	it("tells of a bet whose round was called off", () => {
		const game = apply(open({ bet }), tells({ round: round("r9", "waiting") }));
		expect(game.results).toMatchObject([{ betId: "b", roundId: "r1", status: "refunded", payout: 20 }]);
	});

	it("says nothing of a bet that was taken back, or of a round that ended unseen", () => {
		expect(apply(open({ bet }), tells({})).results).toEqual([]);
		expect(apply(open({ bet }), answers({ ok: true, did: "cancelled" })).results).toEqual([]);
		const history = [{ id: "r1", crashPoint: 120 }];
		expect(apply(open({ bet }), tells({ round: round("r2", "waiting"), history })).results).toEqual([]);
	});
});
