import fc from "fast-check";
import { expect, it } from "vitest";
import type { Round } from "~/games/crash/engine/crash";
import { createEngine } from "~/games/crash/engine/engine.server";
import type { PlayerBet } from "~/games/crash/engine/view";
import type { Clock } from "~/lib/clock";
import { turns } from "../../../../support/clock";
import { propertySeed, sized } from "../../../../support/test-size";
import { expectedOutcome, naiveMoment } from "./engine.oracle";
import { createMemoryBets, type StoredBet } from "./engine.repository";
import { answerTo, errorLog, TIMING } from "./engine.setup";

const RUNS = sized(200, 4000);
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** When a request is sent, in ms, and whether its connection closes, possibly before the decision. */
interface Sending {
	at: number;
	closes: boolean;
	/** The same player sends it from two addresses at the same time. */
	twice: boolean;
}

interface Plan {
	userId: string;
	/** ms before betting closes; negative after. */
	places: Sending;
	target: number | null;
	cancels: Sending | null;
	/** ms after the start of the flight. */
	cashOuts: Sending[];
}

const CRASH_POINTS = [100, 101, 103, 120, 150] as const;
const sendings = (at: fc.Arbitrary<number>) =>
	fc.record<Sending>({ at, closes: fc.boolean(), twice: fc.boolean() });
const early = fc.constantFrom(5000, 10, 1, 0, -1);
const inFlight = fc.oneof(fc.constantFrom(0, 50, 100, 101, 199, 200), fc.nat(1800));
const plans = fc.uniqueArray(
	fc.record<Plan>({
		userId: fc.constantFrom("ana", "bruno", "carla"),
		places: sendings(early),
		target: fc.option(fc.constantFrom(101, 102, 103, 120, 121, 150, 151), { nil: null }),
		cancels: fc.option(sendings(early), { nil: null, freq: 3 }),
		cashOuts: fc.array(sendings(inFlight), { maxLength: 4 }),
	}),
	{ selector: ({ userId }) => userId, minLength: 1 },
);
const stalls = fc.array(fc.record({ at: fc.nat(12_000), ms: fc.nat(3000) }), { maxLength: 3 });

/** A request with its decision. */
interface SentRequest {
	kind: "place" | "cancel" | "cash-out";
	userId: string;
	/** The bet that the request names; for a placement, set when the answer is known. */
	betId: string | undefined;
	decidedAt: number;
	/** Phase of the round at the decision. */
	phase: string | undefined;
	/** The answer, or the error code. */
	answer: unknown;
	/** Its connection closed before it was decided. */
	isGone: boolean;
}

interface RoundRecord {
	id: string;
	closesAt: number;
	startedAt: number;
	crashPoint: number;
	requests: SentRequest[];
}

/** The outcome by the rules, with the cash-outs that were decided in the flight. */
function outcomeOf(bet: StoredBet, { startedAt, crashPoint, requests }: RoundRecord) {
	const moments = requests
		.filter(({ kind, betId, phase }) => kind === "cash-out" && betId === bet.id && phase === "flying")
		.map(({ decidedAt }) => decidedAt - startedAt);
	return expectedOutcome(bet, crashPoint, moments);
}

interface Played {
	record: RoundRecord;
	requests: SentRequest[];
	bets: readonly StoredBet[];
	/** Moment, player and multiplier of each decision, in order. */
	decisions: string[];
	pointsOf(userId: string): number;
}

/** Plays one round. The scheduler orders all timers, requests, writes and commits. */
async function play(
	s: fc.Scheduler,
	crashPoint: number,
	players: readonly Plan[],
	stalled: readonly { at: number; ms: number }[],
	stopBefore: number | null,
): Promise<Played> {
	let time = 1000;
	const reach = (moment: number) => {
		time = Math.max(time, moment);
	};
	const turn = (label: string) => s.schedule(Promise.resolve(), label);
	const clock: Clock = {
		now: () => time,
		at(moment, run) {
			let isPending = true;
			void turn(`timer ${moment}`).then(() => {
				if (!isPending) return;
				reach(moment);
				run();
			});
			return () => {
				isPending = false;
			};
		},
	};
	const memory = createMemoryBets({ pause: () => turn("write"), crashPoint: () => crashPoint });
	const { log, errors } = errorLog();
	const requests: SentRequest[] = [];
	const decisions: string[] = [];
	const betIds = new Map<string, string>();
	let goesOn = true;
	let record: RoundRecord | undefined;

	/** Sends a request; the scheduler chooses when the engine decides it, and when its connection closes. */
	function send(
		{ at, closes, twice }: Sending & { at: number },
		kind: SentRequest["kind"],
		userId: string,
		call: (betId: string) => Promise<unknown>,
	): Promise<unknown> {
		const sent: Promise<void>[] = [];
		for (let address = 0; address < (twice ? 2 : 1); address++) {
			const one: SentRequest = {
				...{ kind, userId, betId: undefined, decidedAt: Number.POSITIVE_INFINITY },
				...{ phase: undefined, answer: undefined, isGone: false },
			};
			requests.push(one);
			if (closes) {
				void turn(`close ${kind} ${userId}`).then(() => {
					one.isGone ||= one.decidedAt === Number.POSITIVE_INFINITY;
				});
			}
			const answered = turn(`${kind} ${userId} from ${address}`).then(async () => {
				reach(at);
				const betId = betIds.get(userId);
				// A player cannot name a bet before its placement is answered.
				if (one.isGone || (kind !== "place" && betId === undefined)) return;
				const round = engine.current()?.round;
				one.phase = round?.phase;
				one.decidedAt = time;
				one.betId = betId;
				const before = round?.bets.get(userId)?.status;
				const called = call(betId ?? "");
				const bet = round?.bets.get(userId);
				// The decision is made synchronously, so that nothing later can change it.
				if (before === "active" && bet?.status === "cashed_out") {
					decisions.push(`${time} ${userId} ${bet.multiplier}`);
				}
				one.answer = (await answerTo(called)) ?? "refunded";
				if (kind === "place" && typeof one.answer === "object") {
					one.betId = (one.answer as PlayerBet).id;
					betIds.set(userId, one.betId);
				}
			});
			sent.push(answered);
		}
		return Promise.race(sent);
	}

	function begin(round: Round) {
		const closesAt = time + TIMING.waiting;
		record = { id: round.id, closesAt, requests, startedAt: Number.POSITIVE_INFINITY, crashPoint };
		for (const { userId, target, places, cancels } of players) {
			const request = { userId, idempotencyKey: `r-${userId}`, stake: 50, target };
			const placed = send({ ...places, at: closesAt - places.at }, "place", userId, () =>
				engine.place(request),
			);
			if (!cancels) continue;
			const cancelled = { ...cancels, at: closesAt - cancels.at };
			void placed.then(() => send(cancelled, "cancel", userId, (id) => engine.cancel(userId, id)));
		}
		// Time passes without a timer firing.
		for (const { at, ms } of stalled) {
			const from = time + at;
			void turn(`stall ${ms}`).then(() => {
				reach(from);
				time += ms;
			});
		}
		if (stopBefore === null) return;
		void turn("stop").then(() => {
			reach(closesAt - stopBefore);
			goesOn = false;
			engine.stop();
		});
	}

	function fly() {
		if (record) record.startedAt = time;
		for (const { userId, cashOuts } of players) {
			for (const one of cashOuts) {
				void send({ ...one, at: time + one.at }, "cash-out", userId, (id) => engine.cashOut(userId, id));
			}
		}
	}

	const engine = createEngine({
		...{ clock, log, timing: TIMING, bets: memory.repository },
		goesOn: () => goesOn,
		listener: {
			phase(round) {
				if (round?.phase === "waiting") begin(round);
				if (round?.phase === "flying") fly();
				if (round?.phase === "crashed") {
					goesOn = false;
					decisions.push("crash");
					const open = [...round.bets.values()].filter(({ status }) => status === "active");
					expect(open, "the crash settles every bet in its own step").toEqual([]);
				}
			},
			placed() {},
			gone() {},
			paid() {},
			settled() {},
		},
	});
	void engine.start();
	// Follow-up work of the last task may schedule new tasks.
	do {
		await s.waitIdle();
		await turns();
	} while (s.count() > 0);
	expect(errors).toEqual([]);
	if (!record) throw new Error("no round was opened");
	return { record, requests, bets: memory.betsOf(record.id), decisions, pointsOf: memory.pointsOf };
}

const isText = (answer: unknown): answer is string => typeof answer === "string";

function check({ record, requests, bets, decisions, pointsOf }: Played, isStopped: boolean) {
	const { closesAt } = record;
	for (const { isGone, betId, decidedAt, kind, answer } of requests) {
		if (isGone) expect([decidedAt, answer]).toEqual([Number.POSITIVE_INFINITY, undefined]);
		else if (kind === "place" || betId !== undefined)
			expect(answer, "every request is answered").toBeDefined();
	}
	note(requests.some(({ isGone }) => isGone) ? "closed before its decision" : "none closed");
	if (decisions.includes("crash")) {
		expect(decisions.at(-1), "nothing is decided after the crash").toBe("crash");
	}
	for (const userId of new Set(requests.map((one) => one.userId))) {
		const own = bets.filter((bet) => bet.userId === userId);
		expect(own.length).toBeLessThanOrEqual(1);
		const [bet] = own;
		const answered = requests.filter((one) => one.userId === userId && one.answer !== undefined);
		checkPlaced(answered, bet, closesAt);
		if (bet) checkSettled(answered, bet, record, isStopped);
		expect(pointsOf(userId)).toBe(1000 - costOf(bet));
	}
}

function costOf(bet: StoredBet | undefined): number {
	if (!bet || bet.status === "cancelled" || bet.status === "refunded") return 0;
	return bet.stake - (bet.payout ?? Number.NaN);
}

function checkPlaced(answered: readonly SentRequest[], bet: StoredBet | undefined, closesAt: number) {
	const placed = answered.filter(({ kind }) => kind === "place");
	note(bet ? "placed" : "not placed");
	for (const { answer, decidedAt, phase } of placed) {
		if (isText(answer)) expect(answer).toBe("bettingClosed");
		else expect(answer).toMatchObject({ id: bet?.id, stake: 50, target: bet?.target });
		// A stop closes betting earlier, which `phase` does not show.
		if (decidedAt > closesAt && bet === undefined) expect(answer).toBe("bettingClosed");
		if (phase === "waiting" && decidedAt < closesAt && !isText(answer)) note("in time");
	}
	if (bet) expect(placed.some(({ decidedAt }) => decidedAt <= closesAt)).toBe(true);
}

function checkSettled(
	answered: readonly SentRequest[],
	bet: StoredBet,
	record: RoundRecord,
	isStopped: boolean,
) {
	note(bet.status);
	const isRefunded = bet.status === "cancelled" || bet.status === "refunded";
	for (const { kind, answer, decidedAt } of answered) {
		if (kind !== "cancel") continue;
		const isDone = typeof answer === "number" || answer === "refunded";
		note(`cancel: ${isDone ? "done" : answer}`);
		if (isDone) expect(isRefunded, "a cancelled bet is refunded").toBe(true);
		else expect(answer).toBe("bettingClosed");
		if (decidedAt > record.closesAt && !isStopped && bet.status !== "cancelled") expect(isDone).toBe(false);
	}
	if (bet.status === "refunded") expect(isStopped).toBe(true);
	const manual = answered.filter(({ kind }) => kind === "cash-out");
	if (isRefunded) {
		for (const { answer } of manual) expect(answer).toBe("betRefunded");
		return;
	}
	const { status, multiplier, payout } = bet;
	expect({ status, multiplier, payout }).toEqual(outcomeOf(bet, record));
	if (status === "cashed_out") note(multiplier === bet.target ? "automatic" : "manual");
	for (const { answer, decidedAt } of manual) {
		if (status === "cashed_out" && !isText(answer)) {
			expect(answer).toMatchObject({ bet: { multiplier, payout } });
			note("cash-out: answered with the first decision");
		} else {
			expect(answer).toBe("tooLate");
			expect(decidedAt).toBeGreaterThanOrEqual(record.startedAt + naiveMoment(record.crashPoint));
		}
	}
}

it(`pays every bet at the multiplier of the step of decision under any scheduling, in ${RUNS} rounds`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			fc.constantFrom(...CRASH_POINTS),
			plans,
			stalls,
			fc.option(early, { nil: null, freq: 4 }),
			async (s, crashPoint, players, stalled, stopBefore) => {
				check(await play(s, crashPoint, players, stalled, stopBefore), stopBefore !== null);
			},
		),
		{ numRuns: RUNS, seed: propertySeed(20260304) },
	);
	const often = ["placed", "not placed", "in time", "automatic", "manual", "lost", "refunded"];
	const rules = ["cancel: bettingClosed", "closed before its decision"];
	for (const what of [...often, ...rules, "cash-out: answered with the first decision"]) {
		expect(seen.get(what) ?? 0, what).toBeGreaterThan(RUNS / 100);
	}
	for (const what of ["cancelled", "cancel: done"])
		expect(seen.get(what) ?? 0, what).toBeGreaterThan(RUNS / 200);
}, 120_000);
