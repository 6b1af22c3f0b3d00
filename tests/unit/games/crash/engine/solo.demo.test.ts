import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newRound } from "~/games/crash/engine/crash";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash, SoloDemo } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { createDemoBets } from "~/games/crash/persistence/demo-bets";
import { DRAW_RANGE } from "~/games/fairness/draws";
import { openForEachTest } from "../../../../support/for-each-test";
import { answerTo, TIMING } from "./engine.setup";
import { openSite } from "./live.setup";

const AT_300 = { ...SOLO_DRAWS.table, crashPoint: () => 300 };
const END = momentOf(300);
const ADDRESS = "198.51.100.1";
const { waiting, crashed } = TIMING;
const site = openForEachTest(openSite);
let solo: SoloCrash;
/** The visitor's cookie. Each answer replaces it. */
let cookie: SoloDemo;

beforeEach(() => {
	solo = site.bootSolo(AT_300);
	cookie = { id: "visitor", points: 1000, staked: 0 };
});
afterEach(async () => {
	expect(site.errors).toEqual([]);
	for (const table of ["point_entries", "crash_rounds", "crash_bets", "game_wins"] as const) {
		expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
	}
	expect([site.announced.size, site.wins()]).toEqual([0, 0]);
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

/** Restarts the process, which loses its memory. */
function restart() {
	site.clock.forget();
	solo = site.bootSolo(AT_300);
}

describe("a visitor", () => {
	it("plays with demo points that are kept in the cookie", async () => {
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: null }, round: null });
		expect(await start()).toMatchObject({
			own: { demoBalance: 1000, bet: null },
			round: { phase: "waiting" },
		});
		const id = idOf(await place(300));
		expect(cookie).toEqual({ id: "visitor", points: 700, staked: 300, betId: id });
		await site.clock.advance(waiting + 1000);
		expect(await place(10)).toBe("bettingClosed");
		expect(await cashOut(id)).toMatchObject({ balance: 1060, bet: { multiplier: 120, payout: 360 } });
		expect(cookie).toEqual({ id: "visitor", points: 1060, staked: 0 });
		await site.clock.advance(END + crashed);
		await place(60, 301);
		await site.clock.advance(waiting + END);
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: { status: "lost" } } });
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
		// Rounds without a bet follow, and the last one is voided when the engine becomes idle.
		await site.clock.advance(300_000);
		expect(site.clock.waiting()).toBe(0);
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: null }, round: null });
		expect(await start()).toMatchObject({ own: { demoBalance: 1000, bet: null } });
	});

	it("places a bet once however often its form is sent, also after it was cancelled", async () => {
		const first = await place(100, null, "same");
		expect(await place(100, null, "same")).toEqual(first);
		expect(cookie.points).toBe(900);
		expect(await cancel(idOf(first))).toBe(1000);
		expect(await place(100, null, "same")).toEqual(first);
		const others = [await place(200, null, "same"), await place(100, 150, "same")];
		expect(others).toEqual(["idempotencyKeyReused", "idempotencyKeyReused"]);
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
	});

	it("receives events of its own game only", async () => {
		site.watch(SOLO_TOPIC, "demo:visitor");
		await place(100, 200);
		await site.clock.advance(waiting + END);
		expect(new Set(site.frames.map(({ key }) => key))).toEqual(new Set(["demo:visitor"]));
		expect(site.frames.at(-1)?.data).toMatchObject({
			own: { demoBalance: 1100 },
			round: { phase: "crashed", multiplier: 300 },
		});
		expect(site.snapshot(SOLO_TOPIC, ["demo:another"])).toEqual([]);
	});

	it("can refill the points, but not while a bet is open", async () => {
		await place(990, 301);
		expect(() => solo.refill(cookie)).toThrow("betAlreadyPlaced");
		await site.clock.advance(waiting + 100);
		expect(() => solo.refill(cookie)).toThrow("betAlreadyPlaced");
		await site.clock.advance(END);
		expect(solo.refill(cookie)).toEqual({ id: "visitor", points: 1000, staked: 0 });
		expect(await read()).toMatchObject({ own: { demoBalance: 1000 } });
		expect(solo.refill({ id: "another", points: 0, staked: 0 })).toMatchObject({ points: 1000 });
		await site.clock.advance(crashed);
		const id = idOf(await place());
		expect([await cancel(id), await cancel(id), await place(1010)]).toEqual([
			1000,
			1000,
			"insufficientPoints",
		]);
		expect(solo.refill(cookie), "after a cancellation").toMatchObject({ points: 1000, staked: 0 });
	});

	it("gets the stake back, as a refunded result, if the server has lost the round", async () => {
		const id = idOf(await place(300));
		await site.clock.advance(waiting + 100);
		expect(solo.readDemoResults(cookie)).toEqual([]);
		restart();
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: null }, round: null });
		expect(solo.readDemoResults(cookie)).toMatchObject([{ id, stake: 300, status: "refunded", payout: 300 }]);
		expect(await start()).toMatchObject({ own: { demoBalance: 1000, bet: null } });
		expect(cookie).toEqual({ id: "visitor", points: 1000, staked: 0 });
		restart();
		expect(await read()).toMatchObject({ own: { demoBalance: 1000 } });
		expect(solo.readDemoResults(cookie)).toEqual([]);
	});

	it("has a cookie with id, points and open bet, never with a crash point", async () => {
		const seen = new Set<string>();
		site.watch(SOLO_TOPIC, "demo:visitor");
		const betId = idOf(await place(100, 250));
		for (let ms = 0; ms < waiting + END + crashed; ms += 50) {
			await site.clock.advance(50);
			await read();
			seen.add(JSON.stringify(cookie));
		}
		expect([...seen].map((text) => JSON.parse(text))).toEqual([
			{ id: "visitor", points: 900, staked: 100, betId },
			{ id: "visitor", points: 1150, staked: 0 },
		]);
	});
});

describe("many visitors", () => {
	it("are remembered up to a limit, and one with an open bet always", async () => {
		await place(100, 301);
		await site.clock.advance(waiting + 100);
		for (let number = 0; number < 10_050; number++) {
			solo.refill({ id: `visitor-${number}`, points: 5, staked: 0 });
		}
		const unseen = { id: "visitor-0", points: 7, staked: 10 };
		expect(solo.readDemo(unseen), "the values of a cookie that the server does not know").toEqual(unseen);
		expect(solo.readDemo({ id: "visitor-10049", points: 7, staked: 0 })).toMatchObject({ points: 1000 });
		expect(cookie).toMatchObject({ points: 900, staked: 100 });
		expect(await read()).toMatchObject({ own: { bet: { status: "active" } } });
		await site.clock.advance(END);
		expect(await read()).toMatchObject({ own: { demoBalance: 900, bet: { status: "lost" } } });
		expect(cookie).toEqual({ id: "visitor", points: 900, staked: 0 });
	});
});

it("a demo flight has the crash point of the draw, over its whole range", async () => {
	const ranges: number[] = [];
	const numbers = [0, 1, DRAW_RANGE / 2, DRAW_RANGE - 1];
	for (const number of numbers) {
		const randomNumber = (range: number) => {
			ranges.push(range);
			return number;
		};
		const even = { draw: () => SOLO_DRAWS.even, randomNumber, config: {} };
		const bets = createDemoBets({ points: 0, last: undefined }, even);
		expect(await bets.launch(newRound("r"))).toBe(SOLO_DRAWS.even.crashPoint(number));
	}
	expect(ranges).toEqual(numbers.map(() => DRAW_RANGE));
});
