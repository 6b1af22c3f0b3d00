import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import type {
	LiveState,
	PlayerBet,
	PlayerState,
	PublicBet,
	PublicPlayer,
	SoloState,
} from "~/games/crash/engine/view";
import { exitMarks } from "~/games/crash/screen/exits";
import { betIn, type Game, openGame, reduceGame, reduceLive } from "~/games/crash/screen/game-state";
import { ownBet, playerState, roundView } from "./state.setup";

const publicBet = (id: string, stake = 10, status: PublicBet["status"] = "active"): PublicBet => ({
	...{ id, player: { pseudonym: `pseudo${id}` }, order: Number.parseInt(id, 36), stake, status },
	...{ multiplier: null, payout: null },
});
const state = (change: Partial<LiveState> = {}): LiveState => ({
	...{
		active: true,
		awaitsBeacon: false,
		round: roundView("r1", "waiting"),
		bets: [],
		history: [],
		best: null,
	},
	totals: { players: 0, staked: 0, paid: 0, flying: 0 },
	...change,
});
type News = Parameters<typeof reduceLive>[1];
const open = (change: Partial<LiveState> = {}, own = playerState(0, null)) =>
	openGame({ state: state(change), own, results: [] });
const apply = (game: Game<LiveState>, ...news: News[]) => news.reduce(reduceLive, game);
const totals = (players: number) => ({ players, staked: players * 10, paid: 0, flying: players });
const bets = (players: number, data: object = {}): News => ({
	change: { event: "bets", data: { changed: [], gone: [], exits: [], totals: totals(players), ...data } },
});
const phase = (...of: Parameters<typeof roundView>): News => ({
	change: { event: "phase", data: roundView(...of) },
});
const flies = phase("r1", "flying");
const crashes = phase("r1", "crashed", 231);
const own = (...of: Parameters<typeof playerState>): News => ({ own: playerState(...of) });
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

	it("are lost if active at the crash, until a later event; the history has each crash once, newest first", () => {
		const history = [{ id: "r0", crashPoint: 150 }];
		const before = open({ history, bets: [publicBet("a"), publicBet("b", 10, "cashed_out")] });
		const game = apply(before, flies, crashes, crashes);
		expect(game.state.bets.map(({ status }) => status)).toEqual(["lost", "cashed_out"]);
		expect(game.state.history).toEqual([{ id: "r1", crashPoint: 231 }, ...history]);
		const late = { ...publicBet("a", 10, "cashed_out"), multiplier: 231, payout: 23 };
		const updated = apply(game, bets(2, { changed: [late] }));
		expect(updated.state.bets.find(({ id }) => id === "a")).toEqual(late);
	});

	it("that are not shown have their cash-outs kept until the next round", () => {
		const exits = (...ids: string[]) =>
			bets(3, { exits: ids.map((id) => ({ id, player: { pseudonym: id }, multiplier: 150, others: 0 })) });
		const game = apply(open(), flies, exits("a"), exits(), exits("b", "c"), crashes);
		expect(game.exits.map(({ id }) => id)).toEqual(["a", "b", "c"]);
		for (const next of [phase("r2", "waiting"), { state: state({ round: roundView("r2", "waiting") }) }])
			expect(apply(game, next).exits).toEqual([]);
	});
});

it("a cash-out that is not shown loses its name with a state of the same round, because the name may be hidden now", () => {
	const exit = (player: PublicPlayer) => ({ id: JSON.stringify(player), player, multiplier: 150, others: 0 });
	const [named, ...others] = [{ name: "ana" }, { alias: 1 }, { pseudonym: "a" }].map(exit);
	const game = apply(open(), flies, bets(3, { exits: [named, ...others] }), own(1, null));
	expect(game.exits).toEqual([named, ...others]);
	const renamed = apply(game, { state: { ...game.state } });
	expect(renamed.exits).toEqual([{ ...named, player: { pseudonym: "" } }, ...others]);
});

describe("the player's bet", () => {
	const bet = ownBet("b");
	const refunded = ownBet("b", { status: "refunded", payout: 10 });
	const restarted: News = { state: state({ round: roundView("r5", "waiting") }) };
	const stopped: News = { state: state({ active: false, round: null }) };
	const others: News = { own: { ...playerState(3, won), wallet: "bruno" }, bet: won };

	it.each<[string, News[], PlayerBet | null, PlayerBet[]]>([
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

	it("is shown in its own round only, and among the results if it has ended when the page is opened", () => {
		const game = apply(open(), own(1, ownBet("b")), flies);
		expect(betIn(game.state.round, game.own)).toEqual(ownBet("b"));
		const next = apply(game, { state: state({ round: roundView("r2", "waiting") }) });
		expect(betIn(next.state.round, next.own)).toBeNull();
		expect(betIn(null, game.own)).toBeNull();
		expect([open({}, playerState(1, won)).results, open({}, own(1, bet).own).results]).toEqual([[won], []]);
	});
});

describe("an answer", () => {
	it("carries the player's state, which counts if it is newer", () => {
		const queued = { stake: 30, target: 200 };
		const placed = own(1, ownBet("b"), queued);
		expect(apply(open(), placed).own).toEqual(playerState(1, ownBet("b"), queued));
		expect(apply(open(), own(2, won), placed).own).toEqual(playerState(2, won));
	});

	it("about a cash-out in an earlier round adds its result alone", () => {
		const current = ownBet("c", { roundId: "r2" });
		const game = apply(open(), { ...own(1, current), bet: won });
		expect([game.own.bet, game.results]).toEqual([current, [won]]);
	});
});

describe("a reloaded page", () => {
	const page = (state: LiveState | undefined, own: PlayerState): News => ({
		...{ state, own },
		results: [{ ...won, status: "cashed_out" }],
	});

	it("brings the stored results, and its states if they are newer", () => {
		const current = ownBet("c", { roundId: "r2", status: "lost", payout: 0 });
		const stopped = state({ active: false, round: null });
		const older = apply(open(), own(5, current), page(stopped, playerState(4, null)));
		expect([older.own.bet, older.state.active]).toEqual([current, true]);
		expect(older.results.map(({ id }) => id)).toEqual(["c", "b"]);
		const newer = apply(open(), own(5, ownBet("b")), page(stopped, playerState(6, null)));
		expect([newer.own.bet, newer.state.active, newer.results]).toEqual([null, false, [won]]);
		expect(apply(open(), page(undefined, playerState(1, null))).state, "behind the stream").toEqual(state());
	});

	it("keeps known results that are not loaded, in order", () => {
		const ends = ["a", "b", "c"].map((id, at) => own(at + 1, ownBet(id, { status: "lost", payout: 0 })));
		const known = apply(open(), ...ends);
		const idsAfter = (version: number, ...ids: string[]) =>
			apply(known, {
				own: playerState(version, null),
				results: ids.map((id) => ({ ...won, id, status: "cashed_out" })),
			}).results.map(({ id, status }) => `${id} ${status}`);
		const [a, b, c] = ["a lost", "b lost", "c lost"];
		expect(idsAfter(4)).toEqual([c, b, a]);
		expect(idsAfter(4, "d")).toEqual(["d cashed_out", c, b, a]);
		expect(idsAfter(4, "d", "c")).toEqual(["d cashed_out", "c cashed_out", b, a]);
		expect(idsAfter(2, "d", "b"), "older").toEqual([c, "b cashed_out", a, "d cashed_out"]);
		const ten = Array.from({ length: 10 }, (_, at) => `n${at}`);
		expect(idsAfter(4, ...ten)).toEqual(ten.map((id) => `${id} cashed_out`));
	});
});

it("a solo game is the newest state, whichever way it came, and has no round once it is over", () => {
	const stateOf = (version: number, bet: PlayerBet | null, round = roundView("r1", "flying")): SoloState => ({
		...{ round, history: [], own: playerState(version, bet) },
	});
	const news = (...of: Parameters<typeof stateOf>) => ({ state: stateOf(...of), own: stateOf(...of).own });
	const first = openGame<SoloState>({ ...news(1, ownBet("b")), results: [] });
	const crashed = news(3, won, roundView("r1", "crashed", 300));
	const game = [crashed, news(2, ownBet("b"))].reduce(reduceGame<SoloState>, first);
	expect([game.state.round?.phase, game.own.bet, game.results]).toEqual(["crashed", won, [won]]);
	const over = reduceGame(game, { state: { ...game.state, round: null } });
	expect([over.state.round, over.results]).toEqual([null, [won]]);
});

it("the marks of cash-outs on the curve are those of all players in ascending order, the player's once", () => {
	const shown = [
		{ ...publicBet("a", 10, "cashed_out"), multiplier: 300 },
		publicBet("b"),
		{ ...publicBet("own", 10, "cashed_out"), multiplier: 200 },
	];
	const t = ((key: string) => key) as unknown as TFunction;
	const exits = [{ id: "c", player: { name: "carla" }, multiplier: 150, others: 4 }];
	const cashedOut = ownBet("own", { status: "cashed_out", multiplier: 200, payout: 20 });
	expect(exitMarks(shown, exits, cashedOut, t)).toEqual([
		{ id: "c", name: "carla", multiplier: 150, isOwn: false, others: 4 },
		{ id: "own", name: "", multiplier: 200, isOwn: true, others: 0 },
		{ id: "a", name: "pseudoa", multiplier: 300, isOwn: false, others: 0 },
	]);
});
