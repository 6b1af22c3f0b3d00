/** How the rounds of live Crash decide and store outcomes. */
import { beforeEach, describe, expect, it } from "vitest";
import { momentOf, multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { chooseDraws, draw } from "./draw.setup";
import { answerTo, liveForEachTest } from "./setup";

chooseDraws();

const NAMES = ["ana", "bruno", "carla", "dora"];
const END = momentOf(300);
const { game, restart, start, place, framesOf, pointsOf, rounds } = liveForEachTest(NAMES);
const userOf = (name: string) => `user-${name}`;
const advance = (ms: number) => game.site.clock.advance(ms);
/** Advances to this many ms after the start of the first flight. */
const fly = (ms: number) => game.site.clock.advanceTo(11_000 + ms);
const cashOut = (name: string, id: string) => game.live.cashOut(userOf(name), id);
const cancel = (name: string, id: string) => game.live.cancel(userOf(name), id);
const phases = () => framesOf("phase").map(({ at, data }) => [at - 11_000, data.phase]);
const betOf = (name: string) => game.live.readOwn(userOf(name)).bet;
const late = { code: "tooLate", values: { multiplier: 3 } };

beforeEach(async () => {
	draw.crashPoint = 300;
	await start();
});

describe("a bet", () => {
	it("is cashed out at its target and moment without any request, before the crash", async () => {
		await Promise.all([place("ana", 100, 250), place("bruno", 100, 101), place("carla", 100, 300)]);
		const { id } = await place("dora", 100, 301);
		await advance(30_000);
		const ends = NAMES.map((name) => framesOf("own", name).find(({ data }) => data.bet?.status !== "active"));
		expect(ends.map((frame) => [(frame?.at ?? 0) - 11_000, frame?.data.bet.payout])).toEqual([
			[momentOf(250), 250],
			[momentOf(101), 101],
			[END, 300],
			[END, 0],
		]);
		await expect(cashOut("dora", id)).rejects.toMatchObject(late);
		expect(await pointsOf(...NAMES)).toEqual([1150, 1001, 1200, 900]);
	});

	it("is cashed out by hand at the multiplier of the step of decision, once", async () => {
		const { id } = await place("ana");
		expect(await answerTo(cashOut("ana", id))).toBe("notFlying");
		await fly(2345);
		const answer = await cashOut("ana", id);
		expect(answer).toMatchObject({ bet: { id, status: "cashed_out", multiplier: 146 }, balance: 1046 });
		expect(await cashOut("ana", id)).toEqual(answer);
		await fly(30_000);
		expect(await cashOut("ana", id), "in a later round").toEqual({ ...answer, balance: undefined });
		expect(await pointsOf("ana")).toEqual([1046]);
	});

	it("is not paid after the decision of the crash, however late its timer is, unless its target was reached", async () => {
		const { id } = await place("ana");
		await place("bruno", 100, 300);
		await fly(END - 1);
		game.site.clock.stall(5000);
		await expect(cashOut("ana", id)).rejects.toMatchObject(late);
		expect(phases().at(-1)?.[1]).toBe("crashed");
		expect([betOf("bruno")?.payout, ...(await pointsOf("bruno"))]).toEqual([300, 1200]);
		await expect(cashOut("ana", id)).rejects.toMatchObject(late);
		await advance(30_000);
		await expect(cashOut("ana", id), "in a later round").rejects.toMatchObject(late);
	});

	it("has the first answer for a repeated form, even much later", async () => {
		const request = { userId: userOf("ana"), idempotencyKey: "r", stake: 50, target: 150 };
		const [first, second] = await Promise.all([game.live.place(request), game.live.place(request)]);
		expect(second).toEqual(first);
		await fly(30_000);
		expect(await game.live.place(request)).toEqual(first);
		expect(await pointsOf("ana")).toEqual([1025]);
	});

	it("is refunded once when it is cancelled, and another one can be placed", async () => {
		const { id } = await place("ana");
		expect(await Promise.all([cancel("ana", id), cancel("ana", id)])).toEqual([1000, 1000]);
		const again = await place("ana", 200);
		expect(await cancel("ana", id)).toBe(1000);
		expect(betOf("ana")?.id).toBe(again.id);
		expect(await answerTo(cashOut("ana", id))).toBe("betRefunded");
		for (const bet of [id, again.id]) expect(await answerTo(cancel("bruno", bet))).toBe("noBet");
		await fly(1000);
		expect(await answerTo(cashOut("bruno", again.id))).toBe("noBet");
		expect(await answerTo(cancel("ana", again.id))).toBe("bettingClosed");
		expect(await pointsOf("ana")).toEqual([800]);
	});

	it("does not delay the flight when its form comes too late, while it is looked up as a repeat", async () => {
		await fly(-1);
		game.site.clock.stall(5);
		let writes = 0;
		game.site.writes.around = (act) => (writes++ === 0 ? new Promise(() => {}) : act());
		void place("ana");
		await fly(10);
		expect(phases().at(-1)?.[1]).toBe("flying");
	});
});

describe("a failed write", () => {
	it("of an outcome is retried, the payout stays the same, and the crash is published after it", async () => {
		const { id } = await place("ana", 100, 150);
		await fly(momentOf(150) - 1);
		game.site.failWrites(true);
		await fly(60_000);
		expect([game.live.isWell(), phases().length]).toEqual([false, 1]);
		const answer = cashOut("ana", id);
		game.site.failWrites(false);
		await advance(5000);
		expect(await answer).toMatchObject({ balance: 1050, bet: { multiplier: 150 } });
		expect([game.live.isWell(), phases().at(-1)?.[1]]).toEqual([true, "crashed"]);
	});

	it("lets a cash-out time out after 10 s, and a repeat returns the payout once it is stored", async () => {
		const { id } = await place("ana");
		await fly(momentOf(150));
		game.site.failWrites(true);
		const answer = answerTo(cashOut("ana", id));
		await advance(10_000);
		expect(await answer).toBe("resultNotStored");
		game.site.failWrites(false);
		await advance(6000);
		expect(await cashOut("ana", id)).toMatchObject({ bet: { status: "cashed_out", multiplier: 150 } });
		expect(await pointsOf("ana")).toEqual([1050]);
	});

	it("leaves no bet behind, keeps a bet whose cancellation failed, and the same form can be sent again", async () => {
		const request = { userId: userOf("ana"), idempotencyKey: "r", stake: 50, target: null };
		game.site.failWrites(true);
		expect(await answerTo(game.live.place(request))).toBe("failed");
		expect(betOf("ana")).toBeNull();
		game.site.failWrites(false);
		const { id } = await game.live.place(request);
		game.site.failWrites(true);
		const cancelled = answerTo(cancel("ana", id));
		game.site.failWrites(false);
		expect(await Promise.all([cancelled, answerTo(place("ana"))])).toEqual(["failed", "betAlreadyPlaced"]);
		expect(betOf("ana")).toMatchObject({ id, status: "active" });
		expect(await cancel("ana", id)).toBe(1000);
	});
});

it("a cash-out is shown to nobody while it is being stored, also when another bet is published", async () => {
	const { id } = await place("ana");
	const other = await place("bruno");
	await fly(1000);
	await cashOut("bruno", other.id);
	const release = game.site.holdWrites();
	const answer = cashOut("ana", id);
	await fly(2000);
	const open = { status: "active", multiplier: null, payout: null };
	const won = { status: "cashed_out", multiplier: 120, payout: 120 };
	const seen = () => {
		const published = framesOf("bets").flatMap(({ data }) => data.changed);
		return [published, game.live.readState().bets].map((bets) =>
			[id, other.id].map((betId) => bets.findLast((bet: { id: string }) => bet.id === betId)),
		);
	};
	expect(seen()).toMatchObject([
		[open, won],
		[open, won],
	]);
	release();
	await answer;
	await fly(3000);
	expect(seen()).toMatchObject([
		[won, won],
		[won, won],
	]);
});

describe("while the crash cannot be stored", () => {
	it.each([
		["close", 1],
		["pay", 0],
	])("nothing that reveals it is published (%s)", async (write, free) => {
		const { id } = await place("ana");
		await place("bruno", 100, 300);
		await fly(END - 1);
		const release = game.site.holdWrites(free);
		await fly(END + 2000);
		expect(phases()).toEqual([[0, "flying"]]);
		// As a flight that is held for another reason.
		expect(game.live.readState().round).toMatchObject({
			...{ phase: "flying", elapsed: END - TICK_MS, multiplier: multiplierAt(END - TICK_MS) },
		});
		expect(betOf("ana")).toMatchObject({ status: "active" });
		const isPaid = write === "close";
		expect(betOf("bruno")).toMatchObject({ status: isPaid ? "cashed_out" : "active" });

		const answer = answerTo(cashOut("ana", id));
		await advance(9999);
		expect(await Promise.race([answer, "no answer"])).toBe("no answer");
		await advance(1);
		expect(await answer).toBe("resultNotStored");
		const again = answerTo(cashOut("ana", id));
		release();
		await advance(0);
		expect(await again).toBe("tooLate");
		expect(["ana", "bruno"].map((name) => betOf(name)?.status)).toEqual(["lost", "cashed_out"]);
	});
});

describe("the end of the process", () => {
	it("waits for pending writes and starts no new ones; the next start refunds what is open", async () => {
		await place("ana", 100, 150);
		await place("bruno", 100, 200);
		await fly(momentOf(150) - 1);
		const release = game.site.holdWrites();
		await fly(momentOf(150));
		let hasEnded = false;
		const ended = game.live.end().then(() => {
			hasEnded = true;
		});
		await advance(60_000);
		expect(hasEnded).toBe(false);
		release();
		await ended;
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		await restart();
		expect(await pointsOf("ana", "bruno")).toEqual([1050, 1000]);
	});

	it("holds the flight and still pays cash-outs, so that until the process exits nobody learns its end or gains by waiting", async () => {
		const { id } = await place("ana");
		await fly(1000);
		await game.live.end();
		await advance(END);
		expect(game.live.readState().round).toMatchObject({ phase: "flying", elapsed: 1000 });
		expect(await cashOut("ana", id)).toMatchObject({ bet: { multiplier: 120 }, balance: 1020 });
	});

	it("counts a cash-out just before a crash that is due and not decided", async () => {
		const { id } = await place("ana");
		await fly(END - 1);
		game.site.clock.stall(50);
		await game.live.end();
		expect(await cashOut("ana", id)).toMatchObject({ bet: { status: "cashed_out" } });
	});

	it("pays no cash-out after the decision of the crash, also if the crash could not be stored", async () => {
		const { id } = await place("ana");
		await fly(END - 1);
		game.site.failWrites(true);
		await fly(END);
		const ended = game.live.end();
		await advance(5000);
		await ended;
		game.site.failWrites(false);
		expect(await answerTo(cashOut("ana", id))).toBe("resultNotStored");
		expect(await pointsOf("ana")).toEqual([900]);
	});
});

describe("a switch", () => {
	it("off and on again immediately opens exactly one new round", async () => {
		await place("ana");
		await Promise.all([game.live.stop("admin"), game.live.start("admin")]);
		await advance(0);
		expect((await rounds()).map(({ status }) => status)).toEqual(["voided", "open"]);
		expect(await pointsOf("ana")).toEqual([1000]);
	});

	it("off rejects what comes while the round is voided", async () => {
		const { id } = await place("ana");
		const release = game.site.holdWrites(1);
		await game.live.stop("admin");
		expect(await answerTo(cancel("ana", id))).toBe("bettingClosed");
		expect(await answerTo(place("bruno"))).toBe("gameInactive");
		release();
		await advance(0);
		expect(await pointsOf("ana", "bruno")).toEqual([1000, 1000]);
	});
});

it("an exception in a timer stops the game, is logged once, and does not reach the clock", async () => {
	await place("ana", 100, 150);
	const { hub, errors } = game.site;
	const publish = hub.publish.bind(hub);
	Object.assign(hub, {
		publish(...frame: Parameters<typeof publish>) {
			if (frame[1] === "phase") throw new Error("a fault");
			return publish(...frame);
		},
	});
	await fly(60_000);
	expect(game.live.isWell()).toBe(false);
	expect(errors.splice(0)).toMatchObject([{ event: "crash-engine-stopped", err: { message: "a fault" } }]);
});
