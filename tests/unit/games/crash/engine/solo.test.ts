import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash, SoloPlayer } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS, type SoloDraw, type SoloDrawName } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { hasOpenSoloBet } from "~/games/crash/persistence/crash.queries.server";
import { changeClientSeed, rotateSeeds } from "~/games/fairness/seeds.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { openForEachTest } from "../../../../support/for-each-test";
import { NO_SUCH_TABLE } from "../../../../support/unguarded";
import { answerTo, TIMING } from "./engine.setup";
import { openSite } from "./live.setup";

const ANA = "user-ana";
const KEY = `user:${ANA}`;
/** A fixed crash point. The audit recomputes draws, so these tests do not run its Crash invariants. */
const AT_300: SoloDraw = { ...SOLO_DRAWS.table, crashPoint: () => 300 };
const END = momentOf(300);
const { waiting, crashed } = TIMING;
/** ms of a round. */
const LASTS = waiting + END + crashed;
const site = openForEachTest(() => openSite({ users: ["ana", "bruno"] }));
let solo: SoloCrash;

beforeEach(() => {
	solo = site.bootSolo(AT_300);
});
afterEach(async () => {
	expect(site.errors).toEqual([]);
	await expectInvariants(site.db, ...ledgerInvariants);
});

let requests = 0;
const ADDRESS = "198.51.100.1";
const player = (userId = ANA): SoloPlayer => ({ userId });
const read = (userId = ANA) => solo.read(player(userId));
const start = (userId = ANA, address = ADDRESS) => solo.start(player(userId), address);
const place = (stake = 100, target: number | null = null, userId = ANA) => {
	const bet = { idempotencyKey: `request-${++requests}`, stake, target };
	return solo.place(player(userId), ADDRESS, bet);
};
const advance = (ms: number) => site.clock.advance(ms);
const visitor = (id: string) => ({ demo: { id, points: 1000, staked: 0 } });
const games = () => solo.counts().games;
const states = (key = KEY) =>
	site.frames.filter((frame) => frame.topic === SOLO_TOPIC && frame.key === key && frame.event !== "tick");
const phases = (key = KEY) =>
	states(key).map(({ at, data }) => [at, (data.round ?? data).phase, data.own?.bet?.status ?? null]);
const rounds = () => site.db.selectFrom("crash_rounds").selectAll().orderBy("nonce").execute();
const seedTools = () => ({ db: site.db, now: site.tools.now, randomHex: site.tools.randomHex });
const pointsOf = (userId = ANA) => findBalance(site.db, userId);

describe("a viewer's solo game", () => {
	it("loops through waiting, flight and crash while a stream is open, and keeps the last 10 flights", async () => {
		site.watch(SOLO_TOPIC, KEY);
		expect(await start()).toEqual({
			round: { id: expect.any(String), phase: "waiting", elapsed: 0, lasts: waiting, multiplier: 100 },
			own: expect.objectContaining({ bet: null }),
			history: [],
		});
		await advance(6 * LASTS - 1);
		const published = phases().map(([at, phase]) => [at, phase]);
		const round = (begins: number) => [
			[begins, "waiting"],
			[begins + waiting, "flying"],
			[begins + waiting + END, "crashed"],
		];
		expect(published).toEqual([0, 1, 2, 3, 4, 5].flatMap((before) => round(1000 + before * LASTS)));
		await advance(6 * LASTS);
		const stored = (await rounds()).filter(({ status }) => status === "closed");
		expect((await read()).history).toEqual(
			stored
				.slice(-10)
				.reverse()
				.map(({ id }) => ({ id, crashPoint: 300 })),
		);
	});

	it("is private to its player", async () => {
		const { id } = await place(100, null, ANA);
		await advance(1234);
		await place(50, null, "user-bruno");
		const [ana, bruno] = await Promise.all([read(ANA), read("user-bruno")]);
		expect(ana.round?.id).not.toBe(bruno.round?.id);
		expect([ana.round?.elapsed, bruno.round?.elapsed]).toEqual([1234, 0]);
		expect([ana.own.bet?.stake, bruno.own.bet?.stake]).toEqual([100, 50]);
		await advance(waiting + 500);
		expect(await answerTo(solo.cashOut(player("user-bruno"), id))).toBe("noBet");
		expect(site.frames.every(({ key }) => key === KEY || key === "user:user-bruno")).toBe(true);
	});
});

describe("starting a solo game", () => {
	it("requires a form: neither a page nor a stream opens a game or writes anything", async () => {
		const before = site.clock.waiting();
		for (let load = 0; load < 10; load++) {
			expect(await read()).toMatchObject({ round: null, own: { bet: null }, history: [] });
			const own = { demoBalance: 1000 };
			expect(await solo.read(visitor(`${load}`))).toMatchObject({ round: null, own });
		}
		site.watch(SOLO_TOPIC, KEY);
		expect(site.snapshot(SOLO_TOPIC, [KEY])).toEqual([]);
		await advance(120_000);
		expect([games(), site.clock.waiting(), site.frames.length]).toEqual([0, before, 0]);
		expect(await rounds()).toEqual([]);
	});

	it("and placing a bet, any number of times at once, open one game", async () => {
		const [state, bet, ...again] = await Promise.all([start(), place(), start(), start()]);
		for (const { round } of again) expect(round?.id).toBe(state.round?.id);
		const own = { bet: { id: bet.id, status: "active" } };
		expect(await read()).toMatchObject({ round: { id: state.round?.id, phase: "waiting" }, own });
		expect(games()).toBe(1);
	});

	it("does not happen through a request about an earlier bet", async () => {
		const { id } = await place(100, 200);
		await advance(200_000);
		expect(await pointsOf(), "completed without a stream").toBe(1100);
		expect(games()).toBe(0);
		const paid = await solo.cashOut(player(), id);
		expect(paid).toMatchObject({ bet: { status: "cashed_out", payout: 200 } });
		expect(await answerTo(solo.cancel(player(), id))).toBe("bettingClosed");
		expect(await answerTo(solo.cashOut(player(), crypto.randomUUID()))).toBe("noBet");
		expect([games(), site.clock.waiting()]).toEqual([0, 0]);
	});

	it("is rejected above the limit per address, charges nothing, and works when a game is freed", async () => {
		solo = site.bootSolo(AT_300, { perAddress: 2, perNetwork: 5, total: 10 });
		const visit = (id: string, address = ADDRESS) => answerTo(solo.start(visitor(id), address));
		await start();
		await visit("one");
		expect(await visit("two")).toBe("tooManyGames");
		expect(await answerTo(place(100, null, "user-bruno"))).toBe("tooManyGames");
		expect(await pointsOf("user-bruno")).toBe(1000);
		expect(games()).toBe(2);
		// An existing game and another address are not limited.
		expect(await start()).toMatchObject({ round: { phase: "waiting" } });
		expect(await visit("two", "198.51.100.2")).toMatchObject({ round: { phase: "waiting" } });
		await advance(60_000 + LASTS);
		expect(games()).toBe(0);
		expect(await visit("two")).toMatchObject({ round: { phase: "waiting" } });
	});

	it.each([
		["per IPv6 /48", 10, (id: number) => `2001:db8:1:${id}::/64`, true],
		["in total", 3, (id: number) => `198.51.100.${id}`, false],
	])(
		"is rejected above the limit %s, however many addresses are used",
		async (_what, total, address, isNetwork) => {
			solo = site.bootSolo(AT_300, { perAddress: 2, perNetwork: 3, total });
			const visit = (id: number, from = address(id)) => answerTo(solo.start(visitor(`${id}`), from));
			for (let id = 0; id < 3; id++) expect(await visit(id)).toMatchObject({ own: { bet: null } });
			expect(await visit(3)).toBe("tooManyGames");
			expect((await visit(4, "2001:db8:2:0::/64")) === "tooManyGames").toBe(!isNetwork);
		},
	);

	it("leaves no game behind when it fails, and the next attempt can succeed", async () => {
		solo = site.bootSolo(AT_300, { perAddress: 1, perNetwork: 1, total: 1 });
		const { db } = site.tools;
		await db.schema.alterTable("crash_rounds").renameTo("crash_rounds_hidden").execute();
		const failed = await Promise.allSettled([start(), start(), place()]);
		expect(failed.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
		await expect(read()).rejects.toThrow(NO_SUCH_TABLE);
		await db.schema.alterTable("crash_rounds_hidden").renameTo("crash_rounds").execute();
		expect([games(), site.clock.waiting()]).toEqual([0, 0]);
		expect(await start()).toMatchObject({ round: { phase: "waiting" } });
	});
});

describe("an idle solo game", () => {
	it("is freed with its timers 60 s after its last use", async () => {
		const { round } = await start();
		await advance(10_000);
		await read();
		// The fourth round waits by then.
		expect(3 * LASTS).toBeLessThan(70_000);
		await advance(59_999);
		expect(games()).toBe(1);
		await advance(1);
		expect([games(), site.clock.waiting(), solo.counts().flying]).toEqual([0, 0, 0]);
		expect((await rounds()).map(({ status }) => status)).toEqual(["closed", "closed", "closed"]);
		expect(site.snapshot(SOLO_TOPIC, [KEY])).toEqual([]);
		const idle = await read();
		expect([idle.round, idle.own.bet, idle.history.length, games()]).toEqual([null, null, 3, 0]);
		const next = await start();
		expect(next.round).toMatchObject({ phase: "waiting", elapsed: 0 });
		expect(next.round?.id).not.toBe(round?.id);
		expect(next.history).toHaveLength(3);
	});

	it("that is started again at the moment it is freed becomes a new game that keeps running", async () => {
		const { round } = await start();
		await advance(10_000);
		await read();
		const freedAt = site.clock.now() + 60_000;
		const { hub } = site.tools;
		const { isWatched } = hub;
		let next: ReturnType<typeof start> | undefined;
		hub.isWatched = (...args) => {
			// Right after the check, which voids the waiting round.
			if (site.clock.now() === freedAt) queueMicrotask(() => (next ??= start()));
			return isWatched(...args);
		};
		await advance(60_000);
		const started = await next;
		expect(started?.round).toMatchObject({ phase: "waiting", elapsed: 0 });
		expect(started?.round?.id).not.toBe(round?.id);
		expect(games()).toBe(1);
		const framesBefore = site.frames.length;
		await advance(waiting);
		expect(await read()).toMatchObject({ round: { id: started?.round?.id, phase: "flying" } });
		expect(phases().at(-1)).toEqual([freedAt + waiting, "flying", null]);
		expect(site.frames.length).toBe(framesBefore + 1);
	});

	it("is kept while its stream is open, and freed 60 s after the stream has closed", async () => {
		site.watch(SOLO_TOPIC, KEY);
		await start();
		await advance(600_000);
		expect(games()).toBe(1);
		site.unwatch(SOLO_TOPIC, KEY);
		await advance(60_000 + LASTS);
		expect([games(), site.clock.waiting()]).toEqual([0, 0]);
		site.watch(SOLO_TOPIC, KEY);
		await advance(600_000);
		expect(games()).toBe(0);
	});
});

describe("a viewer's bet", () => {
	it("can be cancelled while the round waits", async () => {
		const { id, balance } = await place(300);
		expect(balance).toBe(700);
		expect(await solo.cancel(player(), id)).toBe(1000);
		expect(states().at(-1)?.data).toMatchObject({ own: { bet: null } });
		await place(200);
		expect(await pointsOf()).toBe(800);
	});

	it("is cashed out once, and included in every frame", async () => {
		site.watch(SOLO_TOPIC, KEY);
		const { id } = await place();
		await advance(waiting + 1000);
		const first = await solo.cashOut(player(), id);
		expect(first).toMatchObject({ balance: 1020, bet: { multiplier: 120, payout: 120 } });
		await advance(500);
		expect(await solo.cashOut(player(), id)).toEqual(first);
		await advance(END + crashed);
		expect(phases().slice(0, 6)).toEqual([
			[1000, "waiting", null],
			[1000, "waiting", "active"],
			[1000 + waiting, "flying", null],
			[1000 + waiting + 1000, "flying", "cashed_out"],
			[1000 + waiting + END, "crashed", "cashed_out"],
			[1000 + waiting + END + crashed, "waiting", null],
		]);
		expect(site.wins()).toBe(1);
		expect(await pointsOf()).toBe(1020);
		expect(site.announced).toEqual(new Set([ANA]));
	});

	it("is recorded as a win only when it pays more than its stake", async () => {
		for (const [stake, target] of [
			[100, 150],
			[10, 101],
			[100, 301],
		] as const) {
			await place(stake, target);
			await advance(LASTS);
		}
		const wins = await site.db.selectFrom("game_wins").select(["amount", "user_id"]).execute();
		expect([wins, site.wins()]).toEqual([[{ amount: 50, user_id: ANA }], 1]);
	});
});

describe("the seeds of a player", () => {
	beforeEach(() => {
		solo = site.bootSolo(SOLO_DRAWS.even);
		site.watch(SOLO_TOPIC, KEY);
	});
	afterEach(async () => {
		await expectInvariants(site.db, ...crashInvariants);
	});

	async function untilRound(number: number) {
		while ((await rounds()).filter(({ status }) => status === "closed").length < number) {
			await advance(1000);
		}
		await advance(crashed);
	}

	it("draw every flight with the next nonce, with or without a bet, and every flight is stored", async () => {
		await start();
		await untilRound(2);
		await place(10, 101);
		await untilRound(5);
		const stored = (await rounds()).filter(({ status }) => status === "closed");
		expect(stored.map(({ nonce }) => nonce)).toEqual(stored.map((_, index) => index));
		const bets = await site.db.selectFrom("crash_bets").select("round_id").execute();
		expect(bets.map(({ round_id }) => round_id)).toEqual([stored[2]?.id]);
		for (const round of stored) {
			expect(round).toMatchObject({ game: "solo", user_id: ANA, draw_version: SOLO_DRAWS.even.version });
		}
	});

	it("use another draw from the first flight that starts after the change", async () => {
		let name: SoloDrawName = "table";
		solo = site.bootSolo(() => SOLO_DRAWS[name]);
		await start();
		await untilRound(2);
		await advance(waiting + 1);
		name = "even";
		await untilRound(5);
		const closed = (await rounds()).filter(({ status }) => status === "closed").slice(0, 5);
		expect(closed.map(({ draw_version }) => draw_version)).toEqual([1, 1, 1, 2, 2]);
	});

	it("can be revealed before and after a bet, but not while it is open", async () => {
		const rotate = () => answerTo(rotateSeeds(seedTools(), ANA, hasOpenSoloBet));
		solo = site.bootSolo(AT_300);
		expect(await rotate()).toBeUndefined();
		const { id } = await place();
		expect(await rotate()).toBe("seedInPlay");
		await advance(waiting + 100);
		expect(await rotate()).toBe("seedInPlay");
		await solo.cashOut(player(), id);
		expect(await rotate()).toBeUndefined();
		await advance(END + crashed);
		await place(10, null);
		await advance(waiting + 100);
		expect(await rotate()).toBe("seedInPlay");
		await advance(END);
		expect(await rotate()).toBeUndefined();
		// These flights do not match their seeds.
		await site.db.updateTable("crash_rounds").set({ seed_id: null, nonce: null }).execute();
	});

	it("draw nothing while the round waits, and then with a client seed that was changed after the bet", async () => {
		await place(10, 101);
		const nothing = { status: "open", crash_point: null, seed_id: null, nonce: null };
		expect(await rounds()).toMatchObject([nothing]);
		expect(await site.db.selectFrom("player_seeds").selectAll().execute()).toEqual([]);
		await changeClientSeed(seedTools(), ANA, "my own");
		await untilRound(1);
		const [seed] = await site.db.selectFrom("player_seeds").selectAll().execute();
		expect((await rounds())[0]).toMatchObject({ seed_id: seed?.id, client_seed: "my own", nonce: 0 });
	});
});

describe("an early start of a solo flight", () => {
	const flyNow = (id: string, userId = ANA) => answerTo(solo.flyNow(player(userId), id));
	const phaseOf = async (userId: string) => (await read(userId)).round?.phase;

	beforeEach(() => {
		solo = site.bootSolo();
	});
	afterEach(() => expectInvariants(site.db, ...crashInvariants));

	it("affects the player's own game only, also in the demo", async () => {
		const demo = visitor("visitor");
		expect(await flyNow(crypto.randomUUID())).toBe("noBet");
		expect(games(), "starts no game").toBe(0);
		const { id } = await place();
		await place(100, null, "user-bruno");
		const bet = { idempotencyKey: "demo", stake: 100, target: null };
		const demoBet = await solo.place(demo, ADDRESS, bet);
		await flyNow(id);
		expect(await answerTo(solo.flyNow(demo, id))).toBe("noBet");
		expect(await flyNow(id, "user-bruno")).toBe("noBet");
		const demoPhase = async () => (await solo.read(demo)).round?.phase;
		const phases = [await phaseOf(ANA), await phaseOf("user-bruno"), await demoPhase()];
		expect(phases).toEqual(["flying", "waiting", "waiting"]);
		await solo.flyNow(demo, demoBet.id);
		expect(await demoPhase()).not.toBe("waiting");
		expect(await answerTo(solo.cancel(demo, demoBet.id))).toBe("bettingClosed");
		expect(solo.readOwn(demo).demoBalance).toBeLessThanOrEqual(900);
	});

	it("uses the next draw, and keeps stake and seeds: the bet cannot be taken back, no seed is revealed", async () => {
		const { id } = await place();
		expect(await rounds()).toMatchObject([{ nonce: null, crash_point: null }]);
		await Promise.all([flyNow(id), flyNow(id)]);
		const [round] = await rounds();
		expect(round).toMatchObject({ nonce: 0, crash_point: expect.any(Number) });
		expect(await answerTo(solo.cancel(player(), id))).toBe("bettingClosed");
		expect(await answerTo(place(10))).toBe("bettingClosed");
		expect(await phaseOf(ANA)).toBe("flying");
		expect(await answerTo(rotateSeeds(seedTools(), ANA, hasOpenSoloBet))).toBe("seedInPlay");
		await advance(momentOf(round?.crash_point ?? 0) + crashed);
		expect(await pointsOf()).toBe(900);
		expect(await flyNow(id), "a repeat after the flight").toBeUndefined();
		expect(await phaseOf(ANA)).toBe("waiting");
	});
});
