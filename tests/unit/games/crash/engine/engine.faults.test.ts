import { describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { WriteFailed } from "./engine.repository";
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

describe("a write that fails", () => {
	let broken = false;
	const fails = () => broken;
	const broke = (): boolean => {
		const was = broken;
		broken = false;
		return was;
	};

	it("is tried again until it succeeds; the payout stays what it was", async () => {
		const { place, clock, engine, heard, memory } = await begin({ fails });
		const { id } = await place("ana", 150);
		await fly(momentOf(150) - 1);
		broken = true;
		await fly(60_000);
		expect(engine.isWell()).toBe(false);
		expect(heard.at(-1)).toBe(`${CLOSES + momentOf(300)} crashed`);
		const asked = engine.cashOut("ana", id);
		broken = false;
		await clock.advance(5000);
		expect(heard.slice(4, 6)).toEqual([expect.stringMatching(/paid ana 150 1050$/), "settled"]);
		expect(await asked).toMatchObject({ balance: 1050, bet: { multiplier: 150 } });
		expect([engine.isWell(), memory.pointsOf("ana")]).toEqual([true, 1050]);
	});

	it("keeps nobody waiting for a payout for ever, and a repeat is answered with it once it is stored", async () => {
		const { place, clock, engine, memory } = await begin({ fails, answerWithinMs: 3000 });
		const { id } = await place("ana");
		await fly(momentOf(150));
		broken = true;
		const asked = answerTo(engine.cashOut("ana", id));
		await clock.advance(3000);
		expect(await asked).toBe("payoutNotStored");
		broken = false;
		await clock.advance(6000);
		expect(await engine.cashOut("ana", id)).toMatchObject({
			bet: { status: "cashed_out", multiplier: 150 },
		});
		expect(memory.pointsOf("ana")).toBe(1050);
	});

	it("leaves no bet behind, and the same form may be sent again", async () => {
		const { engine, memory } = await begin({ fails: broke });
		const request = { userId: "ana", idempotencyKey: "r", stake: 50, target: null };
		broken = true;
		expect(await answerTo(engine.place(request))).toBe("failed");
		expect(engine.current()?.round.bets.size).toBe(0);
		expect(await engine.place(request)).toMatchObject({ stake: 50 });
		expect(memory.pointsOf("ana")).toBe(950);
	});

	it("lets a bet stand that could not be taken back, though another was asked for meanwhile", async () => {
		const { place, engine } = await begin({
			wrap: (repository) => ({ ...repository, cancel: () => Promise.reject(new WriteFailed("no refund")) }),
		});
		const { id } = await place("ana", 150);
		const asked = [answerTo(engine.cancel("ana", id)), answerTo(place("ana", 200))];
		expect(await Promise.all<unknown>(asked)).toEqual(["failed", "betAlreadyPlaced"]);
		await fly(30_000);
		expect(open.stored(id)).toMatchObject({ status: "cashed_out", multiplier: 150 });
	});

	it("lets a bet be cancelled again after its refund could not be stored", async () => {
		const { place, engine, memory } = await begin({ fails: broke });
		const { id } = await place("ana");
		broken = true;
		expect(await answerTo(engine.cancel("ana", id))).toBe("failed");
		expect(await engine.cancel("ana", id)).toBe(1000);
		expect([memory.pointsOf("ana"), engine.current()?.round.bets.size]).toEqual([1000, 0]);
	});

	it("leaves it to the next start when the process ends before it succeeded", async () => {
		const { place, clock, engine, memory, roundId } = await begin({
			wrap: (repository) => ({ ...repository, pay: () => Promise.reject(new WriteFailed("no payment")) }),
		});
		const round = roundId();
		const { id } = await place("ana", 150);
		await fly(30_000);
		const ended = engine.end();
		await clock.advance(10_000);
		await ended;
		expect(open.stored(id)?.status).toBe("active");
		memory.boot();
		expect([memory.roundOf(round).status, memory.pointsOf("ana")]).toEqual(["voided", 1000]);
	});
});

describe("a request after betting has closed", () => {
	it("takes no bet and gives none back while the round is called off", async () => {
		let called = () => {};
		const { place, engine, clock, stop, memory } = await begin({
			wrap: (repository) => ({
				...repository,
				callOff: (round) => new Promise((resolve) => (called = () => resolve(repository.callOff(round)))),
			}),
		});
		const { id } = await place("ana");
		await clock.advance(6000);
		stop();
		await clock.advance(4000);
		const bet = { userId: "bruno", idempotencyKey: "r", stake: 50, target: null };
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		expect(await answerTo(engine.place(bet))).toBe("bettingClosed");
		called();
		await clock.advance(0);
		expect(["ana", "bruno"].map(memory.pointsOf)).toEqual([1000, 1000]);
		expect(open.heard.slice(-2)).toEqual(["gone ana 1000", "11000 rest"]);
	});

	it("does not hold the flight while it is looked up as a repeat", async () => {
		const { engine, heard } = await begin({
			wrap: (repository) => ({ ...repository, place: () => new Promise(() => {}) }),
		});
		await fly(-1);
		open.clock.stall(5);
		void engine.place({ userId: "ana", idempotencyKey: "late", stake: 50, target: null });
		await fly(10);
		expect(heard.at(-1)).toMatch(/ flying$/);
	});

	it("takes no bet and gives none back while the flight is drawn", async () => {
		let drawn = () => {};
		const { place, engine } = await begin({
			wrap: (repository) => ({
				...repository,
				launch: (round) => new Promise((resolve) => (drawn = () => resolve(repository.launch(round)))),
			}),
		});
		const { id } = await place("ana", 150);
		await fly(4000);
		const bet = { userId: "bruno", idempotencyKey: "r", stake: 50, target: null };
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		expect(await answerTo(engine.place(bet))).toBe("bettingClosed");
		drawn();
		await fly(30_000);
		expect(open.stored(id)).toMatchObject({ status: "cashed_out", multiplier: 150 });
	});
});
