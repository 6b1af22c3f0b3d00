import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { LADDER, momentOf } from "~/games/crash/engine/curve";
import { withFrame } from "~/games/crash/engine/live-frames";
import { LIVE_TOPIC, type LiveState } from "~/games/crash/engine/view";
import { setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { testSite } from "../../../../support/test-site";
import { chooseDraws, draw } from "./draw.setup";
import { answerTo, liveForEachTest, openSite, WriteFailed } from "./setup";

chooseDraws();
beforeEach(() => {
	draw.crashPoint = 300;
});

const NAMES = ["ana", "bruno", "carla"];
const END = momentOf(300);
const PSEUDONYM = expect.stringMatching(/^[0-9a-f]{8}$/);
const { game, reopen, restart, start, place, queue, framesOf, lastBetsOf, pointsOf, rounds } =
	liveForEachTest(NAMES);
const allPoints = () => pointsOf(...NAMES);
const messageCodesTo = (name: string) => framesOf("message", name).map(({ data }) => data.code);
const phase = () => game.live.readState().round?.phase;
const advance = (ms: number) => game.site.clock.advance(ms);
const nextRound = () => advance(10_000 + END + 5000);
const lobbyFrames = () =>
	game.site.frames.filter(({ topic, event }) => topic === LOBBY_TOPIC && event === "live-crash");

describe("the live game switch", () => {
	it("is off initially, and bets are rejected", async () => {
		expect(game.live.readState()).toMatchObject({ active: false, round: null, bets: [], history: [] });
		expect(await answerTo(place("ana"))).toBe("gameInactive");
		expect(await answerTo(queue("ana", { stake: 10, target: null }, 1000))).toBe("gameInactive");
		await advance(60_000);
		expect(await rounds()).toEqual([]);
	});

	it("opens no round while the chain waits for the beacon, and says so; then the game begins by itself", async () => {
		const site = await openSite({ users: ["dora"] });
		const { read } = site.tools.beacon;
		const beacon: typeof site.tools.beacon = { ...site.tools.beacon, read: async () => undefined };
		Object.assign(site.tools, { beacon });
		const live = await site.bootLive();
		await live.start("admin");
		await site.clock.advance(60_000);
		expect(live.readState()).toMatchObject({ active: true, awaitsBeacon: true, round: null });
		const bet = { userId: "user-dora", idempotencyKey: "bet", stake: 100, target: null };
		expect(await answerTo(live.place(bet))).toBe("bettingClosed");
		await live.stop("admin");
		expect(live.readState()).toMatchObject({ active: false, awaitsBeacon: false });
		await live.start("admin");
		beacon.read = read;
		await site.clock.advance(3000);
		expect(live.readState()).toMatchObject({ awaitsBeacon: false, round: { phase: "waiting", number: 1 } });
		expect(await site.db.selectFrom("crash_chains").select("beacon_round").execute()).toHaveLength(1);
		await live.end();
		await site.close();
	});

	it("is published to the lobby and the live topic, recorded with each change, and rejects a repeated one", async () => {
		await start();
		expect(await answerTo(game.live.start("admin"))).toBe("gameAlreadyActive");
		await game.live.stop("admin");
		expect(await answerTo(game.live.stop("admin"))).toBe("gameInactive");
		expect(lobbyFrames().map(({ event, data }) => [event, data])).toEqual([
			["live-crash", { active: true, stopping: false }],
			["live-crash", { active: false, stopping: false }],
		]);
		expect(framesOf("state").map(({ data }) => data.active)).toEqual([true, true, false]);
		const rows = await game.site.db.selectFrom("admin_changes").selectAll().orderBy("id").execute();
		expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
			["liveCrash.start", '{"active":false}', '{"active":true}'],
			["liveCrash.stop", '{"active":true}', '{"active":false}'],
		]);
	});

	it.each([
		["on", true],
		["off", false],
	])("stays %s after a restart", async (_state, active) => {
		await start();
		if (!active) await game.live.stop("admin");
		await advance(3000);
		await restart();
		expect(game.live.switchNow().active).toBe(active);
		expect(phase()).toBe(active ? "waiting" : undefined);
	});

	it("refunds placed bets, drops queued ones and opens no round when turned off while a round waits", async () => {
		await start();
		await place("ana", 100, 150);
		await place("bruno", 200);
		await queue("carla", { stake: 50, target: null });
		await game.live.stop("admin");
		await advance(60_000);
		expect(game.live.readState()).toMatchObject({ active: false, round: null, bets: [], history: [] });
		expect(await allPoints()).toEqual([1000, 1000, 1000]);
		expect(game.site.announced).toEqual(new Set(["user-ana", "user-bruno"]));
		const refunded = (stake: number) => ({ bet: { status: "refunded", stake, payout: stake }, queued: null });
		expect(NAMES.map(lastBetsOf)).toMatchObject([refunded(100), refunded(200), { bet: null, queued: null }]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["voided"]);
		await start();
		await advance(1000);
		expect(await allPoints()).toEqual([1000, 1000, 1000]);
		expect(phase()).toBe("waiting");
	});

	it("lets the round end and pay, says so, and takes no other bet, when turned off during a flight", async () => {
		await start();
		await place("ana", 100, 250);
		const { id } = await place("bruno");
		await advance(10_000 + 1000);
		await queue("carla", { stake: 50, target: null });
		await game.live.stop("admin");
		expect(lobbyFrames().at(-1)?.data).toEqual({ active: false, stopping: true });
		expect(messageCodesTo("carla"), "her points were not taken").toEqual(["queuedBetDropped"]);
		expect(lastBetsOf("carla")).toMatchObject({ bet: null, queued: null });
		const next = queue("carla", { stake: 50, target: null });
		for (const bet of [place("carla"), next])
			await expect(bet).rejects.toMatchObject({ code: "gameInactive" });
		const cash = await game.live.cashOut("user-bruno", id);
		expect(cash).toMatchObject({ bet: { status: "cashed_out", multiplier: 120 } });
		await advance(60_000);
		expect(await allPoints()).toEqual([1150, 1020, 1000]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["closed"]);
		expect(lobbyFrames().at(-1)?.data).toEqual({ active: false, stopping: false });
		expect(game.live.readState()).toMatchObject({
			active: false,
			round: null,
			history: [{ crashPoint: 300 }],
		});
	});

	it("ends in the stored state when two admins switch it at the same time", async () => {
		for (const switches of [
			[game.live.start, game.live.stop],
			[game.live.stop, game.live.start],
			[game.live.start, game.live.stop, game.live.start],
			[game.live.stop, game.live.start, game.live.start, game.live.stop],
		]) {
			await Promise.all(switches.map((change) => answerTo(change("admin"))));
			await advance(0);
			const stored = await game.site.db.selectFrom("crash_game_state").select("is_active").executeTakeFirst();
			expect(game.live.switchNow().active).toBe(stored?.is_active === 1);
			expect(game.live.readState().active).toBe(game.live.switchNow().active);
			expect(lobbyFrames().at(-1)?.data).toEqual(game.live.switchNow());
		}
	});

	it("accepts one of two concurrent changes", async () => {
		const both = await Promise.all([answerTo(game.live.start("admin")), answerTo(game.live.start("admin"))]);
		expect(both).toContain(undefined);
		await advance(0);
		expect(await rounds()).toHaveLength(1);
		await Promise.all([answerTo(game.live.stop("admin")), answerTo(game.live.stop("admin"))]);
		await advance(60_000);
		expect((await rounds()).map(({ status }) => status)).toEqual(["voided"]);
	});
});

describe("a queued bet", () => {
	beforeEach(start);

	it("is placed when the next round opens, and its player is notified", async () => {
		await advance(10_000);
		await queue("ana", { stake: 100, target: 150 });
		expect(lastBetsOf("ana")).toMatchObject({ bet: null, queued: { stake: 100, target: 150 } });
		expect(await pointsOf("ana")).toEqual([1000]);
		await advance(END + 5000);
		expect(phase()).toBe("waiting");
		expect(messageCodesTo("ana")).toEqual(["queuedBetPlaced"]);
		expect(lastBetsOf("ana")).toMatchObject({
			bet: { stake: 100, target: 150, status: "active" },
			queued: null,
		});
		expect(await answerTo(place("ana")), "the player's only bet of that round").toBe("betAlreadyPlaced");
		expect(await pointsOf("ana")).toEqual([900]);
		await advance(60_000);
		expect(await pointsOf("ana")).toEqual([1050]);
	});

	it("is queued and placed once however often its form is sent", async () => {
		const form = { userId: "user-ana", idempotencyKey: "same", stake: 100, target: 150 };
		const queued = { stake: 100, target: 150 };
		await Promise.all([game.live.queueBet(form, 1000), game.live.queueBet(form, 1000)]);
		expect(game.live.readOwn("user-ana").queued).toEqual(queued);
		await nextRound();
		await game.live.queueBet(form, 900);
		expect(game.live.readOwn("user-ana").queued).toBeNull();
		await nextRound();
		expect(await pointsOf("ana")).toEqual([1050]);
		expect(messageCodesTo("ana")).toEqual(["queuedBetPlaced"]);
	});

	it("is rejected during a break or above the loss limit, when queued and when placed", async () => {
		const limits = (name: string, verb: Parameters<typeof changeLimits>[2]) =>
			changeLimits(
				testSite({ ...game.site.tools, announceNotices() {}, announceRestriction() {} }),
				`user-${name}`,
				verb,
			);
		await limits("ana", (known, now) => startBreak(known, "day", now));
		expect(await answerTo(queue("ana", { stake: 100, target: null }))).toBe("onBreak");
		await limits("bruno", (known, now) => setDailyLoss(known, 90, now));
		expect(await answerTo(queue("bruno", { stake: 100, target: null }))).toBe("lossLimitReached");
		await queue("bruno", { stake: 90, target: null });
		await limits("bruno", (known, now) => setDailyLoss(known, 80, now));
		await nextRound();
		expect(messageCodesTo("bruno")).toEqual(["lossLimitReached"]);
		expect(lastBetsOf("bruno")).toMatchObject({ bet: null, queued: null });
		expect(await pointsOf("bruno")).toEqual([1000]);
	});

	it("is rejected above the maximum bet, when queued and when placed; a bet that was placed before stays", async () => {
		const { config } = game.site.tools;
		await place("carla", 100);
		await queue("ana", { stake: 100, target: null });
		Object.assign(config, { LIVE_CRASH_MAX_BET: 50 });
		expect(await answerTo(queue("bruno", { stake: 60, target: null }))).toBe("betTooHigh");
		expect(await answerTo(place("bruno", 60))).toBe("betTooHigh");
		await place("bruno", 50);
		expect(lastBetsOf("carla")).toMatchObject({ bet: { stake: 100, status: "active" } });
		await nextRound();
		expect(framesOf("message", "ana").map(({ data }) => data)).toEqual([
			{ code: "betTooHigh", values: { max: 50 } },
		]);
		expect(await pointsOf("ana", "bruno", "carla")).toEqual([1000, 950, 900]);
		Object.assign(config, { LIVE_CRASH_MAX_BET: undefined });
	});

	it("is dropped with a message if it cannot be stored", async () => {
		await queue("ana", { stake: 100, target: null });
		await advance(10_000 + END + 5000 - 1);
		let writes = 0;
		// After the round is stored.
		game.site.writes.around = (act) =>
			writes++ === 0 ? act() : Promise.reject(new WriteFailed("not written"));
		await advance(1);
		game.site.failWrites(false);
		expect(messageCodesTo("ana")).toEqual(["siteFailed"]);
		expect(lastBetsOf("ana")).toMatchObject({ bet: null, queued: null });
		expect(await pointsOf("ana")).toEqual([1000]);
	});

	it("is rejected while the game is being stopped, and not kept", async () => {
		const stopped = game.live.stop("admin");
		// The transaction of the stop has started, so that the reads for the bet wait for it.
		await nextTurn();
		expect(await answerTo(queue("ana", { stake: 100, target: null }))).toBe("gameInactive");
		await stopped;
		await advance(0);
		await start();
		await advance(100);
		expect(game.live.readOwn("user-ana")).toMatchObject({ bet: null, queued: null });
		expect(await pointsOf("ana")).toEqual([1000]);
	});

	it("is rejected if it exceeds the balance, at once or when it is placed", async () => {
		expect(await answerTo(queue("ana", { stake: 1010, target: null }))).toBe("insufficientPoints");
		expect(game.live.readOwn("user-ana").queued).toBeNull();
		await place("ana", 600);
		await queue("ana", { stake: 500, target: null }, 500);
		await queue("bruno", { stake: 1000, target: null });
		await place("bruno", 10);
		await nextRound();
		for (const name of ["ana", "bruno"]) expect(messageCodesTo(name)).toEqual(["insufficientPoints"]);
		expect(lastBetsOf("ana")).toMatchObject({ bet: null, queued: null });
		expect(await allPoints()).toEqual([400, 990, 1000]);
	});
});

describe("published events", () => {
	beforeEach(start);

	it("start with a snapshot of the state and the player's own bet", async () => {
		const { id } = await place("ana", 100, 150);
		const [state, own] = game.site.snapshot(LIVE_TOPIC, ["user:user-ana"]);
		expect(state).toMatchObject({
			event: "state",
			data: {
				active: true,
				round: { phase: "waiting", elapsed: 0, lasts: 10_000, multiplier: 100, number: 1 },
				bets: [{ id, player: { pseudonym: PSEUDONYM }, stake: 100, status: "active" }],
				totals: { players: 1, staked: 100, paid: 0 },
			},
		});
		expect(own).toMatchObject({ event: "own", data: { bet: { id, target: 150 }, queued: null } });
		expect(game.site.snapshot(LIVE_TOPIC, ["demo:somebody"]).map(({ event }) => event)).toEqual(["state"]);
		expect(game.site.snapshot(LIVE_TOPIC, ["user:user-bruno"])[1]?.data).toMatchObject({
			bet: null,
			queued: null,
		});
	});

	it("include a tick every 100 ms of the flight, and none at its end", async () => {
		await advance(10_000 + END + 5000 - 1);
		const ticks = framesOf("tick");
		const due = LADDER.slice(1, END / 100).map((value, index) => [100 * (index + 1), value, 100]);
		expect(ticks.map(({ data }) => data)).toEqual(due);
		for (const { at, data } of ticks) expect(at).toBe(11_000 + data[0]);
	});

	it("follow the ladder even when the event loop stalls, and never pass the end", async () => {
		await advance(10_050);
		game.site.clock.stall(3333);
		await advance(1000);
		game.site.clock.stall(60_000);
		await advance(0);
		const ticks = framesOf("tick").map(({ data }) => data);
		for (const [elapsed, value] of ticks) expect(value).toBe(LADDER[Math.floor(elapsed / 100)]);
		expect(ticks.at(-1)?.[0]).toBeLessThan(END);
		expect(framesOf("phase").map(({ data }) => [data.phase, data.multiplier])).toEqual([
			["flying", 100],
			["crashed", 300],
		]);
	});

	it("include the start of each phase with the round's number and commitment", async () => {
		await advance(2 * (10_000 + END + 5000));
		const phases = game.site.frames.filter(({ event }) => event === "phase" || event === "state");
		const views = phases.slice(1).map(({ data }) => data.round ?? data);
		expect(views.map(({ phase, number, elapsed, lasts }) => [phase, number, elapsed, lasts])).toEqual([
			["waiting", 1, 0, 10_000],
			["flying", 1, 0, null],
			["crashed", 1, 0, 5000],
			["waiting", 2, 0, 10_000],
			["flying", 2, 0, null],
			["crashed", 2, 0, 5000],
			["waiting", 3, 0, 10_000],
		]);
		const stored = await rounds();
		for (const { number, commitment } of views) {
			const before = stored.find((round) => round.number === number - 1)?.hash;
			const chain = await game.site.db.selectFrom("crash_chains").selectAll().executeTakeFirstOrThrow();
			expect(commitment).toBe(before ?? chain.commitment);
		}
	});

	it("include each change of a bet and of the points, sent only to its player", async () => {
		await place("ana", 100, 200);
		const { id } = await place("bruno", 50);
		await advance(100);
		await game.live.cancel("user-bruno", id);
		const lost = await place("carla", 10);
		await advance(10_000 + END);
		const own = (name: string) =>
			framesOf("own", name).map(({ data }) => data.bet && [data.bet.status, data.bet.payout]);
		expect(own("ana")).toEqual([
			["active", null],
			["cashed_out", 200],
		]);
		expect(own("bruno")).toEqual([["active", null], null]);
		expect(own("carla")).toEqual([
			["active", null],
			["lost", 0],
		]);
		expect(game.site.announced).toEqual(new Set(NAMES.map((name) => `user-${name}`)));
		expect(await pointsOf(...NAMES)).toEqual([1100, 1000, 990]);
		expect(game.site.wins()).toBe(1);
		expect(await answerTo(game.live.cashOut("user-carla", lost.id))).toBe("tooLate");
		const names = game.site.frames.flatMap(({ key }) => key ?? []);
		expect(new Set(names)).toEqual(new Set(NAMES.map((name) => `user:user-${name}`)));
	});

	it("include the last 50 rounds, newest first, also after a restart", async () => {
		draw.crashPoint = 101;
		await advance(53 * (10_000 + momentOf(101) + 5000) + 12_000);
		const { history } = game.live.readState();
		const stored = (await rounds()).filter(({ status }) => status === "closed").reverse();
		expect(history).toHaveLength(50);
		expect(history.map(({ id }) => id)).toEqual(stored.slice(0, 50).map(({ id }) => id));
		await restart();
		expect(game.live.readState().history).toEqual(history);
	});
});

describe("with many players", () => {
	beforeEach(start);

	const CROWD = Array.from({ length: 60 }, (_, number) => `${number}`);

	it("bets are published at most four times a second: the largest 50 and the totals of all", async () => {
		await reopen(CROWD);
		await start();
		const begun = game.site.frames.length;
		for (const [index, name] of CROWD.entries()) {
			await place(name, 10 + 10 * (index % 9), 110 + index);
			if (index % 7 === 0) {
				const bet = game.live.readOwn(`user-${name}`).bet;
				await game.live.cancel(`user-${name}`, bet?.id ?? "");
			}
			await advance(20);
		}
		await advance(10_000 + END);
		const frames = game.site.frames
			.slice(begun)
			.filter(({ event, key }) => event === "bets" && key === undefined);
		for (const [index, { at }] of frames.entries()) {
			expect(at - (frames[index - 1]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(250);
		}
		expect(frames.length).toBeGreaterThan(10);
		for (const { data } of frames) expect(data.changed.length).toBeLessThanOrEqual(50);
		const now = game.live.readState();
		expect([now.bets.length, frames.at(-1)?.data.totals]).toEqual([50, now.totals]);
		expect(now.totals.players).toBe(CROWD.length - Math.ceil(CROWD.length / 7));
		const { staked, paid } = await game.site.db
			.selectFrom("crash_bets")
			.where("status", "<>", "cancelled")
			.select((eb) => [eb.fn.sum<number>("amount").as("staked"), eb.fn.sum<number>("payout").as("paid")])
			.executeTakeFirstOrThrow();
		expect(now.totals).toMatchObject({ staked, paid });
	});

	it("a viewer who joins later sees what the others see, at each moment of two rounds", async () => {
		await reopen(CROWD);
		let [shown] = game.site.snapshot(LIVE_TOPIC).map(({ data }) => data as LiveState);
		let applied = game.site.frames.length;
		const phases = new Set<string | undefined>();
		async function compare(ms: number) {
			// Until the last change is published.
			await advance(Math.max(ms, 300));
			for (const { topic, key, event, data } of game.site.frames.slice(applied)) {
				if (topic !== LIVE_TOPIC || key !== undefined || !shown) continue;
				if (event === "state") shown = data as LiveState;
				else if (event === "phase" || event === "bets") shown = withFrame(shown, { event, data });
			}
			applied = game.site.frames.length;
			const [joined] = game.site.snapshot(LIVE_TOPIC).map(({ data }) => data as LiveState);
			const withoutTime = ({ round, best: _, ...rest }: LiveState) => ({
				...{ ...rest, round: round && { ...round, elapsed: 0, multiplier: 0 } },
			});
			expect(shown && withoutTime(shown)).toEqual(joined && withoutTime(joined));
			phases.add(joined?.round?.phase);
		}
		await start();
		for (let round = 0; round < 2; round++) {
			for (const [index, name] of CROWD.entries()) {
				await place(name, 10 + 10 * (index % 9), index % 3 === 0 ? null : 110 + index * 3);
				if (index % 20 === 0) await compare(0);
			}
			for (let step = 0; step < 8; step++) await compare((END + 15_000) / 8);
		}
		expect([...phases].sort()).toEqual(["crashed", "flying", "waiting"]);
	});

	it("each bet is displayed once, even if one is placed while another is cancelled", async () => {
		const ana = await place("ana");
		await Promise.all([game.live.cancel("user-ana", ana.id), place("bruno"), place("carla")]);
		const { bets, totals } = game.live.readState();
		// PostgreSQL may store the two bets in either order.
		const own = [game.live.readOwn("user-bruno").bet?.id, game.live.readOwn("user-carla").bet?.id];
		expect(bets.map(({ id }) => id).sort()).toEqual(own.sort());
		expect(totals).toEqual({ players: 2, staked: 200, paid: 0, flying: 2 });
	});
});
