import { describe, expect, it } from "vitest";
import type { LiveState, PlayerBet, PlayerState, PublicBet } from "~/games/crash/engine/view";
import { exitMarks } from "~/games/crash/screen/exits";
import { initialLiveGame, type LiveEvent, type LiveGame, reduceLive } from "~/games/crash/screen/live-state";
import { betIn } from "~/games/crash/screen/player";
import { ownBet, playerState, roundView } from "./state.setup";

const publicBet = (id: string, stake = 10, status: PublicBet["status"] = "active"): PublicBet => ({
	...{ id, player: { pseudonym: `pseudo${id}` }, order: Number.parseInt(id, 36), stake, status },
	...{ multiplier: null, payout: null },
});
const state = (change: Partial<LiveState> = {}): LiveState => ({
	...{ active: true, round: roundView("r1", "waiting"), bets: [], history: [], best: null },
	totals: { players: 0, staked: 0, paid: 0, flying: 0 },
	...change,
});
const NOTHING = playerState(0, null);
const open = (change: Partial<LiveState> = {}, own = NOTHING) =>
	initialLiveGame({ state: state(change), own, results: [] });
const apply = (game: LiveGame, ...event: LiveEvent[]) => event.reduce(reduceLive, game);
const totals = (players: number) => ({ players, staked: players * 10, paid: 0, flying: players });
const bets = (players: number, event: Partial<Extract<LiveEvent, { type: "bets" }>> = {}): LiveEvent => ({
	...{ type: "bets", changed: [], gone: [], exits: [], totals: totals(players) },
	...event,
});
const flies: LiveEvent = { type: "phase", round: roundView("r1", "flying") };
const crashes: LiveEvent = { type: "phase", round: roundView("r1", "crashed", 231) };
const own = (...state: Parameters<typeof playerState>): LiveEvent => ({
	type: "own",
	own: playerState(...state),
});
const won = ownBet("b", { status: "cashed_out", multiplier: 231, payout: 23 });
const lost = ownBet("b", { status: "lost", payout: 0 });

describe("the public bets", () => {
	it("are merged by id, in the order of placement, with the server's totals", () => {
		const game = apply(
			open({ bets: [publicBet("a", 20)] }),
			bets(3, { changed: [publicBet("b", 50), publicBet("c", 10)] }),
			bets(2, { changed: [publicBet("a", 20, "cashed_out")], gone: ["c"] }),
		);
		expect(game.state.bets.map(({ id, status }) => [id, status])).toEqual([
			["a", "cashed_out"],
			["b", "active"],
		]);
		expect(game.state.totals).toEqual(totals(2));
	});

	it("are lost if active at the crash, until a later event", () => {
		const before = open({ bets: [publicBet("a"), publicBet("b", 10, "cashed_out")] });
		const game = apply(before, flies, crashes);
		expect(game.state.bets.map(({ status }) => status)).toEqual(["lost", "cashed_out"]);
		const late = { ...publicBet("a", 10, "cashed_out"), multiplier: 231, payout: 23 };
		const updated = apply(game, bets(2, { changed: [late] }));
		expect(updated.state.bets.find(({ id }) => id === "a")).toEqual(late);
	});
});

describe("cash-outs of bets that are not public", () => {
	const exits = (...ids: string[]) =>
		bets(3, { exits: ids.map((id) => ({ id, player: { pseudonym: id }, multiplier: 150, others: 0 })) });

	it("are kept until the next round", () => {
		const game = apply(open(), flies, exits("a"), exits(), exits("b", "c"), crashes);
		expect(game.exits.map(({ id }) => id)).toEqual(["a", "b", "c"]);
		expect(apply(game, { type: "phase", round: roundView("r2", "waiting") }).exits).toEqual([]);
		expect(apply(game, { type: "state", state: state({ round: roundView("r2", "waiting") }) }).exits).toEqual(
			[],
		);
	});
});

describe("the history", () => {
	it("contains each crash once, newest first", () => {
		const game = apply(open({ history: [{ id: "r0", crashPoint: 150 }] }), flies, crashes, crashes);
		expect(game.state.history).toEqual([
			{ id: "r1", crashPoint: 231 },
			{ id: "r0", crashPoint: 150 },
		]);
	});
});

describe("the player's bet", () => {
	const bet = ownBet("b");
	const refunded = ownBet("b", { status: "refunded", payout: 10 });
	const restarted: LiveEvent = { type: "state", state: state({ round: roundView("r5", "waiting") }) };
	const stopped: LiveEvent = { type: "state", state: state({ active: false, round: null }) };
	const others: LiveEvent = { type: "own", own: { ...playerState(3, won), wallet: "bruno" } };

	it.each<[string, LiveEvent[], PlayerBet | null, PlayerBet[]]>([
		["stays open through the crash", [own(1, bet), flies, crashes], bet, []],
		["is lost when the server sends it", [own(1, bet), flies, crashes, own(2, lost)], lost, [lost]],
		["is a result once", [own(1, bet), flies, own(2, won), crashes, own(3, won)], won, [won]],
		["is replaced only by a newer state", [own(2, won), own(1, bet), own(2, lost)], won, [won]],
		["is not replaced by another player's", [own(2, bet), others], bet, []],
		["is no result when it is absent from a newer state", [own(1, bet), flies, own(2, null)], null, []],
		["is no result after a restart", [own(1, bet), flies, restarted, own(2, null)], null, []],
		["is no result after a stop", [own(1, bet), flies, stopped, own(2, null)], null, []],
		["of a voided round is refunded", [own(1, bet), own(2, refunded), own(3, null)], null, [refunded]],
	])("%s", (_what, events, last, results) => {
		const game = apply(open(), ...events);
		expect([game.own.bet, game.results]).toEqual([last, results]);
	});

	it("is shown in its own round only", () => {
		const game = apply(open(), own(1, ownBet("b")), flies);
		expect(betIn(game.state.round, game.own)).toEqual(ownBet("b"));
		const next = apply(game, { type: "state", state: state({ round: roundView("r2", "waiting") }) });
		expect(betIn(next.state.round, next.own)).toBeNull();
		expect(betIn(null, game.own)).toBeNull();
	});

	it("that has ended is among the results when the page is opened", () => {
		expect(open({}, playerState(1, won)).results).toEqual([won]);
		expect(open({}, playerState(1, ownBet("b"))).results).toEqual([]);
	});
});

describe("an answer", () => {
	const answer = (did: "placed" | "cashedOut" | "queued", own: PlayerState, bet?: PlayerBet): LiveEvent => ({
		type: "answer",
		answer: { ok: true, did, own, ...(bet && { bet }) },
	});

	it("carries the player's state, which counts if it is newer", () => {
		const queued = { stake: 30, target: 200 };
		const placed = answer("placed", playerState(1, ownBet("b"), queued));
		expect(apply(open(), placed).own).toEqual(playerState(1, ownBet("b"), queued));
		expect(apply(open(), own(2, won), placed).own).toEqual(playerState(2, won));
	});

	it("about a cash-out in an earlier round adds its result alone", () => {
		const current = ownBet("c", { roundId: "r2" });
		const game = apply(open(), answer("cashedOut", playerState(1, current), won));
		expect(game.own.bet).toEqual(current);
		expect(game.results).toEqual([won]);
	});
});

describe("a reloaded page", () => {
	const page = (isBehind: boolean, own: PlayerState): LiveEvent => ({
		type: "page",
		isBehind,
		state: state({ active: false, round: null }),
		own,
		results: [{ ...won, status: "cashed_out" }],
	});

	it("brings its state of the round, unless the stream is ahead", () => {
		expect(apply(open(), page(false, NOTHING)).state).toMatchObject({ active: false, round: null });
		expect(apply(open(), page(true, NOTHING)).state).toMatchObject({ active: true });
	});

	it("brings the stored results, and the player's state if it is newer", () => {
		const current = ownBet("c", { roundId: "r2", status: "lost", payout: 0 });
		const older = apply(open(), own(5, current), page(true, playerState(4, null)));
		expect(older.own.bet).toEqual(current);
		expect(older.results.map(({ id }) => id)).toEqual(["c", "b"]);
		const newer = apply(open(), own(5, ownBet("b")), page(true, playerState(6, null)));
		expect(newer.own).toEqual(playerState(6, null));
		expect(newer.results).toEqual([won]);
	});

	it("keeps known results that are not loaded, in order", () => {
		const ends = ["a", "b", "c"].map((id, at) => own(at + 1, ownBet(id, { status: "lost", payout: 0 })));
		const known = apply(open(), ...ends);
		const idsAfter = (version: number, ...ids: string[]) =>
			apply(known, {
				...{ type: "page", isBehind: true, state: state(), own: playerState(version, null) },
				results: ids.map((id) => ({ ...won, id, status: "cashed_out" })),
			}).results.map(({ id, status }) => `${id} ${status}`);
		const [a, b, c, wonB] = ["a lost", "b lost", "c lost", "b cashed_out"];
		expect(idsAfter(4)).toEqual([c, b, a]);
		expect(idsAfter(4, "b")).toEqual([c, wonB, a]);
		expect(idsAfter(4, "d")).toEqual(["d cashed_out", c, b, a]);
		expect(idsAfter(4, "d", "c")).toEqual(["d cashed_out", "c cashed_out", b, a]);
		expect(idsAfter(2, "d"), "older").toEqual([c, b, a, "d cashed_out"]);
		expect(idsAfter(2, "d", "b"), "older").toEqual([c, "d cashed_out", wonB, a]);
		const ten = Array.from({ length: 10 }, (_, at) => `n${at}`);
		expect(idsAfter(4, ...ten)).toEqual(ten.map((id) => `${id} cashed_out`));
	});
});

describe("the marks of cash-outs on the curve", () => {
	it("are those of all players in ascending order, the player's once", () => {
		const shown = [
			{ ...publicBet("a", 10, "cashed_out"), multiplier: 300 },
			publicBet("b"),
			{ ...publicBet("own", 10, "cashed_out"), multiplier: 200 },
		];
		const exits = [{ id: "c", player: { name: "carla" }, multiplier: 150, others: 4 }];
		const cashedOut = ownBet("own", { status: "cashed_out", multiplier: 200, payout: 20 });
		expect(exitMarks({ bets: shown, exits }, cashedOut)).toEqual([
			{ id: "c", name: "carla", multiplier: 150, isOwn: false, others: 4 },
			{ id: "own", name: "", multiplier: 200, isOwn: true, others: 0 },
			{ id: "a", name: "pseudoa", multiplier: 300, isOwn: false, others: 0 },
		]);
	});
});
