import { beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/curve";
import { WriteFailed } from "./table.book";
import { answerTo, type OpenTable, openTable } from "./table.setup";

/** The clock begins at 1000, and so does the first round. */
const CLOSES = 11_000;
let open: OpenTable;

/** Goes to a moment after the start of the flight. */
const fly = (ms: number) => open.clock.advanceTo(CLOSES + ms);

async function begin(options: Parameters<typeof openTable>[0] = {}) {
	open = openTable({ crashPoint: () => 300, ...options });
	await open.table.start();
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

	it("pays a cash-out by hand what the flight had reached when it arrived", async () => {
		const { place, table, clock, memory } = open;
		const { id } = await place("ana");
		await fly(1234);
		const asked = clock.now();
		await fly(2345);
		const answer = await table.cashOut("ana", id, asked);
		expect(answer).toEqual({
			bet: { id, stake: 100, target: null, status: "cashed_out", multiplier: 124, payout: 124 },
			balance: 1024,
		});
		expect(await table.cashOut("ana", id, clock.now())).toEqual(answer);
		await fly(30_000);
		expect(await table.cashOut("ana", id, clock.now())).toEqual({ ...answer, balance: undefined });
		expect(memory.pointsOf("ana")).toBe(1024);
	});

	it("waits for the requests that had arrived before the crash", async () => {
		const { place, table, clock, holdArrivals, waited } = open;
		const { id } = await place("ana");
		const bruno = await place("bruno");
		await fly(0);
		let answered = () => {};
		holdArrivals(
			new Promise((resolve) => {
				answered = resolve;
			}),
		);
		const end = CLOSES + momentOf(300);
		await clock.advanceTo(end + 3000);
		expect(await answerTo(table.cashOut("bruno", bruno.id, end + 1))).toBe("tooLate");
		expect((await table.cashOut("ana", id, end)).bet).toMatchObject({ multiplier: 300, payout: 300 });
		answered();
		await clock.advance(0);
		expect(waited).toEqual([CLOSES, end]);
		expect(open.heard.slice(-2)).toEqual([`${end + 3000} paid ana 300 1200`, "settled bruno"]);
	});

	it("tells whoever comes too late where it ended", async () => {
		const { place, table, clock } = open;
		const { id } = await place("ana");
		await fly(momentOf(300) + 1);
		const late = { code: "tooLate", values: { multiplier: 3 } };
		await expect(table.cashOut("ana", id, clock.now())).rejects.toMatchObject(late);
		await fly(30_000);
		await expect(table.cashOut("ana", id, clock.now())).rejects.toMatchObject(late);
	});

	it("takes no bet and gives none back that is asked for after its end", async () => {
		const { place, table, clock } = open;
		const { id } = await place("ana");
		await fly(0.5);
		expect(await answerTo(place("bruno"))).toBe("bettingClosed");
		expect(await answerTo(table.cancel("ana", id, clock.now()))).toBe("bettingClosed");
		await fly(30_000);
		expect(await answerTo(table.cancel("ana", id, clock.now()))).toBe("bettingClosed");
	});

	it("answers a repeated bet as the first time, long after too", async () => {
		const { table, clock } = open;
		const request = { userId: "ana", requestId: "r", stake: 50, target: 150 };
		const [first, second] = await Promise.all([table.place(request, 1000), table.place(request, 1000)]);
		expect(second).toEqual(first);
		await fly(30_000);
		expect(await table.place(request, clock.now())).toEqual(first);
		expect(open.memory.pointsOf("ana")).toBe(1025);
		expect(open.heard.filter((line) => line.startsWith("placed"))).toHaveLength(1);
	});

	it("gives a bet back once, and takes another one then", async () => {
		const { table, clock, place, memory } = open;
		const { id } = await place("ana");
		const both = [table.cancel("ana", id, clock.now()), table.cancel("ana", id, clock.now())];
		expect(await Promise.all(both)).toEqual([1000, 1000]);
		const again = await place("ana", null, 200);
		expect(await table.cancel("ana", id, clock.now())).toBe(1000);
		expect(table.current()?.round.bets.get("ana")?.id).toBe(again.id);
		expect(memory.pointsOf("ana")).toBe(800);
		expect(await answerTo(table.cashOut("ana", id, clock.now()))).toBe("betRefunded");
		expect(await answerTo(table.cashOut("ana", again.id, clock.now()))).toBe("notFlying");
	});

	it("knows nobody's bet but the player's own", async () => {
		const { table, clock, place } = open;
		const { id } = await place("ana");
		for (const userId of ["bruno", ""]) {
			expect(await answerTo(table.cancel(userId, id, clock.now()))).toBe("noBet");
			await fly(1000);
			expect(await answerTo(table.cashOut(userId, id, clock.now()))).toBe("noBet");
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

describe("stopping", () => {
	beforeEach(() => begin());

	it("gives every bet back while a round waits, and comes to rest", async () => {
		const { place, stop, clock, heard, table, memory } = open;
		const { id } = await place("ana");
		await place("bruno", 200);
		await clock.advance(5000);
		stop();
		clock.stall(1);
		expect(await answerTo(place("carla"))).toBe("bettingClosed");
		await clock.advance(60_000);
		expect(heard.slice(3)).toEqual(["gone ana 1000", "gone bruno 1000", "6001 rest"]);
		expect(table.current()).toBeUndefined();
		expect(["ana", "bruno", "carla"].map(memory.pointsOf)).toEqual([1000, 1000, 1000]);
		expect(await answerTo(place("ana"))).toBe("bettingClosed");
		expect(await table.cancel("ana", id, clock.now())).toBeUndefined();
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
		const { place, stop, table, clock } = open;
		const { id } = await place("ana", 200);
		await fly(100);
		stop();
		await clock.advance(60_000);
		expect(await answerTo(table.cancel("ana", id, clock.now()))).toBe("bettingClosed");
	});

	it("calls off a round that was opening when it was stopped", async () => {
		open = openTable();
		const opening = open.table.start();
		open.stop();
		await opening;
		await open.clock.advance(60_000);
		expect(open.heard).toEqual(["1000 waiting", "1000 rest"]);
	});
});

describe("a write that fails", () => {
	let broken = false;
	const fails = () => broken;
	const broke = (): boolean => {
		const was = broken;
		broken = false;
		return was;
	};

	it("is tried again until it succeeds; the payout stays what it was", async () => {
		const { place, clock, table, heard, memory } = await begin({ fails });
		const { id } = await place("ana", 150);
		await fly(momentOf(150) - 1);
		broken = true;
		await fly(60_000);
		expect(table.isWell()).toBe(false);
		expect(heard.at(-1)).toBe(`${CLOSES + momentOf(300)} crashed`);
		const asked = table.cashOut("ana", id, clock.now());
		broken = false;
		await clock.advance(5000);
		expect(heard.slice(4, 6)).toEqual([expect.stringMatching(/paid ana 150 1050$/), "settled"]);
		expect(await asked).toMatchObject({ balance: 1050, bet: { multiplier: 150 } });
		expect([table.isWell(), memory.pointsOf("ana")]).toEqual([true, 1050]);
	});

	it("leaves no bet behind, and the same form may be sent again", async () => {
		const { table, clock, memory } = await begin({ fails: broke });
		const request = { userId: "ana", requestId: "r", stake: 50, target: null };
		broken = true;
		expect(await answerTo(table.place(request, clock.now()))).toBe("failed");
		expect(table.current()?.round.bets.size).toBe(0);
		expect(await table.place(request, clock.now())).toMatchObject({ stake: 50 });
		expect(memory.pointsOf("ana")).toBe(950);
	});

	it("lets a bet stand that could not be taken back, though another was asked for meanwhile", async () => {
		const gate = { open: () => {} };
		const together = new Promise<void>((resolve) => (gate.open = resolve));
		const failure = new WriteFailed("not committed");
		let isHeld = false;
		const { place, table, clock } = await begin({
			// Both acts are done, and then their commit fails.
			wrap: (book) => ({
				...book,
				cancel: () => together.then(() => Promise.reject(failure)),
				place: async (round, request, accept) => {
					if (!isHeld) return book.place(round, request, accept);
					accept("another");
					return together.then(() => Promise.reject(failure));
				},
			}),
		});
		const { id } = await place("ana", 150);
		isHeld = true;
		const asked = [answerTo(table.cancel("ana", id, clock.now())), answerTo(place("ana", 200))];
		gate.open();
		expect(await Promise.all<unknown>(asked)).toEqual(["failed", "failed"]);
		await fly(30_000);
		expect(open.stored(id)).toMatchObject({ status: "cashed_out", multiplier: 150 });
	});

	it("leaves it to the next start when the process ends before it succeeded", async () => {
		const { place, clock, table, memory, roundId } = await begin({
			wrap: (book) => ({ ...book, pay: () => Promise.reject(new WriteFailed("no payment")) }),
		});
		const round = roundId();
		const { id } = await place("ana", 150);
		await fly(30_000);
		const ended = table.end();
		await clock.advance(10_000);
		await ended;
		expect(open.stored(id)?.status).toBe("active");
		memory.boot();
		expect([memory.roundOf(round).status, memory.pointsOf("ana")]).toEqual(["voided", 1000]);
	});
});

describe("a request that was not waited for any longer", () => {
	it("takes no bet and gives none back while the round is called off", async () => {
		let called = () => {};
		const { place, table, clock, stop, memory } = await begin({
			wrap: (book) => ({
				...book,
				callOff: (round) => new Promise((resolve) => (called = () => resolve(book.callOff(round)))),
			}),
		});
		const { id } = await place("ana");
		await clock.advance(5000);
		const asked = clock.now();
		await clock.advance(1000);
		stop();
		await clock.advance(4000);
		const bet = { userId: "bruno", requestId: "r", stake: 50, target: null };
		expect(await answerTo(table.cancel("ana", id, asked))).toBe("bettingClosed");
		expect(await answerTo(table.place(bet, asked))).toBe("bettingClosed");
		called();
		await clock.advance(0);
		expect(["ana", "bruno"].map(memory.pointsOf)).toEqual([1000, 1000]);
		expect(open.heard.slice(-2)).toEqual(["gone ana 1000", "11000 rest"]);
	});

	it("takes no bet and gives none back while the flight is drawn", async () => {
		let drawn = () => {};
		const { place, table, clock } = await begin({
			wrap: (book) => ({
				...book,
				launch: (round) => new Promise((resolve) => (drawn = () => resolve(book.launch(round)))),
			}),
		});
		const { id } = await place("ana", 150);
		const asked = clock.now();
		await fly(4000);
		const bet = { userId: "bruno", requestId: "r", stake: 50, target: null };
		expect(await answerTo(table.cancel("ana", id, asked))).toBe("bettingClosed");
		expect(await answerTo(table.place(bet, asked))).toBe("bettingClosed");
		drawn();
		await fly(30_000);
		expect(open.stored(id)).toMatchObject({ status: "cashed_out", multiplier: 150 });
	});
});

describe("the end of the process", () => {
	it("waits for what is being written and begins nothing more", async () => {
		let go = () => {};
		const { place, clock, table, heard, memory } = await begin({
			wrap: (book) => ({
				...book,
				pay: (bet) => new Promise((resolve) => (go = () => resolve(book.pay(bet)))),
			}),
		});
		const { id } = await place("ana", 150);
		await place("bruno", 200);
		await fly(momentOf(150));
		let isOver = false;
		const ended = table.end().then(() => (isOver = true));
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
		const { place, clock, table } = await begin();
		const { id } = await place("ana");
		await fly(1000);
		await table.end();
		expect(await table.cashOut("ana", id, clock.now())).toMatchObject({ bet: { multiplier: 120 } });
	});
});
