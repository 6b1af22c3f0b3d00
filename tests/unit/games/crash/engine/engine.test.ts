import { beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { answerTo, CLOSES, engineOfTest, holding, openEngine, TIMING } from "./engine.setup";

const { open, begin, fly } = engineOfTest();
const END = momentOf(300);

describe("a round", () => {
	beforeEach(() => begin());

	it("waits, flies and ends at exact moments, repeatedly", async () => {
		const { clock, events, stop, errors } = open;
		await clock.advanceTo(60_000);
		stop();
		await clock.advance(60_000);
		const duration = 10_000 + END + 5000;
		const round = (start: number) => [
			`${start} waiting`,
			`${start + 10_000} flying`,
			`${start + 10_000 + END} crashed`,
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
			`${CLOSES + END} paid carla 300 1200`,
			`${CLOSES + END} crashed`,
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
		await fly(END - 1);
		clock.stall(5000);
		// The timer of the crash is late, but the flight is over.
		const late = { code: "tooLate", values: { multiplier: 3 } };
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
		const crashedAt = CLOSES + END + 4999;
		expect(events.slice(-2)).toEqual([`${crashedAt} crashed`, "settled ana"]);
		await expect(engine.cashOut("ana", id)).rejects.toMatchObject(late);
		await clock.advance(30_000);
		await expect(engine.cashOut("ana", id), "in a later round").rejects.toMatchObject(late);
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

describe("stopping the engine", () => {
	beforeEach(() => begin());

	it("and starting it again immediately opens exactly one new round", async () => {
		const { place, stop, start, clock, events } = open;
		await place("ana");
		stop();
		void start();
		void start();
		await clock.advance(0);
		expect(events.slice(1)).toEqual(["placed ana 900", "gone ana 1000", "1000 idle", "1000 waiting"]);
	});

	it("voids a round that was being opened", async () => {
		const { engine, stop, clock, events } = openEngine();
		const opening = engine.start();
		stop();
		await opening;
		await clock.advance(60_000);
		expect(events).toEqual(["1000 waiting", "1000 idle"]);
	});
});

describe("ending the engine", () => {
	it("waits for pending writes and starts no new ones", async () => {
		const payment = holding("pay");
		const { place, clock, engine, events, memory } = await begin(payment);
		const { id } = await place("ana", 150);
		await place("bruno", 200);
		await fly(momentOf(150));
		let hasEnded = false;
		const ended = engine.end().then(() => (hasEnded = true));
		await clock.advance(60_000);
		expect(hasEnded).toBe(false);
		payment.finish();
		await ended;
		expect(events.at(-1)).toMatch(/paid ana 150 1050$/);
		expect(open.stored(id)?.status).toBe("cashed_out");
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		memory.boot();
		expect(["ana", "bruno"].map(memory.pointsOf)).toEqual([1050, 1000]);
		expect(clock.waiting()).toBe(0);
	});

	it("holds the flight and still pays cash-outs, so that until the process exits nobody learns its end or gains by waiting", async () => {
		const { place, engine, clock } = await begin();
		const { id } = await place("ana");
		await place("bruno");
		await fly(1000);
		await engine.end();
		await clock.advance(END);
		expect(engine.current()).toMatchObject({ round: { phase: "flying" }, elapsed: 1000 });
		expect(await engine.cashOut("ana", id)).toMatchObject({ bet: { multiplier: 120 }, balance: 1020 });
	});

	it("counts a cash-out just before a crash that is due and not decided", async () => {
		const { place, engine, clock } = await begin();
		const { id } = await place("ana");
		await fly(END - 1);
		clock.stall(50);
		await engine.end();
		expect(await engine.cashOut("ana", id)).toMatchObject({ bet: { status: "cashed_out" } });
	});
});

describe("an engine without leaks", () => {
	const NEXT_ROUND = CLOSES + END + TIMING.crashed;
	const NONE = { placements: 0, payments: 0, refunds: 0 };

	it("clears the placements, payments and refunds of a round when the next one opens, and holds one timer", async () => {
		const { place, engine, clock } = await begin({ answerWithinMs: 3000 });
		await place("carla", null, 5000).catch(() => {});
		expect(engine.counts(), "a rejected placement").toEqual(NONE);
		const [cancelled, placed] = await Promise.all([place("ana"), place("bruno")]);
		await engine.cancel("ana", cancelled.id);
		expect(clock.waiting()).toBe(1);
		await fly(100);
		await engine.cashOut("bruno", placed.id);
		expect(engine.counts()).toEqual({ placements: 0, payments: 1, refunds: 1 });
		expect(clock.waiting(), "also after an answered cash-out").toBe(1);
		await fly(END + 1);
		expect(clock.waiting()).toBe(1);
		await clock.advanceTo(NEXT_ROUND);
		expect(engine.current()?.round.phase).toBe("waiting");
		expect(engine.counts()).toEqual(NONE);
		expect(await engine.cancel("ana", cancelled.id), "answered from the stored bet").toBeUndefined();
	});

	it("clears them when it becomes idle, and holds no timer then or after its end in any phase", async () => {
		const { place, engine, clock, stop } = await begin();
		const { id } = await place("ana");
		await engine.cancel("ana", id);
		await place("ana", 150);
		await fly(1);
		stop();
		await clock.advance(60_000);
		expect([engine.current(), engine.counts(), clock.waiting()]).toEqual([undefined, NONE, 0]);
		for (const moment of [CLOSES - 1, CLOSES + 100, NEXT_ROUND - 1]) {
			const ended = await begin();
			await ended.clock.advanceTo(moment);
			await ended.engine.end();
			expect(ended.clock.waiting(), `at ${moment}`).toBe(0);
		}
	});
});
