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

describe("stopping", () => {
	beforeEach(() => begin());

	it("gives every bet back while a round waits, and comes to rest", async () => {
		const { place, stop, clock, heard, engine, memory } = open;
		const { id } = await place("ana");
		await place("bruno", 200);
		await clock.advance(5000);
		stop();
		clock.stall(1);
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		await clock.advance(60_000);
		expect(heard.slice(3)).toEqual(["gone ana 1000", "gone bruno 1000", "6001 rest"]);
		expect(engine.current()).toBeUndefined();
		expect(["ana", "bruno", "carla"].map(memory.pointsOf)).toEqual([1000, 1000, 1000]);
		expect(await answerTo(place("ana"))).toBe("bettingClosed");
		expect(await engine.cancel("ana", id)).toBeUndefined();
		expect(clock.waiting()).toBe(0);
	});

	it("lets a flight end and pay, and opens no other", async () => {
		const { place, stop, clock, heard } = open;
		await place("ana", 200);
		await fly(100);
		stop();
		await clock.advance(60_000);
		expect(heard.slice(-4)).toEqual([
			`${CLOSES + momentOf(200)} paid ana 200 1100`,
			`${CLOSES + momentOf(300)} crashed`,
			"settled",
			`${CLOSES + momentOf(300) + 5000} rest`,
		]);
	});

	it("and starting again at once opens one other round", async () => {
		const { place, stop, start, clock, heard } = open;
		await place("ana");
		stop();
		void start();
		void start();
		await clock.advance(0);
		expect(heard.slice(1)).toEqual(["placed ana 900", "gone ana 1000", "1000 rest", "1000 waiting"]);
	});

	it("does not take what was paid for what was taken back", async () => {
		const { place, stop, engine, clock } = open;
		const { id } = await place("ana", 200);
		await fly(100);
		stop();
		await clock.advance(60_000);
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
	});

	it("calls off a round that was opening when it was stopped", async () => {
		open = openEngine();
		const opening = open.engine.start();
		open.stop();
		await opening;
		await open.clock.advance(60_000);
		expect(open.heard).toEqual(["1000 waiting", "1000 rest"]);
	});
});

describe("the end of the process", () => {
	it("waits for what is being written and begins nothing more", async () => {
		let go = () => {};
		const { place, clock, engine, heard, memory } = await begin({
			wrap: (repository) => ({
				...repository,
				pay: (bet) => new Promise((resolve) => (go = () => resolve(repository.pay(bet)))),
			}),
		});
		const { id } = await place("ana", 150);
		await place("bruno", 200);
		await fly(momentOf(150));
		let isOver = false;
		const ended = engine.end().then(() => (isOver = true));
		await clock.advance(60_000);
		expect(isOver).toBe(false);
		go();
		await ended;
		expect(heard.at(-1)).toMatch(/paid ana 150 1050$/);
		expect(open.stored(id)?.status).toBe("cashed_out");
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		memory.boot();
		expect(["ana", "bruno"].map(memory.pointsOf)).toEqual([1050, 1000]);
		expect(clock.waiting()).toBe(0);
	});

	it("still pays who cashes out before it is gone", async () => {
		const { place, engine } = await begin();
		const { id } = await place("ana");
		await fly(1000);
		await engine.end();
		expect(await engine.cashOut("ana", id)).toMatchObject({ bet: { multiplier: 120 } });
	});
});
