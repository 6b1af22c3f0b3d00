import { describe, expect, it } from "vitest";
import {
	LIVE_HISTORY,
	type LiveState,
	type PlayerBet,
	type PlayerLiveState,
	type PublicBet,
	type RoundView,
} from "~/games/crash/engine/view";
import { initialLiveGame, type LiveEvent, type LiveGame, reduceLive } from "~/games/crash/screen/live-state";

const round = (id: string, phase: RoundView["phase"], multiplier = 100): RoundView => ({
	id,
	phase,
	elapsed: 0,
	lasts: phase === "flying" ? null : 5000,
	multiplier,
});
const publicBet = (id: string, stake = 10, status: PublicBet["status"] = "active"): PublicBet => ({
	id,
	player: { pseudonym: `pseudo${id}` },
	stake,
	status,
	multiplier: null,
	payout: null,
});
const ownBet = (id: string, change: Partial<PlayerBet> = {}): PlayerBet => ({
	id,
	stake: 10,
	target: null,
	status: "active",
	multiplier: null,
	payout: null,
	...change,
});
const state = (change: Partial<LiveState> = {}): LiveState => ({
	active: true,
	round: round("r1", "waiting"),
	bets: [],
	totals: { players: 0, staked: 0, paid: 0 },
	history: [],
	...change,
});
const nothing: PlayerLiveState = { bet: null, queued: null };
const open = (change: Partial<LiveState> = {}, own = nothing) =>
	initialLiveGame({ state: state(change), own, results: [] });
const apply = (game: LiveGame, ...event: LiveEvent[]) => event.reduce(reduceLive, game);
const totals = (players: number) => ({ players, staked: players * 10, paid: 0 });
const flies: LiveEvent = { type: "phase", round: round("r1", "flying") };
const crashes: LiveEvent = { type: "phase", round: round("r1", "crashed", 231) };
const own = (bet: PlayerBet | null, queued: PlayerLiveState["queued"] = null): LiveEvent => ({
	type: "own",
	own: { bet, queued },
});

describe("everybody's bets", () => {
	it("are merged by id, the largest first, with the server's totals", () => {
		const game = apply(
			open({ bets: [publicBet("a", 20)] }),
			{ type: "bets", changed: [publicBet("b", 50), publicBet("c", 10)], gone: [], totals: totals(3) },
			{ type: "bets", changed: [publicBet("a", 20, "cashed_out")], gone: ["c"], totals: totals(2) },
		);
		expect(game.state.bets.map(({ id, status }) => [id, status])).toEqual([
			["b", "active"],
			["a", "cashed_out"],
		]);
		expect(game.state.totals).toEqual(totals(2));
	});

	it("are the 50 largest, however many are told", () => {
		const changed = Array.from({ length: 70 }, (_, at) => publicBet(`${at}`, 10 * (at + 1)));
		const { state } = apply(open(), { type: "bets", changed, gone: [], totals: totals(70) });
		expect(state.bets).toHaveLength(50);
		expect(state.bets[0]?.stake).toBe(700);
		expect(state.bets.at(-1)?.stake).toBe(210);
		expect(state.totals.players).toBe(70);
	});

	it("that still fly at the crash are lost, until a later word", () => {
		const bets = [publicBet("a"), publicBet("b", 10, "cashed_out")];
		const game = apply(open({ bets }), flies, crashes);
		expect(game.state.bets.map(({ status }) => status)).toEqual(["lost", "cashed_out"]);
		const late = { ...publicBet("a", 10, "cashed_out"), multiplier: 231, payout: 23 };
		const told = apply(game, { type: "bets", changed: [late], gone: [], totals: totals(2) });
		expect(told.state.bets.find(({ id }) => id === "a")).toEqual(late);
	});

	it("go with their round", () => {
		const before = open({ bets: [publicBet("a")], totals: totals(1) });
		const game = apply(before, { type: "phase", round: round("r2", "waiting") });
		expect(game.state).toMatchObject({ bets: [], totals: { players: 0, staked: 0, paid: 0 } });
	});
});

describe("the history", () => {
	it("takes each crash once, newest first", () => {
		const game = apply(open({ history: [{ id: "r0", crashPoint: 150 }] }), flies, crashes, crashes);
		expect(game.state.history).toEqual([
			{ id: "r1", crashPoint: 231 },
			{ id: "r0", crashPoint: 150 },
		]);
	});

	it("keeps fifty", () => {
		const history = Array.from({ length: LIVE_HISTORY }, (_, at) => ({ id: `old${at}`, crashPoint: 100 }));
		const game = apply(open({ history }), flies, crashes);
		expect(game.state.history).toHaveLength(50);
		expect(game.state.history[0]?.id).toBe("r1");
	});
});

describe("the player's own bet", () => {
	it("is lost at the crash, and won after all if the server says so", () => {
		const crashed = apply(open(), own(ownBet("b")), flies, crashes);
		expect(crashed.own.bet?.status).toBe("lost");
		expect(crashed.results).toMatchObject([{ betId: "b", roundId: "r1", status: "lost", payout: 0 }]);
		const won = ownBet("b", { status: "cashed_out", multiplier: 231, payout: 23 });
		const told = apply(crashed, own(won));
		expect(told.own.bet).toEqual(won);
		expect(told.results).toMatchObject([{ betId: "b", status: "cashed_out", multiplier: 231, payout: 23 }]);
	});

	it("is a result as soon as it is cashed out, once", () => {
		const won = ownBet("b", { status: "cashed_out", multiplier: 120, payout: 12 });
		const game = apply(open(), own(ownBet("b")), flies, own(won), crashes, own(won));
		expect(game.results).toHaveLength(1);
		expect(game.own.bet).toEqual(won);
	});

	it("goes with its round, and its result stays", () => {
		const game = apply(open(), own(ownBet("b")), flies, crashes, {
			type: "state",
			state: state({ round: round("r2", "waiting") }),
		});
		expect(game.own.bet).toBeNull();
		expect(game.results).toHaveLength(1);
	});

	it("of the new round stays, told before or after that round", () => {
		const crashed = apply(open(), own(ownBet("b")), flies, crashes);
		const waits: LiveEvent = { type: "state", state: state({ round: round("r2", "waiting") }) };
		expect(apply(crashed, waits, own(ownBet("c"))).own.bet?.id).toBe("c");
		expect(apply(open(), own(ownBet("c")), waits).own.bet?.id).toBe("c");
	});

	it("that was given back is told as such", () => {
		const game = apply(open(), own(ownBet("b")), own(ownBet("b", { status: "refunded", payout: 10 })));
		expect(game.results).toMatchObject([{ status: "refunded", payout: 10 }]);
	});

	it("that is gone with its round was called off, unless the round has ended unseen", () => {
		const flying = apply(open(), own(ownBet("b")), flies);
		const restarted: LiveEvent = { type: "state", state: state({ round: round("r5", "waiting") }) };
		expect(apply(flying, restarted, own(null)).results).toMatchObject([
			{ betId: "b", roundId: "r1", status: "refunded", payout: 10 },
		]);
		const history = [{ id: "r1", crashPoint: 120 }];
		const missed: LiveEvent = { type: "state", state: state({ round: round("r2", "waiting"), history }) };
		const game = apply(flying, missed, own(null));
		expect(game.own.bet).toBeNull();
		expect(game.results).toEqual([]);
	});

	it("is called off when the game is stopped before the start, and taken back when it is not", () => {
		const placed = apply(open(), own(ownBet("b")));
		expect(apply(placed, own(null)).results).toEqual([]);
		const stopped: LiveEvent = { type: "state", state: state({ active: false }) };
		expect(apply(placed, stopped, own(null)).results).toMatchObject([{ status: "refunded" }]);
	});

	it("keeps ten results, newest first", () => {
		let game = open();
		for (let at = 0; at < 12; at++) {
			const id = `r${at}`;
			game = apply(
				game,
				{ type: "state", state: state({ round: round(id, "waiting") }) },
				own(ownBet(`b${at}`)),
				{ type: "phase", round: round(id, "flying") },
				{ type: "phase", round: round(id, "crashed", 150) },
			);
		}
		expect(game.results.map(({ betId }) => betId)).toEqual(
			Array.from({ length: 10 }, (_, at) => `b${11 - at}`),
		);
	});

	it("that had ended before the page was opened counts among its results", () => {
		const bet = ownBet("b", { status: "cashed_out", multiplier: 150, payout: 15 });
		expect(open({ round: round("r1", "flying") }, { bet, queued: null }).results).toHaveLength(1);
		expect(open({}, { bet: ownBet("b"), queued: null }).results).toHaveLength(0);
	});
});

describe("an answer", () => {
	const placed: LiveEvent = { type: "answer", answer: { ok: true, did: "placed", bet: ownBet("b") } };

	it("tells the bet at once", () => {
		expect(apply(open(), placed).own.bet).toEqual(ownBet("b"));
	});

	it("that comes late undoes nothing", () => {
		const won = ownBet("b", { status: "cashed_out", multiplier: 120, payout: 12 });
		const game = apply(open(), own(ownBet("b")), flies, own(won), placed);
		expect(game.own.bet).toEqual(won);
	});

	it("to a cash-out brings the payout, also after the crash", () => {
		const won = ownBet("b", { status: "cashed_out", multiplier: 231, payout: 23 });
		const game = apply(open(), own(ownBet("b")), flies, crashes, {
			type: "answer",
			answer: { ok: true, did: "cashedOut", bet: won },
		});
		expect(game.own.bet).toEqual(won);
		expect(game.results).toMatchObject([{ status: "cashed_out", payout: 23 }]);
	});

	it("to a cash-out of a round that is over only tells its result", () => {
		const won = ownBet("b", { status: "cashed_out", multiplier: 231, payout: 23 });
		const game = apply(
			open(),
			own(ownBet("b")),
			flies,
			crashes,
			{ type: "state", state: state({ round: round("r2", "waiting") }) },
			{ type: "answer", answer: { ok: true, did: "cashedOut", bet: won } },
		);
		expect(game.own.bet).toBeNull();
		expect(game.results).toMatchObject([{ roundId: "r1", status: "cashed_out" }]);
	});

	it("takes a cancelled bet away, but not one that has flown since", () => {
		const cancelled: LiveEvent = { type: "answer", answer: { ok: true, did: "cancelled" } };
		expect(apply(open(), own(ownBet("b")), cancelled).own.bet).toBeNull();
		const lost = apply(open(), own(ownBet("b")), flies, crashes, cancelled);
		expect(lost.own.bet?.status).toBe("lost");
	});

	it("tells what waits for the next round", () => {
		const queued = { stake: 30, target: 200 };
		const game = apply(open(), { type: "answer", answer: { ok: true, did: "queued", queued } });
		expect(game.own.queued).toEqual(queued);
		const left = apply(game, { type: "answer", answer: { ok: true, did: "unqueued", queued: null } });
		expect(left.own.queued).toBeNull();
		expect(apply(game, placed).own.queued).toEqual(queued);
	});
});

describe("a page that was loaded again", () => {
	it("brings its own state, and the results that the server has", () => {
		const results = [
			{ betId: "b", roundId: "r1", stake: 10, status: "cashed_out", multiplier: 150, payout: 15 },
		] as const;
		const game = apply(open(), own(ownBet("b")), flies, crashes, {
			type: "page",
			state: state({ active: false, round: null }),
			own: nothing,
			results,
		});
		expect(game.state).toMatchObject({ active: false, round: null });
		expect(game.own).toEqual(nothing);
		expect(game.results).toEqual(results);
	});
});
