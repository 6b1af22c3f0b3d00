import { beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { answerTo, CLOSES, engineOfTest } from "./engine.setup";

const { open, begin, fly } = engineOfTest();

describe("a round", () => {
	beforeEach(() => begin());

	it("waits, flies and ends at exact moments, repeatedly", async () => {
		const { clock, events, stop, errors } = open;
		await clock.advanceTo(60_000);
		stop();
		await clock.advance(60_000);
		const duration = 10_000 + momentOf(300) + 5000;
		const round = (start: number) => [
			`${start} waiting`,
			`${start + 10_000} flying`,
			`${start + 10_000 + momentOf(300)} crashed`,
			"settled",
		];
		expect(events.slice(0, 8)).toEqual([...round(1000), ...round(1000 + duration)]);
		expect(events.at(-1)).toMatch(/ idle$/);
		expect([errors, clock.waiting()]).toEqual([[], 0]);
	});

	it("pays automatic cash-outs at their moment and target without any request", async () => {
		const { place, clock, events } = open;
		await Promise.all([place("ana", 250), place("bruno", 101), place("carla", 300), place("dora", 301)]);
		await clock.advance(30_000);
		expect(events.slice(5, 11)).toEqual([
			"11000 flying",
			`${CLOSES + momentOf(101)} paid bruno 101 1001`,
			`${CLOSES + momentOf(250)} paid ana 250 1150`,
			`${CLOSES + momentOf(300)} paid carla 300 1200`,
			`${CLOSES + momentOf(300)} crashed`,
			"settled dora",
		]);
	});

	it("pays a manual cash-out the multiplier of the step of decision", async () => {
		const { place, engine, memory } = open;
		const { id } = await place("ana");
		await fly(2345);
		const answer = await engine.cashOut("ana", id);
		expect(answer).toEqual({
			bet: {
				...{ id, roundId: engine.current()?.round.id, stake: 100, target: null },
				...{ status: "cashed_out", multiplier: 146, payout: 146 },
			},
			balance: 1046,
		});
		expect(await engine.cashOut("ana", id)).toEqual(answer);
		await fly(30_000);
		expect(await engine.cashOut("ana", id)).toEqual({ ...answer, balance: undefined });
		expect(memory.pointsOf("ana")).toBe(1046);
	});

	it("decides and publishes the crash in one step, and pays no cash-out after it", async () => {
		const { place, engine, clock, events } = open;
		const { id } = await place("ana");
		await fly(momentOf(300) - 1);
		clock.stall(5000);
		// The timer of the crash is late, but the flight is over.
		const late = { code: "tooLate", values: { multiplier: 3 } };
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
		const crashedAt = CLOSES + momentOf(300) + 4999;
		expect(events.slice(-2)).toEqual([`${crashedAt} crashed`, "settled ana"]);
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
		await clock.advance(30_000);
		await expect(engine.cashOut("ana", id), "in a later round").rejects.toMatchObject(late);
	});

	it("rejects placements and cancellations after betting has closed", async () => {
		const { place, engine } = open;
		const { id } = await place("ana");
		await fly(0.5);
		expect(await answerTo(place("bruno"))).toBe("bettingClosed");
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		await fly(30_000);
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
	});

	it("answers a repeated placement with the first answer, even much later", async () => {
		const { engine } = open;
		const request = { userId: "ana", idempotencyKey: "r", stake: 50, target: 150 };
		const [first, second] = await Promise.all([engine.place(request), engine.place(request)]);
		expect(second).toEqual(first);
		await fly(30_000);
		expect(await engine.place(request)).toEqual(first);
		expect(open.memory.pointsOf("ana")).toBe(1025);
		expect(open.events.filter((line) => line.startsWith("placed"))).toHaveLength(1);
	});

	it("refunds a cancelled bet once and accepts another bet afterwards", async () => {
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

	it("finds a bet only for its own player", async () => {
		const { engine, place } = open;
		const { id } = await place("ana");
		const cancelled = await place("carla");
		await engine.cancel("carla", cancelled.id);
		for (const bet of [id, cancelled.id]) expect(await answerTo(engine.cancel("bruno", bet))).toBe("noBet");
		await fly(1000);
		expect(await answerTo(engine.cashOut("bruno", id))).toBe("noBet");
	});
});

describe("an event loop stall", () => {
	it("does not change outcomes: automatic cash-outs due in between are paid at their own targets", async () => {
		const { place, clock, events } = await begin();
		await Promise.all([place("ana", 150), place("bruno", 250), place("carla")]);
		await fly(100);
		clock.stall(20_000);
		await clock.advance(0);
		expect(events.slice(4, 10)).toEqual([
			...["11000 flying", "31100 paid ana 150 1050", "31100 paid bruno 250 1150"],
			...["31100 crashed", "settled carla"],
		]);
		const next = await begin();
		next.clock.stall(10_001);
		expect(await answerTo(next.place("ana")), "does not prolong betting").toBe("bettingClosed");
	});
});
