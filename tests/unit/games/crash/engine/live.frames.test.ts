import { beforeEach, describe, expect, it, vi } from "vitest";
import { LADDER, momentOf } from "~/games/crash/engine/curve";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { answerTo } from "./engine.setup";
import { liveForEachTest } from "./live.setup";

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
const PSEUDONYM = expect.stringMatching(/^[0-9a-f]{8}$/);
const { game, reopen, restart, start, place, framesOf, pointsOf, rounds } = liveForEachTest(NAMES);
const advance = (ms: number) => game.site.clock.advance(ms);

beforeEach(async () => {
	Object.assign(draw, { crashPoint: 300, drawn: new Map() });
	await start();
});

describe("published events", () => {
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
