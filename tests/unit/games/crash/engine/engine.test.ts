import { beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { answerTo, type OpenEngine, openEngine } from "./engine.setup";

/** The clock begins at 1000, and so does the first round. */
const CLOSES = 11_000;
let open: OpenEngine;

/** Goes to a moment after the start of the flight. */
const fly = (ms: number) => open.clock.advanceTo(CLOSES + ms);

async function begin(options: Parameters<typeof openEngine>[0] = {}) {
	open = openEngine({ crashPoint: () => 300, ...options });
	await open.engine.start();
	return open;
}

describe("a round", () => {
	beforeEach(() => begin());

	it("waits, flies and is over at its exact moments, again and again", async () => {
		const { clock, heard, stop, wrong } = open;
		await clock.advanceTo(60_000);
		stop();
		await clock.advance(60_000);
		const lasts = 10_000 + momentOf(300) + 5000;
		const round = (begins: number) => [
			`${begins} waiting`,
			`${begins + 10_000} flying`,
			`${begins + 10_000 + momentOf(300)} crashed`,
			"settled",
		];
		expect(heard.slice(0, 8)).toEqual([...round(1000), ...round(1000 + lasts)]);
		expect(heard.at(-1)).toMatch(/ rest$/);
		expect([wrong, clock.waiting()]).toEqual([[], 0]);
	});

	it("pays automatic cash-outs at their moment and at their target, whoever looks on", async () => {
		const { place, clock, heard } = open;
		await Promise.all([place("ana", 250), place("bruno", 101), place("carla", 300), place("dora", 301)]);
		await clock.advance(30_000);
		expect(heard.slice(5, 11)).toEqual([
			"11000 flying",
			`${CLOSES + momentOf(101)} paid bruno 101 1001`,
			`${CLOSES + momentOf(250)} paid ana 250 1150`,
			`${CLOSES + momentOf(300)} crashed`,
			`${CLOSES + momentOf(300)} paid carla 300 1200`,
			"settled dora",
		]);
	});

	it("pays a manual cash-out what the flight has reached in the step of decision", async () => {
		const { place, engine, memory } = open;
		const { id } = await place("ana");
		await fly(2345);
		const answer = await engine.cashOut("ana", id);
		expect(answer).toEqual({
			bet: { id, stake: 100, target: null, status: "cashed_out", multiplier: 146, payout: 146 },
			balance: 1046,
		});
		expect(await engine.cashOut("ana", id)).toEqual(answer);
		await fly(30_000);
		expect(await engine.cashOut("ana", id)).toEqual({ ...answer, balance: undefined });
		expect(memory.pointsOf("ana")).toBe(1046);
	});

	it("decides and publishes the crash in one step, and pays no cash-out after it", async () => {
		const { place, engine, clock, heard } = open;
		const { id } = await place("ana");
		await fly(momentOf(300) - 1);
		clock.stall(5000);
		// The timer of the crash is late; the flight is over all the same.
		expect(await answerTo(engine.cashOut("ana", id))).toBe("tooLate");
		await clock.advance(0);
		const crashedAt = CLOSES + momentOf(300) + 4999;
		expect(heard.slice(-2)).toEqual([`${crashedAt} crashed`, "settled ana"]);
		expect(await answerTo(engine.cashOut("ana", id))).toBe("tooLate");
	});

	it("pays the crash point to a cash-out that is decided at the moment of the crash", async () => {
		const { place, engine, clock } = open;
		const { id } = await place("ana");
		await fly(momentOf(300) - 1);
		clock.stall(1);
		expect((await engine.cashOut("ana", id)).bet).toMatchObject({ multiplier: 300, payout: 300 });
	});

	it("tells whoever comes too late where it ended", async () => {
		const { place, engine } = open;
		const { id } = await place("ana");
		await fly(momentOf(300) + 1);
		const late = { code: "tooLate", values: { multiplier: 3 } };
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
		await fly(30_000);
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
	});

	it("takes no bet and gives none back that is asked for after its end", async () => {
		const { place, engine } = open;
		const { id } = await place("ana");
		await fly(0.5);
		expect(await answerTo(place("bruno"))).toBe("bettingClosed");
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		await fly(30_000);
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
	});

	it("answers a repeated bet as the first time, long after too", async () => {
		const { engine } = open;
		const request = { userId: "ana", idempotencyKey: "r", stake: 50, target: 150 };
		const [first, second] = await Promise.all([engine.place(request), engine.place(request)]);
		expect(second).toEqual(first);
		await fly(30_000);
		expect(await engine.place(request)).toEqual(first);
		expect(open.memory.pointsOf("ana")).toBe(1025);
		expect(open.heard.filter((line) => line.startsWith("placed"))).toHaveLength(1);
	});

	it("gives a bet back once, and takes another one then", async () => {
		const { engine, place, memory } = open;
		const { id } = await place("ana");
		const both = [engine.cancel("ana", id), engine.cancel("ana", id)];
		expect(await Promise.all(both)).toEqual([1000, 1000]);
		const again = await place("ana", null, 200);
		expect(await engine.cancel("ana", id)).toBe(1000);
		expect(engine.current()?.round.bets.get("ana")?.id).toBe(again.id);
		expect(memory.pointsOf("ana")).toBe(800);
		expect(await answerTo(engine.cashOut("ana", id))).toBe("betRefunded");
		expect(await answerTo(engine.cashOut("ana", again.id))).toBe("notFlying");
	});

	it("knows nobody's bet but the player's own", async () => {
		const { engine, place } = open;
		const { id } = await place("ana");
		for (const userId of ["bruno", ""]) {
			expect(await answerTo(engine.cancel(userId, id))).toBe("noBet");
			await fly(1000);
			expect(await answerTo(engine.cashOut(userId, id))).toBe("noBet");
		}
	});
});

describe("a stall of the event loop", () => {
	it("makes nothing later than it was: what was due meanwhile comes at its own target, then the crash", async () => {
		const { place, clock, heard } = await begin();
		await Promise.all([place("ana", 150), place("bruno", 250), place("carla")]);
		await fly(100);
		clock.stall(20_000);
		await clock.advance(0);
		expect(heard.slice(4, 10)).toEqual(
			[
				"11000 flying",
				"31100 crashed",
				"31100 paid ana 150 1050",
				"31100 paid bruno 250 1150",
				"settled carla",
			].slice(0, 6),
		);
	});

	it("does not open betting for longer", async () => {
		const { place, clock } = await begin();
		clock.stall(10_001);
		expect(await answerTo(place("ana"))).toBe("bettingClosed");
	});
});
