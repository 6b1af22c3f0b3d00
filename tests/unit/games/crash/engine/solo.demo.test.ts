import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash, SoloDemo } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { answerTo, TIMING } from "./engine.setup";
import { openSite, type Site } from "./live.setup";

const AT_300 = { ...SOLO_DRAWS.table, crashPoint: () => 300 };
const END = momentOf(300);
const ADDRESS = "198.51.100.1";
const { waiting, crashed } = TIMING;
let site: Site;
let solo: SoloCrash;
/** What the visitor's browser sends; each answer brings another one. */
let cookie: SoloDemo;

beforeEach(async () => {
	site = await openSite();
	solo = site.bootSolo(AT_300);
	cookie = { id: "visitor", points: 1000, staked: 0 };
});
afterEach(async () => {
	expect(site.wrong).toEqual([]);
	for (const table of ["point_entries", "crash_rounds", "crash_bets", "game_wins"] as const) {
		expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
	}
	expect([site.announced.size, site.wins()]).toEqual([0, 0]);
	await site.close();
});

let requests = 0;
async function answered<Answer>(call: (demo: SoloDemo) => Promise<Answer>) {
	const answer = await answerTo(call(cookie));
	cookie = solo.readDemo(cookie);
	return answer;
}
const start = () => answered((demo) => solo.start({ demo }, ADDRESS));
const read = () => answered((demo) => solo.read({ demo }));
const place = (stake = 100, target: number | null = null, idempotencyKey = `request-${++requests}`) =>
	answered((demo) => solo.place({ demo }, ADDRESS, { idempotencyKey, stake, target }));
const idOf = (answer: unknown): string => (answer as { id: string }).id;
const cancel = (id: string) => answered((demo) => solo.cancel({ demo }, id));
const cashOut = (id: string) => answered((demo) => solo.cashOut({ demo }, id));

/** The process ends and comes back with nothing in memory. */
function restart() {
	site.clock.forget();
	solo = site.bootSolo(AT_300);
}

describe("a visitor", () => {
	it("plays with demo points that the cookie follows", async () => {
		expect(await read()).toMatchObject({ demoBalance: 1000, bet: null, round: null });
		expect(await start()).toMatchObject({ demoBalance: 1000, bet: null, round: { phase: "waiting" } });
		const id = idOf(await place(300));
		expect(cookie).toEqual({ id: "visitor", points: 700, staked: 300 });
		await site.clock.advance(waiting + 1000);
		expect(await cashOut(id)).toMatchObject({ balance: 1060, bet: { multiplier: 120, payout: 360 } });
		expect(cookie).toEqual({ id: "visitor", points: 1060, staked: 0 });
		await site.clock.advance(END + crashed);
		await place(60, 301);
		await site.clock.advance(waiting + END);
		expect(await read()).toMatchObject({ demoBalance: 1000, bet: { status: "lost" } });
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
	});

	it("receives events of its own game only", async () => {
		site.watch(SOLO_TOPIC, "demo:visitor");
		await place(100, 200);
		await site.clock.advance(waiting + END);
		expect(new Set(site.frames.map(({ key }) => key))).toEqual(new Set(["demo:visitor"]));
		expect(site.frames.at(-1)?.data).toMatchObject({
			demoBalance: 1100,
			round: { phase: "crashed", multiplier: 300 },
		});
		expect(site.snapshot(SOLO_TOPIC, ["demo:another"])).toEqual([]);
	});

	it("places a bet once however often the form is sent", async () => {
		const first = await place(100, null, "same");
		expect(await place(100, null, "same")).toEqual(first);
		expect(await place(200, null, "same")).toBe("idempotencyKeyReused");
		expect(cookie).toEqual({ id: "visitor", points: 900, staked: 100 });
		await cancel(idOf(first));
		expect(await place(100, null, "same")).toEqual(first);
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
	});

	it("takes a bet back and may place another", async () => {
		const id = idOf(await place());
		expect(await cancel(id)).toBe(1000);
		expect(await cancel(id)).toBe(1000);
		expect(await answerTo(place(1010))).toBe("insufficientPoints");
		expect(await place(1000)).toMatchObject({ balance: 0 });
	});

	it("is given fresh points, but not while a bet runs", async () => {
		await place(990, 301);
		expect(() => solo.refill(cookie)).toThrow("betAlreadyPlaced");
		await site.clock.advance(waiting + 100);
		expect(() => solo.refill(cookie)).toThrow("betAlreadyPlaced");
		await site.clock.advance(END);
		expect(solo.refill(cookie)).toEqual({ id: "visitor", points: 1000, staked: 0 });
		expect(await read()).toMatchObject({ demoBalance: 1000 });
		expect(solo.refill({ id: "another", points: 0, staked: 0 })).toMatchObject({ points: 1000 });
	});

	it("that took the bet back may have fresh points", async () => {
		await cancel(idOf(await place()));
		expect(solo.refill(cookie)).toMatchObject({ points: 1000, staked: 0 });
	});

	it("gets the stake back from a server that has forgotten the round", async () => {
		await place(300);
		await site.clock.advance(waiting + 100);
		restart();
		expect(await read()).toMatchObject({ demoBalance: 1000, round: null, bet: null });
		expect(await start()).toMatchObject({ demoBalance: 1000, bet: null });
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
		restart();
		expect(await read()).toMatchObject({ demoBalance: 1000 });
	});

	it("keeps what the cookie says when a server is new to it, even if only that is asked", () => {
		const told = { id: "visitor", points: 50, staked: 10 };
		expect(solo.readDemo(told)).toEqual(told);
	});

	it("keeps the points while the engine is idle", async () => {
		await place(100, 200);
		await site.clock.advance(300_000);
		expect(site.clock.waiting()).toBe(0);
		expect(await read()).toMatchObject({ demoBalance: 1100, round: null, bet: null });
		expect(await start()).toMatchObject({ demoBalance: 1100, bet: null });
	});

	it("has a cookie with the id, the points and the stake in it, never with a crash point", async () => {
		const seen = new Set<string>();
		site.watch(SOLO_TOPIC, "demo:visitor");
		await place(100, 250);
		for (let ms = 0; ms < waiting + END + crashed; ms += 50) {
			await site.clock.advance(50);
			await read();
			expect(Object.keys(cookie).sort()).toEqual(["id", "points", "staked"]);
			seen.add(JSON.stringify(cookie));
		}
		expect([...seen].map((text) => JSON.parse(text))).toEqual([
			{ id: "visitor", points: 900, staked: 100 },
			{ id: "visitor", points: 1150, staked: 0 },
		]);
	});
});

describe("many visitors", () => {
	it("are remembered up to a bound; who plays is never forgotten", async () => {
		await place(100, 301);
		await site.clock.advance(waiting + 100);
		for (let number = 0; number < 10_050; number++) {
			solo.refill({ id: `passer-by-${number}`, points: 5, staked: 0 });
		}
		expect(solo.readDemo({ id: "passer-by-0", points: 7, staked: 0 })).toMatchObject({ points: 7 });
		expect(solo.readDemo({ id: "passer-by-10049", points: 7, staked: 0 })).toMatchObject({ points: 1000 });
		expect(cookie).toMatchObject({ points: 900, staked: 100 });
		expect(await read()).toMatchObject({ bet: { status: "active" } });
		await site.clock.advance(END);
		expect(await read()).toMatchObject({ demoBalance: 900, bet: { status: "lost" } });
	});
});
