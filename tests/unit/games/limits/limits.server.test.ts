import { beforeEach, describe, expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { bringTo, findSoloBet, placeSolo } from "~/games/crash/persistence/solo-rounds.server";
import { costOf } from "~/games/instant/rules";
import { endBreak, type Limits, setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits, readLimitsWithLoss } from "~/games/limits/limits.server";
import { readAllowance, readLimitsPage } from "~/games/limits/limits-page.server";
import { fakeClock, seededRandomHex, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { NO_GAME_EVENTS, playPlinko } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";
import { answerTo, placeIn } from "../crash/engine/setup";

const DAY = 24 * 60 * 60 * 1000;
const test = databaseForEachTest({ users: { ana: 1_000_000 } });
let ana: string;
let clock: ReturnType<typeof fakeClock>;

beforeEach(() => {
	clock = fakeClock();
	ana = userId("ana");
});

const randomHex = seededRandomHex("limits");
const tools = () =>
	testSite({
		...NO_GAME_EVENTS,
		...{ db: test.db, now: clock.now, randomHex, length: 50, announceNotices() {}, announceRestriction() {} },
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
		draw: () => SOLO_DRAWS.table,
	});
const change = (verb: (limits: Limits, now: number) => Limits) => changeLimits(tools(), ana, verb);
const limit = (points: number | null) => change((limits, now) => setDailyLoss(limits, points, now));
const takeBreak = (length: "day" | "week" | "month" = "day") =>
	change((limits, now) => startBreak(limits, length, now));
let requests = 0;
const plinko = (stake: number, balls = 1, userId = ana) =>
	playPlinko(tools(), userId, { idempotencyKey: `request-${requests++}`, stake, balls });
const lost = async () => (await readLimitsWithLoss(tools(), ana)).lost;
const entries = () => test.db.selectFrom("point_entries").selectAll().execute();

async function openLive() {
	const repository = createLiveBets(tools());
	const round = newRound(await repository.open());
	return {
		repository,
		round,
		async place(stake: number): Promise<Bet> {
			const request = { userId: ana, idempotencyKey: `request-${requests++}`, stake, target: null };
			const { id } = await placeIn(repository, round, request);
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
			const request = { userId: ana, idempotencyKey: `request-${requests++}`, stake, target: null };
			const at = clock.now().getTime();
			const solo = { ...tools(), timing: { waiting: 1, crashed: 0 } };
			const placed = await placeSolo(solo, request, at);
			const { round } = await findSoloBet(test.db, ana, placed.id);
			await bringTo(solo, round.id, at + 3_600_000);
			return placed;
		},
	],
];

describe.each(GAMES)("in %s", (_game, stake) => {
	it("a stake that could exceed the limit is rejected without storing anything", async () => {
		await stake(500);
		expect(await test.db.selectFrom("play_limits").selectAll().execute(), "unlimited").toEqual([]);
		clock.pass(DAY);
		await limit(100);
		const before = await entries();
		const keys = () => test.db.selectFrom("idempotency_keys").selectAll().execute();
		const keysBefore = await keys();
		expect(await answerTo(stake(110))).toBe("lossLimitReached");
		expect(await entries()).toEqual(before);
		expect(await keys()).toEqual(keysBefore);
		expect(await answerTo(stake(100))).toMatchObject({});
	});

	it("a break rejects every stake until its end", async () => {
		await takeBreak();
		expect(await answerTo(stake(10))).toBe("onBreak");
		clock.pass(DAY);
		expect(await answerTo(stake(10))).toMatchObject({});
	});
});

describe("the loss of a day", () => {
	it("is stakes minus payouts in all games, counting the stake of an open round", async () => {
		const { repository, place } = await openLive();
		const bet = await place(100);
		expect(await lost()).toBe(100);
		const round = await plinko(20, 3);
		const { payout } = round;
		const cost = costOf(round);
		expect(await lost()).toBe(100 + cost - payout);
		await repository.pay(won(bet, 250));
		expect(await lost()).toBe(cost - payout - 150);
	});

	it("starts at midnight in the site's time zone, also in summer, and what was counted before is gone", async () => {
		clock.set("2026-07-01T22:59:00.000Z");
		await limit(200);
		for (const stake of [100, 50]) await (await openLive()).place(stake);
		expect(await lost()).toBe(150);
		clock.set("2026-07-01T23:00:00.000Z");
		expect(await lost()).toBe(0);
		await (await openLive()).place(200);
		expect(await answerTo(plinko(10))).toBe("lossLimitReached");
	});

	it("counts a payout on the day of its stake", async () => {
		await limit(100);
		clock.set("2026-03-04T23:59:00.000Z");
		const { repository, place } = await openLive();
		const bet = await place(100);
		clock.set("2026-03-05T00:01:00.000Z");
		await repository.pay(won(bet, 900));
		expect(await lost()).toBe(0);
		expect(await answerTo(plinko(10, 11))).toBe("lossLimitReached");
		await plinko(10, 10);
	});

	it("is counted from today's midnight after the clock was ahead", async () => {
		await limit(100);
		clock.pass(90 * DAY);
		await (await openLive()).place(10);
		clock.pass(-90 * DAY);
		await (await openLive()).place(70);
		expect(await answerTo(plinko(10, 4))).toBe("lossLimitReached");
	});

	it("excludes a stake that was refunded by a cancellation or at the next start", async () => {
		await limit(100);
		const { repository, place } = await openLive();
		await repository.cancel(await place(100));
		expect(await lost()).toBe(0);
		const other = await openLive();
		await other.place(90);
		expect(await lost()).toBe(90);
		await refundOpenRounds(tools());
		expect(await lost()).toBe(0);
		await (await openLive()).place(100);
	});

	it("is recounted when a limit is set after stakes without a limit", async () => {
		await limit(1000);
		await (await openLive()).place(300);
		await limit(null);
		clock.pass(DAY);
		await (await openLive()).place(700);
		await limit(800);
		expect(await answerTo((await openLive()).place(110))).toBe("lossLimitReached");
		expect(await answerTo((await openLive()).place(100))).toMatchObject({ stake: 100 });
	});

	it("is neither reset when the clock briefly goes back past midnight, nor by a delayed request", async () => {
		await limit(100);
		clock.set("2026-03-05T00:00:00.001Z");
		await (await openLive()).place(60);
		await (await openLive()).place(40);
		for (const ms of ["05T00:00:00.002", "04T23:59:59.999", "05T00:00:00.003"]) {
			clock.set(`2026-03-${ms}Z`);
			expect(await answerTo(plinko(10))).toBe("lossLimitReached");
		}
	});
});

it("the restriction that the games show is a break or a limit under the smallest stake, with its end", async () => {
	const allowance = () => readAllowance(tools(), ana, "en");
	const restriction = async () => (await allowance()).restriction;
	expect(await allowance()).toEqual({ restriction: null, lossLeft: null });
	await limit(10);
	expect(await allowance()).toEqual({ restriction: null, lossLeft: 10 });
	await limit(9);
	const midnight = { kind: "limit", msLeft: DAY / 2, until: "5 Mar 2026, 00:00" };
	expect(await restriction()).toMatchObject(midnight);
	await takeBreak("day");
	const endsAt = clock.now().getTime() + DAY;
	expect(await restriction()).toEqual({ kind: "break", endsAt, msLeft: DAY, until: "5 Mar 2026, 12:00" });
});

it("the limits page shows current and pending limits with their dates, and offers what the player may choose", async () => {
	const page = () => readLimitsPage(tools(), ana, "en");
	const breaks = ["day", "week", "month"];
	const none = { lost: 0, dailyLoss: null, next: null, breakUntil: undefined, canEndBreak: false, breaks };
	expect(await page()).toEqual(none);
	await limit(100);
	await limit(900);
	await takeBreak("week");
	const pending = { dailyLoss: 100, next: { dailyLoss: 900, from: "5 Mar 2026, 12:00" } };
	const week = { breakUntil: "11 Mar 2026, 12:00", canEndBreak: true, breaks: ["month"] };
	expect(await page()).toMatchObject({ ...pending, ...week });
	await change(endBreak);
	const ending = { breakUntil: "5 Mar 2026, 12:00", canEndBreak: false, breaks: ["week", "month"] };
	expect(await page()).toMatchObject(ending);
	clock.pass(DAY);
	expect(await page()).toMatchObject({ dailyLoss: 900, next: null, breakUntil: undefined });
});
