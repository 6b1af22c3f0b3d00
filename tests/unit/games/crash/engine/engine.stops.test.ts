import { beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { answerTo, CLOSES, engineOfTest, holding, openEngine } from "./engine.setup";

const { open, begin, fly } = engineOfTest();

describe("stopping the engine", () => {
	beforeEach(() => begin());

	it("refunds every bet of a waiting round and becomes idle", async () => {
		const { place, stop, clock, events, engine, memory } = open;
		const { id } = await place("ana");
		await place("bruno", 200);
		await clock.advance(5000);
		stop();
		clock.stall(1);
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		await clock.advance(60_000);
		expect(events.slice(3)).toEqual(["gone ana 1000", "gone bruno 1000", "6001 idle"]);
		expect(engine.current()).toBeUndefined();
		expect(["ana", "bruno", "carla"].map(memory.pointsOf)).toEqual([1000, 1000, 1000]);
		expect(await answerTo(place("ana"))).toBe("bettingClosed");
		expect(await engine.cancel("ana", id)).toBeUndefined();
		expect(clock.waiting()).toBe(0);
	});

	it("lets a running flight end and pay, and opens no further round", async () => {
		const { place, stop, clock, events, engine } = open;
		const { id } = await place("ana", 200);
		await fly(100);
		stop();
		await clock.advance(60_000);
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		expect(events.slice(-4)).toEqual([
			`${CLOSES + momentOf(200)} paid ana 200 1100`,
			`${CLOSES + momentOf(300)} crashed`,
			"settled",
			`${CLOSES + momentOf(300) + 5000} idle`,
		]);
	});

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
		await clock.advance(momentOf(300));
		expect(engine.current()).toMatchObject({ round: { phase: "flying" }, elapsed: 1000 });
		expect(await engine.cashOut("ana", id)).toMatchObject({ bet: { multiplier: 120 }, balance: 1020 });
	});

	it("counts a cash-out just before a crash that is due and not decided", async () => {
		const { place, engine, clock } = await begin();
		const { id } = await place("ana");
		await fly(momentOf(300) - 1);
		clock.stall(50);
		await engine.end();
		expect(await engine.cashOut("ana", id)).toMatchObject({ bet: { status: "cashed_out" } });
	});
});
