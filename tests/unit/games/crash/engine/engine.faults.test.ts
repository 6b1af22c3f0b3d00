import { describe, expect, it } from "vitest";
import { momentOf, multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { viewRound } from "~/games/crash/engine/view";
import { WriteFailed } from "./engine.repository";
import { answerTo, CLOSES, engineOfTest, holding, TIMING } from "./engine.setup";

const { open, begin, fly } = engineOfTest();

describe("a failed write", () => {
	let isFailing = false;
	const fails = () => isFailing;
	const failsOnce = (): boolean => {
		const wasFailing = isFailing;
		isFailing = false;
		return wasFailing;
	};

	it("is retried until it succeeds, the payout stays the same, and the crash is published after it", async () => {
		const { place, clock, engine, events, memory } = await begin({ fails });
		const { id } = await place("ana", 150);
		await fly(momentOf(150) - 1);
		isFailing = true;
		await fly(60_000);
		expect(engine.isWell()).toBe(false);
		expect(events.at(-1)).toBe(`${CLOSES} flying`);
		const answer = engine.cashOut("ana", id);
		isFailing = false;
		await clock.advance(5000);
		expect(events.slice(3, 6)).toEqual([
			expect.stringMatching(/paid ana 150 1050$/),
			expect.stringMatching(/crashed$/),
			"settled",
		]);
		expect(await answer).toMatchObject({ balance: 1050, bet: { multiplier: 150 } });
		expect([engine.isWell(), memory.pointsOf("ana")]).toEqual([true, 1050]);
	});

	it("lets a cash-out time out, and a repeat returns the payout once it is stored", async () => {
		const { place, clock, engine, memory } = await begin({ fails, answerWithinMs: 3000 });
		const { id } = await place("ana");
		await fly(momentOf(150));
		isFailing = true;
		const answer = answerTo(engine.cashOut("ana", id));
		await clock.advance(3000);
		expect(await answer).toBe("resultNotStored");
		isFailing = false;
		await clock.advance(6000);
		expect(await engine.cashOut("ana", id)).toMatchObject({
			bet: { status: "cashed_out", multiplier: 150 },
		});
		expect(memory.pointsOf("ana")).toBe(1050);
	});

	it("leaves no bet behind, and the same form can be sent again", async () => {
		const { engine, memory } = await begin({ fails: failsOnce });
		const request = { userId: "ana", idempotencyKey: "r", stake: 50, target: null };
		isFailing = true;
		expect(await answerTo(engine.place(request))).toBe("failed");
		expect(engine.current()?.round.bets.size).toBe(0);
		expect(await engine.place(request)).toMatchObject({ stake: 50 });
		expect(memory.pointsOf("ana")).toBe(950);
	});

	it("keeps a bet whose cancellation failed, also when another bet was requested in between", async () => {
		const { place, engine, memory } = await begin({ fails: failsOnce });
		const { id } = await place("ana", 150);
		isFailing = true;
		const answer = [answerTo(engine.cancel("ana", id)), answerTo(place("ana", 200))];
		expect(await Promise.all<unknown>(answer)).toEqual(["failed", "betAlreadyPlaced"]);
		expect(open.stored(id)?.status).toBe("active");
		expect(await engine.cancel("ana", id)).toBe(1000);
		expect([memory.pointsOf("ana"), engine.current()?.round.bets.size]).toEqual([1000, 0]);
	});

	it("leaves the bet to the refund at the next start when the process ends before it succeeds", async () => {
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

describe("while the crash cannot be stored", () => {
	/** A flight with ana, bruno and carla, whose end at 3.00x is decided and not stored. */
	async function decideCrash(write: "close" | "pay") {
		const { wrap, finish } = holding(write);
		const engine = await begin({ answerWithinMs: 3000, wrap });
		const ids = await Promise.all(
			[null, 300, 301].map(async (target, at) => (await engine.place(`user-${at}`, target)).id),
		);
		await fly(momentOf(300) + 2000);
		return { ...engine, ids, finish };
	}

	it.each(["close", "pay"] as const)("nothing that reveals it is published (%s)", async (write) => {
		const { engine, events, ids, clock, finish } = await decideCrash(write);
		expect(events.filter((event) => /crashed|settled/.test(event))).toEqual([]);
		const current = engine.current();
		expect([current?.round.phase, current?.elapsed]).toEqual(["flying", momentOf(300) - 1]);
		// As a flight that is held for another reason.
		expect(current && viewRound(current.round, current.elapsed, TIMING)).toMatchObject({
			phase: "flying",
			elapsed: momentOf(300) - TICK_MS,
			multiplier: multiplierAt(momentOf(300) - TICK_MS),
		});
		expect(engine.betOf("user-0")).toMatchObject({ status: "active" });
		const isPaid = write === "close";
		expect(engine.betOf("user-1")).toMatchObject({
			status: isPaid ? "cashed_out" : "active",
			payout: isPaid ? 300 : null,
		});

		const late = answerTo(engine.cashOut("user-0", ids[0] ?? ""));
		await clock.advance(2999);
		expect(await Promise.race([late, "no answer"])).toBe("no answer");
		await clock.advance(1);
		expect(await late).toBe("resultNotStored");

		const again = answerTo(engine.cashOut("user-0", ids[0] ?? ""));
		finish();
		await clock.advance(0);
		expect(await again).toBe("tooLate");
		expect(events.at(-1)).toBe("settled user-0 user-2");
		expect(["user-0", "user-1", "user-2"].map((userId) => engine.betOf(userId)?.status)).toEqual([
			"lost",
			"cashed_out",
			"lost",
		]);
	});

	it("a stop refunds the open bets, and a cash-out is not told that it came too late", async () => {
		const { engine, clock, events, ids, memory, roundId, finish } = await decideCrash("close");
		const round = roundId();
		const late = answerTo(engine.cashOut("user-0", ids[0] ?? ""));
		clock.forget();
		memory.boot();
		expect(memory.roundOf(round).status).toBe("voided");
		expect(["user-0", "user-1", "user-2"].map(memory.pointsOf)).toEqual([1000, 1200, 1000]);
		finish();
		expect(await Promise.race([late, clock.advance(0).then(() => "no answer")])).toBe("no answer");
		expect(events.filter((event) => /crashed|settled/.test(event))).toEqual([]);
	});
});

describe("a request after betting has closed", () => {
	it("does not delay the flight while it is looked up as a repeat", async () => {
		const { engine, events } = await begin({
			wrap: (repository) => ({ ...repository, place: () => new Promise(() => {}) }),
		});
		await fly(-1);
		open.clock.stall(5);
		void engine.place({ userId: "ana", idempotencyKey: "late", stake: 50, target: null });
		await fly(10);
		expect(events.at(-1)).toMatch(/ flying$/);
	});

	it("is rejected while the round is voided", async () => {
		const voiding = holding("callOff");
		const { place, engine, clock, stop, memory } = await begin(voiding);
		const { id } = await place("ana");
		await clock.advance(6000);
		stop();
		await clock.advance(4000);
		const bet = { userId: "bruno", idempotencyKey: "r", stake: 50, target: null };
		expect(await answerTo(engine.cancel("ana", id))).toBe("bettingClosed");
		expect(await answerTo(engine.place(bet))).toBe("bettingClosed");
		voiding.finish();
		await clock.advance(0);
		expect(["ana", "bruno"].map(memory.pointsOf)).toEqual([1000, 1000]);
		expect(open.events.slice(-2)).toEqual(["gone ana 1000", "11000 idle"]);
	});
});

describe("an exception in a timer of a round", () => {
	it("stops the engine, is logged, and does not reach the clock", async () => {
		const { place, engine, clock, events, errors } = await begin();
		await place("ana", 150);
		const push = events.push.bind(events);
		events.push = (...lines) => {
			if (lines.some((line) => line.endsWith(" crashed"))) throw new Error("a fault");
			return push(...lines);
		};
		await fly(60_000);
		expect(engine.isWell()).toBe(false);
		expect(errors).toMatchObject([{ event: "crash-engine-stopped", err: { message: "a fault" } }]);
		await clock.advance(60_000);
		expect(errors).toHaveLength(1);
	});
});
