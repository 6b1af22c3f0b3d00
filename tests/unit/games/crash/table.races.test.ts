import fc from "fast-check";
import { expect, it } from "vitest";
import type { Round } from "~/games/crash/crash";
import { createTable } from "~/games/crash/table.server";
import type { OwnBet } from "~/games/crash/view";
import type { Clock } from "~/platform/clock";
import { turns } from "../../../support/clock";
import { createMemoryBook, type StoredBet } from "./table.book";
import { naiveMoment, naiveMultiplier, naivePayout } from "./table.oracle";
import { answerTo, TIMING, watchfulLog } from "./table.setup";

const RUNS = 6000;
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

interface Plan {
	userId: string;
	/** When the bet arrives, in ms before betting closes; below 0 after. */
	before: number;
	target: number | null;
	/** When it is taken back, likewise, if it is. */
	cancelBefore: number | null;
	/** When it is cashed out, in ms after the start. */
	cashOuts: number[];
}

const CRASH_POINTS = [100, 101, 103, 120, 150] as const;
const early = fc.constantFrom(5000, 10, 1, 0, -1);
const plans = fc.uniqueArray(
	fc.record<Plan>({
		userId: fc.constantFrom("ana", "bruno", "carla"),
		before: early,
		target: fc.option(fc.constantFrom(101, 102, 103, 120, 121, 150, 151), { nil: null }),
		cancelBefore: fc.option(early, { nil: null, freq: 3 }),
		cashOuts: fc.array(fc.oneof(fc.constantFrom(0, 50, 100, 101, 199, 200), fc.nat(1800)), { maxLength: 3 }),
	}),
	{ selector: ({ userId }) => userId, minLength: 1 },
);

interface Ask {
	arrivedAt: number;
	done: Promise<unknown>;
	answer?: unknown;
}

interface Player {
	plan: Plan;
	placed: Ask;
	repeated: Ask;
	cancelled: Ask | undefined;
	/** With the ms after the start. */
	byHand: { after: number; ask: Ask }[];
}

/** Everything that waits is woken in the scheduler's order: timers, requests, writes and commits. */
async function race(
	s: fc.Scheduler,
	crashPoint: number,
	players: readonly Plan[],
	stopBefore: number | null,
) {
	let time = 1000;
	const reach = (moment: number) => {
		time = Math.max(time, moment);
	};
	const turn = (label: string) => s.schedule(Promise.resolve(), label);
	const clock: Clock = {
		now: () => time,
		at(moment, run) {
			let awaited = true;
			void turn(`timer ${moment}`).then(() => {
				if (!awaited) return;
				reach(moment);
				run();
			});
			return () => {
				awaited = false;
			};
		},
	};
	const memory = createMemoryBook({ pause: () => turn("write"), crashPoint: () => crashPoint });
	const { log, wrong } = watchfulLog();
	const asks: Ask[] = [];
	const bets = new Map<string, Player>();
	let goesOn = true;
	let roundId = "";

	function ask(arrivedAt: number, label: string, call: () => Promise<unknown> | undefined): Ask {
		const one: Ask = { arrivedAt, done: Promise.resolve() };
		one.done = turn(label).then(async () => {
			reach(arrivedAt);
			const called = call();
			one.answer = called ? ((await answerTo(called)) ?? "given back") : "not sent";
		});
		asks.push(one);
		return one;
	}

	const idOf = (one: Ask | undefined) => (one?.answer as OwnBet | undefined)?.id;
	/** A bet whose answer has not come cannot be named. */
	const withBet = (userId: string, call: (betId: string) => Promise<unknown>) => () => {
		const id = idOf(bets.get(userId)?.placed);
		return id === undefined ? undefined : call(id);
	};

	function begin(round: Round) {
		roundId = round.id;
		const closesAt = time + TIMING.waiting;
		for (const plan of players) {
			const { userId, target, before, cancelBefore } = plan;
			const request = { userId, requestId: `r-${userId}`, stake: 50, target };
			const place = () => table.place(request, closesAt - before);
			const placed = ask(closesAt - before, `place ${userId}`, place);
			const repeated = ask(closesAt - before, `repeat ${userId}`, place);
			const player: Player = { plan, placed, repeated, cancelled: undefined, byHand: [] };
			bets.set(userId, player);
			if (cancelBefore === null) continue;
			const cancel = withBet(userId, (id) => table.cancel(userId, id, closesAt - cancelBefore));
			player.cancelled = ask(closesAt - cancelBefore, `cancel ${userId}`, cancel);
		}
		if (stopBefore === null) return;
		void turn("stop").then(() => {
			reach(closesAt - stopBefore);
			goesOn = false;
			table.stop();
		});
	}

	function fly() {
		for (const { plan, byHand } of bets.values()) {
			for (const after of plan.cashOuts) {
				const moment = time + after;
				const call = withBet(plan.userId, (id) => table.cashOut(plan.userId, id, moment));
				byHand.push({ after, ask: ask(moment, `cash-out ${plan.userId}`, call) });
			}
		}
	}

	const table = createTable({
		...{ clock, log, timing: TIMING, book: memory.book },
		goesOn: () => goesOn,
		async arrivalsBefore(moment) {
			await Promise.all(asks.filter(({ arrivedAt }) => arrivedAt <= moment).map(({ done }) => done));
		},
		listener: {
			phase(round) {
				if (round?.phase === "waiting") begin(round);
				if (round?.phase === "flying") fly();
				if (round?.phase === "crashed") goesOn = false;
			},
			placed() {},
			gone() {},
			paid() {},
			settled() {},
		},
	});
	void table.start();
	// What follows from the last one may need the scheduler again.
	do {
		await s.waitIdle();
		await turns();
	} while (s.count() > 0);
	expect(wrong).toEqual([]);
	for (const { answer } of asks) expect(answer, "everybody is answered").toBeDefined();
	for (const player of bets.values()) {
		const { userId } = player.plan;
		const own = memory.betsOf(roundId).filter((bet) => bet.userId === userId);
		expect(own.length).toBeLessThanOrEqual(1);
		const isStopped = stopBefore !== null;
		expectPlaced(player, own[0], isStopped);
		if (own[0]) expectSettled(player, own[0], crashPoint, isStopped);
		expect(memory.pointsOf(userId)).toBe(1000 - gone(own[0]));
	}
}

/** What a bet has cost in the end. */
function gone(bet: StoredBet | undefined): number {
	if (!bet || bet.status === "cancelled" || bet.status === "refunded") return 0;
	return bet.stake - (bet.payout ?? Number.NaN);
}

/** In time means placed, in the very moment either, and too late never. */
function expectPlaced({ plan, placed, repeated }: Player, bet: StoredBet | undefined, isStopped: boolean) {
	const answers = [placed.answer, repeated.answer];
	if (plan.before < 0) expect(answers).toEqual(["bettingClosed", "bettingClosed"]);
	if (plan.before > 0 && !isStopped) expect(bet).toBeDefined();
	note(bet ? "placed" : "not placed");
	if (bet === undefined) return expect(answers).toEqual(["bettingClosed", "bettingClosed"]);
	const made = answers.filter((answer) => answer !== "bettingClosed");
	for (const answer of made) expect(answer).toMatchObject({ id: bet.id, stake: 50, target: plan.target });
	expect(made.length).toBeGreaterThanOrEqual(isStopped || plan.before === 0 ? 1 : 2);
}

function expectSettled(
	{ plan, cancelled, byHand }: Player,
	bet: StoredBet,
	crashPoint: number,
	isStopped: boolean,
) {
	const back = cancelled?.answer;
	const isBack = bet.status === "cancelled" || bet.status === "refunded";
	note(bet.status);
	if (back !== undefined && back !== "not sent") {
		note(`cancel: ${typeof back === "number" ? "done" : back}`);
		const isDone = typeof back === "number" || back === "given back";
		if (isDone) expect(isBack, "taken back means given back").toBe(true);
		else expect(back).toBe("bettingClosed");
		if (!isStopped && plan.cancelBefore !== 0) expect(isDone).toBe((plan.cancelBefore ?? 0) > 0);
	}
	if (bet.status === "refunded") expect(isStopped).toBe(true);
	for (const { ask } of byHand) if (isBack) expect(ask.answer).toBe("betRefunded");
	if (isBack) return;

	const end = naiveMoment(crashPoint);
	const target = plan.target !== null && plan.target <= crashPoint ? plan.target : undefined;
	const auto = target === undefined ? Number.POSITIVE_INFINITY : naiveMoment(target);
	const inTime = byHand.filter(({ after }) => after <= end);
	const possible = inTime.map(({ after }) =>
		target !== undefined && after >= auto ? target : Math.min(naiveMultiplier(after), crashPoint),
	);
	if (target !== undefined) possible.push(target);
	if (possible.length === 0) {
		expect(bet).toMatchObject({ status: "lost", multiplier: null, payout: 0 });
		for (const { ask } of byHand) expect(ask.answer).toBe("tooLate");
		return;
	}
	expect(bet.status, "who was in time wins").toBe("cashed_out");
	expect(possible).toContain(bet.multiplier);
	expect(bet.payout).toBe(naivePayout(bet.stake, bet.multiplier ?? Number.NaN));
	note(bet.multiplier === target ? "by itself" : "by hand");
	for (const { after, ask } of byHand) {
		if (after > end && ask.answer === "tooLate" && target === undefined) continue;
		expect(ask.answer).toMatchObject({ bet: { multiplier: bet.multiplier, payout: bet.payout } });
	}
}

it(`comes to the same in whatever order things happen, in ${RUNS} rounds`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			fc.constantFrom(...CRASH_POINTS),
			plans,
			fc.option(early, { nil: null, freq: 4 }),
			race,
		),
		{ numRuns: RUNS, seed: 20260304 },
	);
	const wanted = ["placed", "not placed", "by itself", "by hand", "lost", "cancelled", "refunded"];
	for (const what of [...wanted, "cancel: bettingClosed", "cancel: done"]) {
		expect(seen.get(what) ?? 0, what).toBeGreaterThan(100);
	}
}, 120_000);
