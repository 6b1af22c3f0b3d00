import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash } from "~/games/crash/engine/solo.server";
import { createSoloDemos, newDemo, type SoloDemo } from "~/games/crash/engine/solo-demo";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { openForEachTest } from "../../../../support/for-each-test";
import { answerTo, openSite, TIMING } from "./setup";

const AT_300 = { ...SOLO_DRAWS.table, crashPoint: () => 300 };
const END = momentOf(300);
const { waiting, crashed } = TIMING;
const site = openForEachTest(openSite);
let solo: SoloCrash;
/** The visitor's cookie. Each answer replaces it. */
let cookie: SoloDemo;

beforeEach(async () => {
	solo = await site.bootSolo(AT_300);
	cookie = { ...newDemo(), id: "visitor" };
});
afterEach(async () => {
	expect(site.errors).toEqual([]);
	for (const table of ["point_entries", "crash_rounds", "crash_bets", "game_wins"] as const) {
		expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
	}
	expect([site.announced.size, site.wins()]).toEqual([0, 0]);
});

let requests = 0;
type Game = ReturnType<SoloCrash["ofDemo"]>;
/** Sends a form or opens a page with the cookie, which the answer replaces. */
async function answered<Answer>(call: (game: Game) => Promise<Answer>) {
	const game = solo.ofDemo(cookie);
	const answer = await answerTo(call(game));
	cookie = JSON.parse(JSON.stringify(game.contents()));
	return answer;
}
const read = () => answered((game) => game.read());
const place = (stake = 100, target: number | null = null, idempotencyKey = `request-${++requests}`) =>
	answered((game) => game.place({ idempotencyKey, stake, target }));
const idOf = (answer: unknown): string => (answer as { id: string }).id;
const cancel = (id: string) => answered((game) => game.cancel(id));
const cashOut = (id: string) => answered((game) => game.cashOut(id));

describe("a visitor", () => {
	it("plays with demo points that are kept in the cookie, also over a restart", async () => {
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: null }, round: null });
		const id = idOf(await place(300));
		expect(cookie).toMatchObject({ id: "visitor", points: 700, round: { bet: { id, status: "active" } } });
		expect(await place(10)).toBe("betAlreadyPlaced");
		await site.clock.advance(waiting + 500);
		site.clock.forget();
		site.clock.stall(500);
		solo = await site.bootSolo(AT_300);
		expect(await place(10)).toBe("bettingClosed");
		expect(await cashOut(id)).toMatchObject({ balance: 1060, bet: { multiplier: 120, payout: 360 } });
		expect(await cashOut(id)).toMatchObject({ balance: 1060, bet: { multiplier: 120, payout: 360 } });
		await site.clock.advance(END + crashed);
		expect(await place(2000)).toBe("insufficientPoints");
		await place(60, 301);
		await site.clock.advance(waiting + END);
		expect(await read()).toMatchObject({ own: { demoBalance: 1000, bet: { status: "lost" } } });
		expect((await read()) as object).toMatchObject({ history: [{ crashPoint: 300 }, { crashPoint: 300 }] });
		expect(await answered((game) => game.readResults())).toMatchObject([{ stake: 60, status: "lost" }]);
		await place(50, 200);
		await site.clock.advance(crashed);
		await place(50, 200);
		await site.clock.advance(300_000);
		expect(await read()).toMatchObject({ own: { demoBalance: 1050 }, round: null });
	});

	it("places a bet once however often its form is sent, also after it was cancelled", async () => {
		const first = await place(100, null, "same");
		expect(await place(100, null, "same")).toEqual(first);
		expect(cookie.points).toBe(900);
		expect([await cancel(idOf(first)), await cancel(idOf(first))]).toEqual([1000, 1000]);
		expect(await place(100, null, "same")).toEqual(first);
		const others = [await place(200, null, "same"), await place(100, 150, "same")];
		expect(others).toEqual(["idempotencyKeyReused", "idempotencyKeyReused"]);
		expect([cookie.points, (await read()) as object]).toMatchObject([1000, { own: { bet: null } }]);
		expect(await answered((game) => game.flyNow(idOf(first)))).toBe("betRefunded");
		await place(100);
		expect(cookie.points).toBe(900);
	});

	it("starts a flight early, after which nothing can be taken back", async () => {
		const id = idOf(await place());
		expect(await cashOut(id)).toBe("notFlying");
		for (const other of [crypto.randomUUID()]) expect(await cashOut(other)).toBe("noBet");
		await answered((game) => game.flyNow(id));
		expect(await read()).toMatchObject({ round: { phase: "flying", elapsed: 0 } });
		expect(await cancel(id)).toBe("bettingClosed");
		await site.clock.advance(END);
		expect(await cashOut(id)).toBe("tooLate");
	});

	it("sees the bet in a stream whose request was sent before the answer to the form, also if it comes after it", async () => {
		const key = "demo:visitor";
		const before = cookie;
		const id = idOf(await place(100));
		await site.clock.advance(1000);
		solo.watchDemo(before);
		expect(await site.readSnapshot(SOLO_TOPIC, [key])).toMatchObject([{ own: { bet: { id } } }]);
		site.watch(SOLO_TOPIC, key);
		await cancel(id);
		await place(200);
		solo.watchDemo(before);
		expect(await site.readSnapshot(SOLO_TOPIC, [key])).toMatchObject([{ own: { bet: { stake: 200 } } }]);
	});

	it("sees each change of the game in all tabs, and ticks, but those of no other visitor", async () => {
		const key = "demo:visitor";
		solo.watchDemo(cookie);
		site.watch(SOLO_TOPIC, key);
		await site.readSnapshot(SOLO_TOPIC, [key]);
		expect(await site.readSnapshot(SOLO_TOPIC, ["demo:another"])).toEqual([]);
		await place(100, 200);
		await site.clock.advance(waiting + END);
		expect(new Set(site.frames.map((frame) => frame.key))).toEqual(new Set([key]));
		const states = site.frames.filter(({ event }) => event === "state").map(({ data }) => data);
		expect(states.map(({ round, own }) => [round.phase, own.bet.status, own.demoBalance])).toEqual([
			["waiting", "active", 900],
			["flying", "active", 900],
			["flying", "cashed_out", 1100],
			["crashed", "cashed_out", 1100],
		]);
		expect(site.frames.filter(({ event }) => event === "tick").length).toBeGreaterThan(50);
	});

	it("can refill the points, but not while a bet is open", async () => {
		const refill = () => answered((game) => game.refill());
		await place(990, 301);
		expect(await refill()).toBe("betAlreadyPlaced");
		await site.clock.advance(waiting + 100);
		expect(await refill()).toBe("betAlreadyPlaced");
		await site.clock.advance(END);
		expect([await refill(), cookie.points]).toEqual([undefined, 1000]);
	});

	it("has a cookie without the crash point of a flight", async () => {
		await place(100, 250);
		for (let ms = 0; ms < waiting + END; ms += 130) {
			await read();
			expect(JSON.stringify(cookie)).not.toContain("300");
			expect(cookie.round?.crashPoint).toBeNull();
			await site.clock.advance(Math.min(130, waiting + END - ms - 1));
		}
		await site.clock.advance(1);
		await read();
		expect(cookie).toMatchObject({
			points: 1150,
			round: { crashPoint: 300 },
			history: [{ crashPoint: 300 }],
		});
	});
});

it("the flights of visitors follow the draw, differ, and cannot be known without the server's key", () => {
	const flights = (secret: string, id: string) => {
		let at = 0;
		const timing = TIMING;
		const tools = { secret, timing, draws: SOLO_DRAWS, config: {}, time: () => at, changed() {} };
		const game = createSoloDemos({ ...tools, drawName: () => "table" })({ ...newDemo(), id });
		return Array.from({ length: 400 }, (_, round) => {
			at = 1_000_000 * (round + 1);
			void game.open();
			return game.bring(at + waiting)?.crashPoint ?? 0;
		});
	};
	const points = flights("key", "one");
	expect(points.every((point) => point >= 100 && point < 1000)).toBe(true);
	const share = points.filter((point) => point < 150).length / points.length;
	expect(Math.abs(share - 0.3)).toBeLessThan(0.08);
	expect(flights("key", "one")).toEqual(points);
	expect(flights("key", "other")).not.toEqual(points);
	expect(flights("other key", "one")).not.toEqual(points);
});
