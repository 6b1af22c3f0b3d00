import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { LiveCrash } from "~/games/crash/engine/live.server";
import type { QueuedBet } from "~/games/crash/engine/view";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { answerTo } from "./engine.setup";
import { type Frame, openSite, type Site } from "./live.setup";

/** Crash point of the rounds drawn from now on. */
const draw = vi.hoisted(() => ({ crashPoint: 300, drawn: new Map<string, number>() }));
vi.mock("~/games/crash/engine/live-draw", async (load) => ({
	...(await load<object>()),
	liveCrashPoint(hash: string) {
		draw.drawn.set(hash, draw.drawn.get(hash) ?? draw.crashPoint);
		return draw.drawn.get(hash);
	},
}));

const NAMES = ["ana", "bruno", "carla"];
const END = momentOf(300);
let site: Site;
let live: LiveCrash;

beforeEach(async () => {
	Object.assign(draw, { crashPoint: 300, drawn: new Map() });
	site = await openSite({ users: NAMES });
	live = await site.bootLive();
});
afterEach(async () => {
	expect(site.errors).toEqual([]);
	await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
	await site.close();
});

let requests = 0;
const place = (name: string, stake = 100, target: number | null = null) =>
	live.place({ userId: `user-${name}`, idempotencyKey: `request-${++requests}`, stake, target });
const queue = (name: string, bet: QueuedBet, points = 1000) =>
	live.queueBet({ userId: `user-${name}`, idempotencyKey: `request-${++requests}`, ...bet }, points);
const pointsOf = (name: string) => findBalance(site.db, `user-${name}`);
const allPoints = () => Promise.all(NAMES.map(pointsOf));
const framesOf = (event: string, key?: string): Frame[] =>
	site.frames.filter((frame) => frame.topic === LIVE_TOPIC && frame.event === event && frame.key === key);
const messageCodesTo = (name: string) =>
	framesOf("message", `user:user-${name}`).map(({ data }) => data.code);
const lastBetsOf = (name: string) => framesOf("own", `user:user-${name}`).at(-1)?.data;
const rounds = () => site.db.selectFrom("crash_rounds").selectAll().orderBy("number").execute();
const phase = () => live.readState().round?.phase;

async function start() {
	await live.start("admin");
	await site.clock.advance(0);
}

describe("the live game switch", () => {
	it("is off initially, and bets are rejected", async () => {
		expect(live.readState()).toMatchObject({ active: false, round: null, bets: [], history: [] });
		expect(await answerTo(place("ana"))).toBe("gameInactive");
		expect(await answerTo(queue("ana", { stake: 10, target: null }, 1000))).toBe("gameInactive");
		await site.clock.advance(60_000);
		expect(await rounds()).toEqual([]);
	});

	it("is published to the lobby and the live topic, and rejects a repeated change", async () => {
		await start();
		expect(await answerTo(live.start("admin"))).toBe("gameAlreadyActive");
		await live.stop("admin");
		expect(await answerTo(live.stop("admin"))).toBe("gameInactive");
		const published = site.frames.filter(({ topic }) => topic === LOBBY_TOPIC);
		expect(published.map(({ event, data }) => [event, data])).toEqual([
			["live-crash", { active: true }],
			["live-crash", { active: false }],
		]);
		expect(framesOf("state").map(({ data }) => data.active)).toEqual([true, true, false]);
	});

	it("is recorded with its state before and after each change", async () => {
		await start();
		await live.stop("admin");
		const rows = await site.db.selectFrom("admin_changes").selectAll().orderBy("id").execute();
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
		if (!active) await live.stop("admin");
		await site.clock.advance(3000);
		await live.end();
		site.clock.forget();
		live = await site.bootLive();
		expect(live.isActive()).toBe(active);
		expect(phase()).toBe(active ? "waiting" : undefined);
	});

	it("refunds placed bets, drops queued ones and opens no round when turned off while a round waits", async () => {
		await start();
		await place("ana", 100, 150);
		await place("bruno", 200);
		await queue("carla", { stake: 50, target: null });
		await live.stop("admin");
		await site.clock.advance(60_000);
		expect(live.readState()).toMatchObject({ active: false, round: null, bets: [], history: [] });
		expect(await allPoints()).toEqual([1000, 1000, 1000]);
		expect(site.announced).toEqual(new Set(["user-ana", "user-bruno"]));
		const refunded = (stake: number) => ({ bet: { status: "refunded", stake, payout: stake }, queued: null });
		expect(NAMES.map(lastBetsOf)).toMatchObject([refunded(100), refunded(200), { bet: null, queued: null }]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["voided"]);
		await start();
		await site.clock.advance(1000);
		expect(await allPoints()).toEqual([1000, 1000, 1000]);
		expect(phase()).toBe("waiting");
	});

	it("lets the round end and pay, and opens no other, when turned off during a flight", async () => {
		await start();
		await place("ana", 100, 250);
		const { id } = await place("bruno");
		await site.clock.advance(10_000 + 1000);
		await live.stop("admin");
		expect(await answerTo(place("carla"))).toBe("gameInactive");
		const cash = await live.cashOut("user-bruno", id);
		expect(cash).toMatchObject({ bet: { status: "cashed_out", multiplier: 120 } });
		await site.clock.advance(60_000);
		expect(await allPoints()).toEqual([1150, 1020, 1000]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["closed"]);
		expect(live.readState()).toMatchObject({ active: false, round: null, history: [{ crashPoint: 300 }] });
	});

	it("has no effect when turned off and on again during a flight", async () => {
		await start();
		await site.clock.advance(10_000 + 1000);
		await live.stop("admin");
		await live.start("admin");
		await site.clock.advance(END + 5000);
		expect(phase()).toBe("waiting");
		expect(await rounds()).toHaveLength(2);
	});

	it("ends in the stored state when two admins switch it at the same time", async () => {
		for (const switches of [
			[live.start, live.stop],
			[live.stop, live.start],
			[live.start, live.stop, live.start],
			[live.stop, live.start, live.start, live.stop],
		]) {
			await Promise.all(switches.map((change) => answerTo(change("admin"))));
			await site.clock.advance(0);
			const stored = await site.db.selectFrom("crash_game_state").select("is_active").executeTakeFirst();
			expect(live.isActive()).toBe(stored?.is_active === 1);
			expect(live.readState().active).toBe(live.isActive());
			expect(site.frames.filter(({ topic }) => topic === LOBBY_TOPIC).at(-1)?.data).toEqual({
				active: live.isActive(),
			});
		}
	});

	it("accepts one of two concurrent changes", async () => {
		const both = await Promise.all([answerTo(live.start("admin")), answerTo(live.start("admin"))]);
		expect(both).toContain(undefined);
		await site.clock.advance(0);
		expect(await rounds()).toHaveLength(1);
		await Promise.all([answerTo(live.stop("admin")), answerTo(live.stop("admin"))]);
		await site.clock.advance(60_000);
		expect((await rounds()).map(({ status }) => status)).toEqual(["voided"]);
	});
});

describe("a queued bet", () => {
	beforeEach(start);

	it("is placed when the next round opens, and its player is notified", async () => {
		await site.clock.advance(10_000);
		await queue("ana", { stake: 100, target: 150 });
		expect(lastBetsOf("ana")).toMatchObject({ bet: null, queued: { stake: 100, target: 150 } });
		expect(await pointsOf("ana")).toBe(1000);
		await site.clock.advance(END + 5000);
		expect(phase()).toBe("waiting");
		expect(messageCodesTo("ana")).toEqual(["queuedBetPlaced"]);
		expect(lastBetsOf("ana")).toMatchObject({
			bet: { stake: 100, target: 150, status: "active" },
			queued: null,
		});
		expect(await pointsOf("ana")).toBe(900);
		await site.clock.advance(60_000);
		expect(await pointsOf("ana")).toBe(1050);
	});

	it("can be changed and removed until then", async () => {
		await queue("ana", { stake: 100, target: 150 });
		await queue("ana", { stake: 30, target: null });
		await queue("bruno", { stake: 30, target: null });
		live.leaveQueue("user-bruno");
		live.leaveQueue("user-carla");
		expect(lastBetsOf("bruno")).toMatchObject({ bet: null, queued: null });
		expect(lastBetsOf("carla")).toBeUndefined();
		await site.clock.advance(10_000 + END + 5000);
		expect(await allPoints()).toEqual([970, 1000, 1000]);
		expect(messageCodesTo("bruno")).toEqual([]);
	});

	it("is rejected immediately if it exceeds the balance", async () => {
		expect(await answerTo(queue("ana", { stake: 1010, target: null }))).toBe("insufficientPoints");
		expect(live.readOwn("user-ana").queued).toBeNull();
	});

	it("is queued and placed once however often its form is sent", async () => {
		const form = { userId: "user-ana", idempotencyKey: "same", stake: 100, target: 150 };
		const queued = { stake: 100, target: 150 };
		await Promise.all([live.queueBet(form, 1000), live.queueBet(form, 1000)]);
		expect(live.readOwn("user-ana").queued).toEqual(queued);
		await site.clock.advance(10_000 + END + 5000);
		await live.queueBet(form, 900);
		expect(live.readOwn("user-ana").queued).toBeNull();
		await site.clock.advance(10_000 + END + 5000);
		expect(await pointsOf("ana")).toBe(1050);
		expect(messageCodesTo("ana")).toEqual(["queuedBetPlaced"]);
	});

	it("is rejected during a break or above the loss limit, when queued and when placed", async () => {
		const limits = (name: string, verb: Parameters<typeof changeLimits>[2]) =>
			changeLimits({ ...site.tools, announceNotices() {}, announceRestriction() {} }, `user-${name}`, verb);
		await limits("ana", (known, now) => startBreak(known, "day", now));
		expect(await answerTo(queue("ana", { stake: 100, target: null }))).toBe("onBreak");
		await limits("bruno", (known, now) => setDailyLoss(known, 90, now));
		expect(await answerTo(queue("bruno", { stake: 100, target: null }))).toBe("lossLimitReached");
		await queue("bruno", { stake: 90, target: null });
		await limits("bruno", (known, now) => setDailyLoss(known, 80, now));
		await site.clock.advance(10_000 + END + 5000);
		expect([messageCodesTo("bruno"), lastBetsOf("bruno")]).toEqual([
			["lossLimitReached"],
			expect.objectContaining({ bet: null, queued: null }),
		]);
		expect(await pointsOf("bruno")).toBe(1000);
	});

	it("is rejected while the game is being stopped, and not kept", async () => {
		const stopped = live.stop("admin");
		// The transaction of the stop has started, so that the reads for the bet wait for it.
		await nextTurn();
		expect(await answerTo(queue("ana", { stake: 100, target: null }))).toBe("gameInactive");
		await stopped;
		await site.clock.advance(0);
		await start();
		await site.clock.advance(100);
		expect([live.readOwn("user-ana"), await pointsOf("ana")]).toEqual([
			expect.objectContaining({ bet: null, queued: null }),
			1000,
		]);
	});

	it("is rejected at placement if the points no longer suffice", async () => {
		await place("ana", 600);
		await queue("ana", { stake: 500, target: null }, 500);
		await queue("bruno", { stake: 1000, target: null });
		const { id } = await place("bruno", 10);
		await site.clock.advance(10_000 + END + 5000);
		expect(messageCodesTo("ana")).toEqual(["insufficientPoints"]);
		expect(messageCodesTo("bruno")).toEqual(["insufficientPoints"]);
		expect(lastBetsOf("ana")).toMatchObject({ bet: null, queued: null });
		expect(await allPoints()).toEqual([400, 990, 1000]);
		expect(id).toBeDefined();
	});

	it("counts as the player's only bet of that round", async () => {
		await queue("ana", { stake: 100, target: null });
		await site.clock.advance(10_000 + END + 5000);
		expect(await answerTo(place("ana"))).toBe("betAlreadyPlaced");
		expect(await pointsOf("ana")).toBe(900);
	});

	it("replaces the settled bet of the round before", async () => {
		await place("ana", 100, 200);
		await queue("ana", { stake: 50, target: null }, 900);
		await site.clock.advance(10_000 + END);
		expect(lastBetsOf("ana")).toMatchObject({
			bet: { status: "cashed_out", payout: 200 },
			queued: { stake: 50 },
		});
		await site.clock.advance(5000);
		expect(lastBetsOf("ana")).toMatchObject({ bet: { status: "active", stake: 50 }, queued: null });
		expect(await pointsOf("ana")).toBe(1050);
	});
});
