import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { refundOpenRounds } from "~/games/crash/persistence/bets.server";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import { createSoloBets } from "~/games/crash/persistence/solo-bets.server";
import { endBreak, type Limits, setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits, readLimitsWithLoss } from "~/games/limits/limits.server";
import { readLimitsPage } from "~/games/limits/limits-page.server";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { post } from "~/points/ledger/ledger.server";
import {
	addUser,
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../../support/database";
import { NO_GAME_EVENTS } from "../../../support/game-events";
import { answerTo, placeIn } from "../crash/engine/engine.setup";

const DAY = 24 * 60 * 60 * 1000;
let test: TestDatabase;
let ana: string;
let clock: ReturnType<typeof fakeClock>;

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana", 1_000_000);
	clock = fakeClock();
});
afterEach(() => test.close());

const randomHex = seededRandomHex("limits");
const tools = () => ({
	...NO_GAME_EVENTS,
	...{ db: test.db, now: clock.now, randomHex, length: 50 },
	config: { SITE_TIMEZONE: "Europe/Lisbon" },
	draw: () => SOLO_DRAWS.table,
});
const change = (verb: (limits: Limits, now: number) => Limits) => changeLimits(tools(), ana, verb);
const limit = (points: number | null) => change((limits, now) => setDailyLoss(limits, points, now));
const rest = (length: "day" | "week" | "month" = "day") =>
	change((limits, now) => startBreak(limits, length, now));
let requests = 0;
const plinko = (stake: number, balls = 1, userId = ana) =>
	playRound(tools(), userId, { idempotencyKey: `request-${requests++}`, stake, balls });
const lost = async () => (await readLimitsWithLoss(tools(), ana)).lost;
const entries = () => test.db.selectFrom("point_entries").selectAll().execute();

async function openLive() {
	const book = createLiveBets(tools());
	const round = newRound((await book.open()).id);
	return {
		book,
		round,
		async place(stake: number): Promise<Bet> {
			const request = { userId: ana, idempotencyKey: `request-${requests++}`, stake, target: null };
			const { id } = await placeIn(book, round, request);
			return { id, userId: ana, stake, target: null, status: "active", multiplier: null, payout: null };
		},
	};
}
const won = (bet: Bet, payout: number): Bet => ({
	...bet,
	...{ status: "cashed_out", multiplier: (payout * 100) / bet.stake, payout },
});

const GAMES: [string, (stake: number) => Promise<unknown>][] = [
	["Plinko", (stake: number) => plinko(10, stake / 10)],
	["live Crash", async (stake: number) => (await openLive()).place(stake)],
	[
		"solo Crash",
		async (stake: number) => {
			const book = createSoloBets(tools(), ana);
			const round = newRound((await book.open()).id);
			const request = { userId: ana, idempotencyKey: `request-${requests++}`, stake, target: null };
			return placeIn(book, round, request);
		},
	],
];

describe.each(GAMES)("in %s", (_game, stake) => {
	it("a stake that could go over the limit is refused, and nothing of it is stored", async () => {
		await limit(100);
		const before = await entries();
		expect(await answerTo(stake(110))).toBe("lossLimitReached");
		expect(await entries()).toEqual(before);
		expect(await test.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
		expect(await answerTo(stake(100))).toMatchObject({});
	});

	it("a break refuses every stake until it is over", async () => {
		await rest();
		expect(await answerTo(stake(10))).toBe("onBreak");
		clock.pass(DAY);
		expect(await answerTo(stake(10))).toMatchObject({});
	});

	it("who has set nothing is not held up", async () => {
		await stake(500);
		expect(await test.db.selectFrom("play_limits").selectAll().execute()).toEqual([]);
	});
});

describe("what was lost on a day", () => {
	it("is what was staked less what was won, in all games, and a stake counts until its round has paid", async () => {
		const { book, place } = await openLive();
		const bet = await place(100);
		expect(await lost()).toBe(100);
		const { stake, slots, payout } = await plinko(20, 3);
		expect(await lost()).toBe(100 + stake * slots.length - payout);
		await book.pay(won(bet, 250));
		expect(await lost()).toBe(stake * slots.length - payout - 150);
	});

	it("knows nothing of points that came or went otherwise", async () => {
		const at = clock.now();
		const other = { userId: ana, actor: "system", at, reference: "other" };
		await test.db.transaction().execute(async (trx) => {
			await post(trx, { ...other, delta: -300, reason: "redeem" });
			await post(trx, { ...other, delta: 300, reason: "redeem-refund" });
			await post(trx, { ...other, delta: 5000, reason: "admin-adjustment" });
		});
		expect(await lost()).toBe(0);
	});

	it("begins at midnight of the site, in summer too", async () => {
		clock.set("2026-07-01T22:59:00.000Z");
		await (await openLive()).place(100);
		expect(await lost()).toBe(100);
		clock.set("2026-07-01T23:00:00.000Z");
		expect(await lost()).toBe(0);
	});

	it("leaves a payout to the day of its stake", async () => {
		await limit(100);
		clock.set("2026-03-04T23:59:00.000Z");
		const { book, place } = await openLive();
		const bet = await place(100);
		clock.set("2026-03-05T00:01:00.000Z");
		await book.pay(won(bet, 900));
		expect(await lost()).toBe(0);
		expect(await answerTo(plinko(10, 11))).toBe("lossLimitReached");
		await plinko(10, 10);
	});

	it("forgets a stake that was given back, by its player or by the next start", async () => {
		await limit(100);
		const { book, place } = await openLive();
		await book.cancel(await place(100));
		expect(await lost()).toBe(0);
		const other = await openLive();
		await other.place(90);
		expect(await lost()).toBe(90);
		await refundOpenRounds(tools());
		expect(await lost()).toBe(0);
		await (await openLive()).place(100);
	});

	it("is counted anew when a limit is set after stakes that none held", async () => {
		await limit(1000);
		await (await openLive()).place(300);
		await limit(null);
		clock.pass(DAY);
		await (await openLive()).place(700);
		await limit(800);
		expect(await answerTo((await openLive()).place(110))).toBe("lossLimitReached");
		expect(await answerTo((await openLive()).place(100))).toMatchObject({ stake: 100 });
	});

	it("counts a late request from before midnight on the day whose stakes are counted already", async () => {
		await limit(100);
		clock.set("2026-03-05T00:00:00.001Z");
		await (await openLive()).place(60);
		await (await openLive()).place(40);
		clock.set("2026-03-04T23:59:59.999Z");
		expect(await answerTo(plinko(10))).toBe("lossLimitReached");
	});

	it("does not begin again when the clock goes back over midnight for a moment", async () => {
		await limit(100);
		clock.set("2026-03-05T00:00:00.001Z");
		await (await openLive()).place(100);
		clock.set("2026-03-05T00:00:00.002Z");
		expect(await answerTo(plinko(10))).toBe("lossLimitReached");
		clock.set("2026-03-04T23:59:59.999Z");
		expect(await answerTo(plinko(10))).toBe("lossLimitReached");
		clock.set("2026-03-05T00:00:00.003Z");
		expect(await answerTo(plinko(10))).toBe("lossLimitReached");
	});
});

describe("at the limit", () => {
	it("two tabs get one stake through where there is room for one", async () => {
		await limit(100);
		const { place } = await openLive();
		const other = createSoloBets(tools(), ana);
		const round = newRound((await other.open()).id);
		const answers = await Promise.all([
			answerTo(place(60)),
			answerTo(placeIn(other, round, { userId: ana, idempotencyKey: "tab", stake: 60, target: null })),
		]);
		expect(answers.filter((answer) => answer === "lossLimitReached")).toHaveLength(1);
		expect(await lost()).toBe(60);
	});

	it("however many come at once, no day loses more", async () => {
		await limit(500);
		await Promise.all(
			Array.from({ length: 60 }, (_, n) => answerTo(plinko(10 * (1 + (n % 3)), 1 + (n % 7)))),
		);
		expect(await lost()).toBeLessThanOrEqual(500);
	});

	it("a limit that is lowered while stakes come in holds from then on", async () => {
		const { place } = await openLive();
		await Promise.all([answerTo(place(50)), limit(40)]);
		const before = await lost();
		expect([0, 50]).toContain(before);
		expect(await answerTo(plinko(50))).toBe("lossLimitReached");
	});
});

describe("the page", () => {
	const page = () => readLimitsPage(tools(), ana, "en");

	it("of who has set nothing offers everything", async () => {
		expect(await page()).toEqual({
			lost: 0,
			dailyLoss: null,
			next: null,
			breakUntil: undefined,
			canEndBreak: false,
			breaks: ["day", "week", "month"],
		});
	});

	it("tells what holds, what waits and until when", async () => {
		await limit(100);
		await limit(900);
		await rest("week");
		expect(await page()).toMatchObject({
			dailyLoss: 100,
			next: { dailyLoss: 900, from: "5 Mar 2026, 12:00" },
			breakUntil: "11 Mar 2026, 12:00",
			canEndBreak: true,
			breaks: ["month"],
		});
		await change(endBreak);
		expect(await page()).toMatchObject({
			breakUntil: "5 Mar 2026, 12:00",
			canEndBreak: false,
			breaks: ["week", "month"],
		});
		clock.pass(DAY);
		expect(await page()).toMatchObject({ dailyLoss: 900, next: null, breakUntil: undefined });
	});
});

type Act =
	| { does: "play"; stake: number; balls: number }
	/** The multiplier is whole; 0 loses. */
	| { does: "bet"; stake: number; outcome: number | "back" }
	| { does: "limit"; points: number | null }
	| { does: "break"; length: "day" | "week" }
	| { does: "pass"; hours: number };

const act: fc.Arbitrary<Act> = fc.oneof(
	fc.record({
		does: fc.constant("play" as const),
		stake: fc.constantFrom(10, 20, 50, 100),
		balls: fc.integer({ min: 1, max: 8 }),
	}),
	fc.record({
		does: fc.constant("bet" as const),
		stake: fc.integer({ min: 1, max: 20 }).map((tens) => tens * 10),
		outcome: fc.constantFrom("back" as const, 0, 0, 1, 2, 5),
	}),
	fc.record({
		does: fc.constant("limit" as const),
		points: fc.option(fc.integer({ min: 0, max: 600 }), { nil: null }),
	}),
	fc.record({
		does: fc.constant("break" as const),
		length: fc.constantFrom("day" as const, "week" as const),
	}),
	fc.record({ does: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 40 }) }),
);

it("agrees with a plain sum of every round of the day, whatever is played, set and waited for", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
			clock.set("2026-03-04T12:00:00.000Z");
			ana = await addUser(test.db, `player${requests++}`, 1_000_000);
			await agree(acts);
		}),
		{ numRuns: 40 },
	);
}, 60_000);

/** The model: every round by the day of its stake. */
async function agree(acts: readonly Act[]) {
	const rounds: { day: string; net: number }[] = [];
	const today = () => clock.now().toISOString().slice(0, 10);
	const lostToday = () => rounds.filter(({ day }) => day === today()).reduce((sum, { net }) => sum - net, 0);
	for (const step of acts) {
		clock.pass(1000);
		const { limits } = await readLimitsWithLoss(tools(), ana);
		const refusal = (cost: number) => {
			if (limits.breakUntil !== null) return "onBreak";
			return limits.dailyLoss !== null && lostToday() + cost > limits.dailyLoss ? "lossLimitReached" : "done";
		};
		switch (step.does) {
			case "pass":
				clock.pass(step.hours * 60 * 60 * 1000);
				break;
			case "limit":
				await limit(step.points);
				break;
			case "break":
				await rest(step.length);
				break;
			case "play": {
				const cost = step.stake * step.balls;
				const due = refusal(cost);
				const played = await answerTo(plinko(step.stake, step.balls));
				expect(typeof played === "string" ? played : "done").toBe(due);
				if (typeof played !== "string") rounds.push({ day: today(), net: played.payout - cost });
				break;
			}
			case "bet": {
				const due = refusal(step.stake);
				const { book, place } = await openLive();
				const bet = await answerTo(place(step.stake));
				expect(typeof bet === "string" ? bet : "done").toBe(due);
				if (typeof bet === "string") break;
				const day = today();
				// The flight may end on another day.
				clock.pass(2 * 60_000);
				const payout = step.stake * (step.outcome === "back" ? 1 : step.outcome);
				if (step.outcome === "back") await book.cancel(bet);
				else if (payout > 0) await book.pay(won(bet, payout));
				rounds.push({ day, net: payout - step.stake });
			}
		}
		expect(await lost()).toBe(lostToday());
	}
}
