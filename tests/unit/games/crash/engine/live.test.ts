import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { answerTo } from "./engine.setup";
import { liveForEachTest } from "./live.setup";

vi.mock("~/games/crash/engine/live-draw", async (load) => ({
	...(await load<object>()),
	liveCrashPoint: () => 300,
}));

const NAMES = ["ana", "bruno", "carla"];
const END = momentOf(300);
const { game, restart, start, place, queue, framesOf, lastBetsOf, pointsOf, rounds } = liveForEachTest(NAMES);
const allPoints = () => pointsOf(...NAMES);
const messageCodesTo = (name: string) => framesOf("message", name).map(({ data }) => data.code);
const phase = () => game.live.readState().round?.phase;
const advance = (ms: number) => game.site.clock.advance(ms);
const nextRound = () => advance(10_000 + END + 5000);
const lobbyFrames = () => game.site.frames.filter(({ topic }) => topic === LOBBY_TOPIC);

describe("the live game switch", () => {
	it("is off initially, and bets are rejected", async () => {
		expect(game.live.readState()).toMatchObject({ active: false, round: null, bets: [], history: [] });
		expect(await answerTo(place("ana"))).toBe("gameInactive");
		expect(await answerTo(queue("ana", { stake: 10, target: null }, 1000))).toBe("gameInactive");
		await advance(60_000);
		expect(await rounds()).toEqual([]);
	});

	it("is published to the lobby and the live topic, recorded with each change, and rejects a repeated one", async () => {
		await start();
		expect(await answerTo(game.live.start("admin"))).toBe("gameAlreadyActive");
		await game.live.stop("admin");
		expect(await answerTo(game.live.stop("admin"))).toBe("gameInactive");
		expect(lobbyFrames().map(({ event, data }) => [event, data])).toEqual([
			["live-crash", { active: true }],
			["live-crash", { active: false }],
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
		expect(game.live.isActive()).toBe(active);
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

	it("lets the round end and pay, and opens no other, when turned off during a flight", async () => {
		await start();
		await place("ana", 100, 250);
		const { id } = await place("bruno");
		await advance(10_000 + 1000);
		await game.live.stop("admin");
		expect(await answerTo(place("carla"))).toBe("gameInactive");
		const cash = await game.live.cashOut("user-bruno", id);
		expect(cash).toMatchObject({ bet: { status: "cashed_out", multiplier: 120 } });
		await advance(60_000);
		expect(await allPoints()).toEqual([1150, 1020, 1000]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["closed"]);
		expect(game.live.readState()).toMatchObject({
			active: false,
			round: null,
			history: [{ crashPoint: 300 }],
		});
	});

	it("has no effect when turned off and on again during a flight", async () => {
		await start();
		await advance(10_000 + 1000);
		await game.live.stop("admin");
		await game.live.start("admin");
		await advance(END + 5000);
		expect(phase()).toBe("waiting");
		expect(await rounds()).toHaveLength(2);
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
			expect(game.live.isActive()).toBe(stored?.is_active === 1);
			expect(game.live.readState().active).toBe(game.live.isActive());
			expect(lobbyFrames().at(-1)?.data).toEqual({ active: game.live.isActive() });
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

	it("can be changed and removed until then", async () => {
		await queue("ana", { stake: 100, target: 150 });
		await queue("ana", { stake: 30, target: null });
		await queue("bruno", { stake: 30, target: null });
		game.live.leaveQueue("user-bruno");
		game.live.leaveQueue("user-carla");
		expect(lastBetsOf("bruno")).toMatchObject({ bet: null, queued: null });
		expect(lastBetsOf("carla")).toBeUndefined();
		await nextRound();
		expect(await allPoints()).toEqual([970, 1000, 1000]);
		expect(messageCodesTo("bruno")).toEqual([]);
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
				{ ...game.site.tools, announceNotices() {}, announceRestriction() {} },
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
