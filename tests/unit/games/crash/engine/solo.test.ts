import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS, type SoloDraw } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import * as queries from "~/games/crash/persistence/crash.queries.server";
import { changeClientSeed, rotateSeeds } from "~/games/fairness/seeds.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { openForEachTest } from "../../../../support/for-each-test";
import { breakWrites } from "../../../../support/unguarded";
import { answerTo, openSite, recordingHub, TIMING } from "./setup";

const ANA = "user-ana";
const KEY = `user:${ANA}`;
/** A fixed crash point. The audit recomputes draws, so these tests do not run its Crash invariants. */
const AT_300: SoloDraw = { ...SOLO_DRAWS.table, crashPoint: () => 300 };
const END = momentOf(300);
const { waiting, crashed } = TIMING;
const LASTS = waiting + END + crashed;
const site = openForEachTest(() => openSite({ users: ["ana", "bruno"] }));
let solo: SoloCrash;

beforeEach(async () => {
	solo = await site.bootSolo(AT_300);
});
afterEach(async () => {
	await solo.end();
	expect(site.errors).toEqual([]);
	await expectInvariants(site.db, ...ledgerInvariants);
});

let requests = 0;
const game = (userId = ANA) => solo.ofViewer(userId);
const read = (userId = ANA) => game(userId).read();
const place = (stake = 100, target: number | null = null, userId = ANA) =>
	game(userId).place({ idempotencyKey: `request-${++requests}`, stake, target });
const advance = (ms: number) => site.clock.advance(ms);
const follow = () => {
	site.watch(SOLO_TOPIC, KEY);
	return site.readSnapshot(SOLO_TOPIC, [KEY]);
};
const frames = () => site.frames.filter(({ topic, event }) => topic === SOLO_TOPIC && event === "state");
const seen = () =>
	frames().map(({ at, data: { round, own } }) => [at - 1000, round?.phase ?? null, own.bet?.status ?? null]);
const rounds = () => site.db.selectFrom("crash_rounds").selectAll().orderBy("opened_at").execute();
const bets = () => site.db.selectFrom("crash_bets").selectAll().orderBy("created_at").execute();
const seedTools = () => ({ db: site.db, now: site.tools.now, randomHex: site.tools.randomHex });
const pointsOf = (userId = ANA) => findBalance(site.db, userId);

describe("the rounds of a viewer", () => {
	it("open by a form only: neither pages nor streams open one", async () => {
		expect(await follow()).toMatchObject([{ round: null, own: { bet: null }, history: [] }]);
		for (let load = 0; load < 10; load++) expect(await read()).toMatchObject({ round: null });
		await advance(60_000);
		expect(await rounds()).toEqual([]);
		await Promise.all([game().open(), game().open(), place(), game().open()]);
		expect(await rounds()).toHaveLength(1);
		expect(await read()).toMatchObject({ round: { phase: "waiting", elapsed: 0, lasts: waiting } });
	});

	it("are shown to the end by a stream that began during a form, and whose first read is the last to end", async () => {
		const { findPastRounds } = queries;
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const reading = vi.spyOn(queries, "findPastRounds").mockImplementationOnce(async (...asked) => {
			const rows = await findPastRounds(...asked);
			await held;
			return rows;
		});
		onTestFinished(() => void reading.mockRestore());
		const first = follow();
		await advance(0);
		expect(reading).toHaveBeenCalledTimes(1);
		await game().open();
		await advance(0);
		release();
		expect(await first).toMatchObject([{ round: null }]);
		await advance(LASTS - 1);
		expect(seen().map(([, phase]) => phase)).toEqual(["waiting", "flying", "crashed"]);
	});

	it("wait, fly and crash by the clock; the next one opens when the last one is over", async () => {
		await follow();
		await game().open();
		await advance(LASTS - 1);
		expect(seen()).toEqual([
			[0, "waiting", null],
			[waiting, "flying", null],
			[waiting + END, "crashed", null],
		]);
		await game().open();
		expect(await rounds(), "not over").toHaveLength(1);
		await advance(1);
		expect((await read()).round).toBeNull();
		for (let round = 0; round < 11; round++) {
			await game().open();
			await advance(LASTS);
		}
		const stored = await rounds();
		expect(stored.map(({ nonce, status }) => [nonce, status])).toEqual(stored.map((_, at) => [at, "closed"]));
		const last = stored.slice(-10).reverse();
		expect((await read()).history).toEqual(last.map(({ id }) => ({ id, crashPoint: 300 })));
	});

	it("are private to their player", async () => {
		const { id } = await place();
		await advance(1234);
		await place(50, null, "user-bruno");
		const [ana, bruno] = [await read(), await read("user-bruno")];
		expect([ana.round?.elapsed, bruno.round?.elapsed]).toEqual([1234, 0]);
		expect([ana.own.bet?.stake, bruno.own.bet?.stake]).toEqual([100, 50]);
		await advance(waiting + 500);
		for (const act of ["cancel", "flyNow", "cashOut"] as const) {
			expect(await answerTo(game("user-bruno")[act](id) as Promise<unknown>)).toBe("noBet");
			expect(await answerTo(game()[act](crypto.randomUUID()) as Promise<unknown>)).toBe("noBet");
		}
	});

	it.each([
		["", false],
		[", also if the process of the bet has ended", true],
	])("end and pay without a tab or a request%s", async (_how, hasEnded) => {
		await place(100, 200);
		if (hasEnded) {
			site.clock.forget();
			solo = await site.bootSolo(AT_300);
		}
		await advance(waiting + momentOf(200) + (hasEnded ? 20_000 : 0));
		expect(await pointsOf()).toBe(1100);
		await advance(END);
		expect([(await rounds())[0]?.status, solo.counts().games]).toEqual(["closed", 0]);
		expect(site.announced).toEqual(new Set([ANA]));
		expect(site.wins()).toBe(1);
	});

	it("send ticks to the tabs of the player, up to just before the end and while outcomes can be stored", async () => {
		let areLate = false;
		await solo.end();
		solo = await site.bootSolo(AT_300, { pendingWrites: { areLate: () => areLate, begin: () => () => {} } });
		await follow();
		const { id } = await place();
		await game().flyNow(id);
		const ticks = () => site.frames.filter(({ event }) => event === "tick");
		await advance(END);
		expect(ticks().length).toBe(END / 100 - 1);
		expect(ticks().every(({ key, data }) => key === KEY && data[0] < END && data[1] < 300)).toBe(true);
		await advance(crashed);
		await game().flyNow((await place()).id);
		areLate = true;
		const before = ticks().length;
		await advance(500);
		expect(ticks().length).toBe(before);
	});
});

describe("a viewer's bet", () => {
	it("is placed once per form and round", async () => {
		const form = { idempotencyKey: "same", stake: 100, target: 150 };
		const [first, ...others] = await Promise.all([1, 2, 3].map(() => game().place(form)));
		expect(others).toEqual([first, first]);
		expect(await answerTo(game().place({ ...form, stake: 50 }))).toBe("idempotencyKeyReused");
		expect(await answerTo(place())).toBe("betAlreadyPlaced");
		expect(await answerTo(place(2000, null, "user-bruno"))).toBe("insufficientPoints");
		await advance(waiting);
		expect(await answerTo(place())).toBe("bettingClosed");
		expect(await game().place(form)).toEqual(first);
		expect([await pointsOf(), (await bets()).length]).toEqual([900, 1]);
	});

	it("can be cancelled until its flight, once", async () => {
		const { id, balance } = await place(300);
		expect([balance, ...(await Promise.all([game().cancel(id), game().cancel(id)]))]).toEqual([
			700, 1000, 1000,
		]);
		expect((await read()).own.bet).toBeNull();
		const next = await place(200);
		await advance(waiting);
		expect(await answerTo(game().cancel(next.id))).toBe("bettingClosed");
		await advance(LASTS);
		expect(await answerTo(game().cancel(next.id))).toBe("bettingClosed");
		expect(await game().cancel(id), "a repeat after the round").toBe(800);
	});

	it("is cashed out by hand once, at the multiplier of the step that decides", async () => {
		await follow();
		const { id } = await place();
		expect(await answerTo(game().cashOut(id))).toBe("notFlying");
		await advance(waiting + 1000);
		const answers = await Promise.all([game().cashOut(id), game().cashOut(id)]);
		for (const answer of answers) {
			expect(answer).toMatchObject({ balance: 1020, bet: { multiplier: 120, payout: 120 } });
		}
		await advance(500);
		expect(await game().cashOut(id)).toMatchObject({ bet: { multiplier: 120 } });
		await advance(END);
		expect(seen()).toEqual([
			[0, "waiting", "active"],
			[waiting, "flying", "active"],
			[waiting + 1000, "flying", "cashed_out"],
			[waiting + 1500, "flying", "cashed_out"],
			[waiting + END, "crashed", "cashed_out"],
		]);
		expect([site.wins(), await pointsOf()]).toEqual([1, 1020]);
	});

	it("wins at a target that the flight reaches, and is recorded as a win only when it pays more than its stake", async () => {
		for (const [stake, target] of [
			[100, 150],
			[10, 101],
			[100, 301],
		] as const) {
			await place(stake, target);
			await advance(LASTS);
		}
		expect((await bets()).map(({ payout }) => payout)).toEqual([150, 10, 0]);
		const wins = await site.db.selectFrom("game_wins").select(["amount", "user_id"]).execute();
		expect([wins, site.wins()]).toEqual([[{ amount: 50, user_id: ANA }], 1]);
	});
});

describe("an early start", () => {
	it("draws at once, and nothing can be taken back afterwards", async () => {
		const { id } = await place();
		expect(await rounds()).toMatchObject([{ nonce: null, crash_point: null }]);
		await Promise.all([game().flyNow(id), game().flyNow(id)]);
		expect(await rounds()).toMatchObject([{ nonce: 0, crash_point: 300 }]);
		expect((await read()).round).toMatchObject({ phase: "flying", elapsed: 0 });
		expect(await answerTo(game().cancel(id))).toBe("bettingClosed");
		expect(await answerTo(place(10))).toBe("bettingClosed");
		expect(await answerTo(rotateSeeds(seedTools(), ANA, queries.hasOpenSoloBet))).toBe("seedInPlay");
		await advance(END + crashed);
		expect(await pointsOf()).toBe(900);
		expect(await answerTo(game().flyNow(id)), "a repeat after the flight").toBeUndefined();
	});
});

describe("the seeds of a player", () => {
	it("draw every flight with the next nonce when betting has ended, by the draw of that time", async () => {
		await solo.end();
		let name: "table" | "even" = "table";
		solo = await site.bootSolo(undefined, { draws: SOLO_DRAWS, drawName: () => name });
		await place(10, 101);
		expect(await rounds()).toMatchObject([{ status: "open", crash_point: null, seed_id: null, nonce: null }]);
		await changeClientSeed(seedTools(), ANA, "my own");
		await advance(120_000);
		name = "even";
		await game().open();
		await advance(120_000);
		expect(await rounds()).toMatchObject([
			{ client_seed: "my own", nonce: 0, draw_version: 1, status: "closed" },
			{ client_seed: "my own", nonce: 1, draw_version: 2, status: "closed" },
		]);
		await expectInvariants(site.db, ...crashInvariants);
	});
});

describe("a time in which the site did not run", () => {
	/** The process is killed, and starts again later. */
	async function restartAfter(ms: number) {
		site.clock.forget();
		site.clock.stall(ms);
		solo = await site.bootSolo(AT_300);
	}

	it.each([
		["waits for longer", 1000, 3000, "active", "waiting"],
		["would have started during it", waiting - 1000, 3000, "refunded", null],
		["was in the air", waiting + 1000, 3000, "refunded", null],
		["would have ended during it", waiting + END - 1000, 60_000, "refunded", null],
		["had ended before", waiting + END, 60_000, "lost", null],
		["was in the air, but for a moment only", waiting + 1000, 500, "active", "flying"],
	])("a bet whose flight %s is settled so that nobody loses what nobody could play", async (...row) => {
		const [, at, ms, status, phase] = row;
		await follow();
		const { id } = await place();
		await advance(at);
		await restartAfter(ms);
		expect((await bets()).map((bet) => bet.status)).toEqual([status]);
		expect((await read()).round?.phase ?? null).toBe(phase);
		expect(await pointsOf()).toBe(status === "refunded" ? 1000 : 900);
		if (status !== "refunded") return;
		expect((await read()).own.bet).toMatchObject({ id, status: "refunded" });
		expect(await answerTo(game().cashOut(id))).toBe("betRefunded");
		await advance(60_000);
		expect([await pointsOf(), (await bets()).length]).toEqual([1000, 1]);
	});

	it("does not take a target that was reached before it, nor a cash-out", async () => {
		await place(100, 120);
		const { id } = await place(100, null, "user-bruno");
		await advance(waiting + 1500);
		await game("user-bruno").cashOut(id);
		await restartAfter(60_000);
		expect([await pointsOf(), await pointsOf("user-bruno")]).toEqual([1020, 1000 - 100 + 130]);
		await advance(60_000);
		expect((await rounds()).map(({ status }) => status)).toEqual(["closed", "closed"]);
	});

	it("is noticed by the process itself, when it was frozen or the database was away", async () => {
		await follow();
		await place();
		await advance(waiting + 500);
		site.clock.stall(10_000);
		await advance(1000);
		expect((await bets()).map(({ status }) => status)).toEqual(["refunded"]);
		expect(frames().at(-1)?.data).toMatchObject({ round: null, own: { bet: { status: "refunded" } } });
		await game().flyNow((await place()).id);
		site.clock.stall(10_000);
		const last = (await bets()).at(-1)?.id ?? "";
		expect(await answerTo(game().cashOut(last)), "a request before its timers").toBe("betRefunded");
		expect(solo.counts()).toMatchObject({ refunded: 2 });
	});

	it("is none while another process runs", async () => {
		const { id } = await place();
		await advance(waiting + 1000);
		const other = await site.bootSolo(AT_300, { hub: recordingHub(site.clock).hub });
		await solo.end();
		await advance(500);
		solo = other;
		expect(await game().cashOut(id)).toMatchObject({ bet: { multiplier: 130 } });
	});
});

describe("a clock that is set", () => {
	it.each([-86_400_000, -1000, 1000, 86_400_000])(
		"by %d ms pays and refunds nothing twice, and opens no round again that is over",
		async (ms) => {
			let ahead = 0;
			const boot = () => site.bootSolo(AT_300, { instantOf: (moment) => 1_772_000_000_000 + moment + ahead });
			await solo.end();
			solo = await boot();
			await follow();
			await place(100, 120);
			const { id } = await place(100, null, "user-bruno");
			await advance(waiting + 1500);
			ahead = ms;
			await advance(60_000);
			for (let turn = 0; turn < 2; turn++) {
				await answerTo(game("user-bruno").cashOut(id));
				await advance(60_000);
			}
			expect(await pointsOf()).toBe(1020);
			expect([900, 1000]).toContain(await pointsOf("user-bruno"));
			expect((await rounds()).every(({ status }) => status !== "open")).toBe(true);
			const placed = await place();
			expect((await read()).own.bet, "the next round is the newest").toMatchObject({ id: placed.id });
			await game().flyNow(placed.id);
			await advance(1000);
			expect(await game().cashOut(placed.id)).toMatchObject({ bet: { multiplier: 120 } });
		},
	);
});

it("rounds of players who have left are settled while a cash-out of another player cannot be stored", async () => {
	const other = await site.bootSolo(AT_300, { hub: recordingHub(site.clock).hub, leads: () => false });
	const { id } = await place();
	await other.ofViewer("user-bruno").place({ idempotencyKey: "bruno", stake: 100, target: 200 });
	await other.end();
	await advance(waiting + 1000);
	const mend = await breakWrites(site.db, {
		...{ event: "update", table: "crash_bets", message: "this bet cannot be stored" },
		when: `old.user_id = '${ANA}'`,
	});
	const cashOut = answerTo(game().cashOut(id));
	await advance(60_000);
	const betOf = async (userId: string) => (await bets()).find(({ user_id }) => user_id === userId);
	expect([(await betOf(ANA))?.status, (await betOf("user-bruno"))?.status]).toEqual(["active", "cashed_out"]);
	expect(await cashOut).toBe("resultNotStored");
	const failed = expect.objectContaining({ event: "crash-write-failed", betId: id });
	for (const error of site.errors.splice(0)) expect(error).toEqual(failed);
	await mend();
	await advance(20_000);
	expect(await betOf(ANA)).toMatchObject({ cash_out_multiplier: 120, payout: 120 });
	expect((await rounds()).every(({ status }) => status === "closed")).toBe(true);
});

/** Starts a process for each hub in place of the one of all tests. The first leads. */
async function bootProcesses(hubs: readonly ReturnType<typeof recordingHub>[]): Promise<SoloCrash[]> {
	await solo.end();
	const listeners: { channel: string; hub: number; run(message: unknown): void }[] = [];
	return Promise.all(
		hubs.map(({ hub }, index) =>
			site.bootSolo(AT_300, {
				hub,
				leads: () => index === 0,
				bus: {
					publish(channel, message) {
						for (const one of listeners) if (one.channel === channel && one.hub !== index) one.run(message);
					},
					subscribe: (channel, run) => void listeners.push({ channel, hub: index, run }),
					onChange() {},
				},
			}),
		),
	);
}

it("a stream that begins while the end of the last round is stored shows what happens at other processes", async () => {
	const [here, there] = [recordingHub(site.clock), recordingHub(site.clock)];
	const { isWatched } = here.hub;
	let begins = false;
	here.hub.isWatched = (...stream) => {
		const before = isWatched(...stream);
		if (begins) {
			begins = false;
			here.watch(SOLO_TOPIC, KEY);
			void here.readSnapshot(SOLO_TOPIC, [KEY]);
		}
		return before;
	};
	const [first, second] = (await bootProcesses([here, there])) as [SoloCrash, SoloCrash];
	await first.ofViewer(ANA).open();
	await advance(waiting + END - 1);
	begins = true;
	await advance(1);
	expect(begins).toBe(false);
	await advance(crashed);
	await second.ofViewer(ANA).open();
	await advance(waiting);
	const phases = here.frames.filter(({ event }) => event === "state").map(({ data }) => data.round?.phase);
	expect(phases).toEqual(["waiting", "flying"]);
	for (const one of [first, second]) await one.end();
});

it("several processes place, draw, cash out and settle once, and all show the same flight", async () => {
	const hubs = [recordingHub(site.clock), recordingHub(site.clock), recordingHub(site.clock)];
	const processes = await bootProcesses(hubs);
	for (const { watch, readSnapshot } of hubs) {
		watch(SOLO_TOPIC, KEY);
		await readSnapshot(SOLO_TOPIC, [KEY]);
	}
	const everywhere = <Answer>(
		call: (game: ReturnType<SoloCrash["ofViewer"]>, at: number) => Promise<Answer>,
	) => Promise.all(processes.map((one, at) => answerTo(call(one.ofViewer(ANA), at))));
	const form = { idempotencyKey: "one", stake: 100, target: null };
	const [first, ...others] = await everywhere((one) => one.place(form));
	expect(others).toEqual([first, first]);
	const second = await everywhere((one, at) => one.place({ ...form, idempotencyKey: `other-${at}` }));
	expect(new Set(second)).toEqual(new Set(["betAlreadyPlaced"]));
	await advance(waiting + 1000);
	expect((await rounds()).map(({ nonce }) => nonce)).toEqual([0]);
	const { id } = first as { id: string };
	const paid = await everywhere((one) => one.cashOut(id));
	for (const answer of paid) expect(answer).toMatchObject({ bet: { multiplier: 120, payout: 120 } });
	await advance(END);
	for (const { frames } of hubs) {
		const shown = frames.filter(({ event }) => event === "state").map(({ data }) => data);
		expect(new Set(shown.map(({ round }) => round?.phase))).toEqual(
			new Set(["waiting", "flying", "crashed"]),
		);
		expect(shown.at(-1)).toMatchObject({ round: { multiplier: 300 }, own: { bet: { payout: 120 } } });
	}
	const entries = await site.db.selectFrom("point_entries").select("reason").orderBy("id").execute();
	const own = entries.map(({ reason }) => reason).filter((reason) => reason.startsWith("solo"));
	expect(own).toEqual(["solo-crash-stake", "solo-crash-payout"]);
	for (const one of processes) await one.end();
});
