/** Both games against the rules: random requests, stalls and slow writes. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { newDemo } from "~/games/crash/engine/solo-demo";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { sleepUntil } from "~/lib/clock";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { propertySeed, sized } from "../../../../support/test-size";
import { chooseDraws, draw } from "./draw.setup";
import { expectedOutcome, naiveMoment } from "./oracle";
import { answerTo, openSite, recordingHub, TIMING } from "./setup";

chooseDraws();

const LIVE_RUNS = sized(60, 2000);
const SOLO_RUNS = sized(60, 1500);
const STAKE = 50;
/** A cash-out that is not stored by then is answered without its result. */
const ANSWERED_WITHIN_MS = 10_000;
const { waiting } = TIMING;
const crashPoints = fc.constantFrom(100, 101, 103, 120, 150);
const targets = fc.option(fc.constantFrom(101, 102, 103, 120, 121, 150, 151), { nil: null });
const inFlight = fc.oneof(fc.constantFrom(-1, 0, 99, 100, 199, 200), fc.nat(1800));
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
function expectSeen(...often: string[]) {
	for (const what of often) expect(seen.get(what) ?? 0, what).toBeGreaterThan(3);
	seen.clear();
}

/** A form: when it is sent, in ms, how long the process stalls just before its decision, and whether it is sent twice. */
const sendings = (at: fc.Arbitrary<number>) =>
	fc.record({ at, stall: fc.constantFrom(0, 0, 0, 1, 50, 300, 3000), twice: fc.boolean() });
/** Before betting closes; negative after. */
const early = fc.constantFrom(5000, 1000, 10, 1, 0, -1);
const players = fc.uniqueArray(
	fc.record({
		name: fc.constantFrom("ana", "bruno", "carla"),
		places: sendings(early),
		target: targets,
		cancels: fc.option(sendings(early), { nil: null, freq: 3 }),
		cashOuts: fc.array(sendings(inFlight), { maxLength: 4 }),
	}),
	{ selector: ({ name }) => name, minLength: 1 },
);
const delays = fc.array(fc.constantFrom(0, 0, 0, 1, 40, 700), { minLength: 1, maxLength: 12 });

interface Sent {
	kind: "place" | "cancel" | "cash-out";
	name: string;
	decidedAt: number;
	answer?: unknown;
	answeredAt?: number;
}

it(`live Crash pays every bet at the multiplier of the step of decision, in ${LIVE_RUNS} rounds`, async () => {
	const stops = fc.option(early, { nil: null, freq: 4 });
	await fc.assert(
		fc.asyncProperty(crashPoints, players, stops, delays, async (crashPoint, plans, stopBefore, waits) => {
			Object.assign(draw, { crashPoint, drawn: new Map() });
			const site = await openSite({ users: plans.map(({ name }) => name) });
			const { clock } = site;
			const live = await site.bootLive();
			await live.start("admin");
			await clock.advance(0);
			const closesAt = clock.now() + waiting;
			let writes = 0;
			const delay = () => sleepUntil(clock, clock.now() + (waits[writes++ % waits.length] ?? 0));
			site.writes.around = async (act) => {
				await delay();
				const answer = await act();
				await delay();
				return answer;
			};
			let startedAt = Number.POSITIVE_INFINITY;
			const sent: Sent[] = [];
			const ids = new Map<string, string>();
			type Sending = { at: number; stall: number; twice: boolean };
			function send(
				kind: Sent["kind"],
				name: string,
				one: Sending,
				call: () => Promise<unknown> | undefined,
			) {
				clock.at(one.at, () => {
					clock.stall(one.stall);
					for (let times = one.twice ? 2 : 1; times > 0; times--) {
						const request: Sent = { kind, name, decidedAt: clock.now() };
						const answer = call();
						if (!answer) return;
						sent.push(request);
						void answerTo(answer).then((text) => {
							Object.assign(request, { answer: text ?? "refunded", answeredAt: clock.now() });
							if (kind === "place" && typeof text === "object") ids.set(name, (text as { id: string }).id);
						});
					}
				});
			}
			/** A player cannot name a bet before its form is answered. */
			const withBet = (name: string, call: (id: string) => Promise<unknown>) => () => {
				const id = ids.get(name);
				return id === undefined ? undefined : call(id);
			};
			for (const { name, target, places, cancels } of plans) {
				const userId = `user-${name}`;
				const form = { userId, idempotencyKey: name, stake: STAKE, target };
				send("place", name, { ...places, at: closesAt - places.at }, () => live.place(form));
				if (!cancels) continue;
				const cancel = withBet(name, (id) => live.cancel(userId, id));
				send("cancel", name, { ...cancels, at: closesAt - cancels.at }, cancel);
			}
			const publish = site.hub.publish.bind(site.hub);
			Object.assign(site.hub, {
				publish(...frame: Parameters<typeof publish>) {
					if (frame[1] === "phase" && (frame[2] as { phase: string }).phase === "flying" && startedAt > 1e9) {
						startedAt = clock.now();
						for (const { name, cashOuts } of plans) {
							const cashOut = withBet(name, (id) => live.cashOut(`user-${name}`, id));
							for (const one of cashOuts) send("cash-out", name, { ...one, at: startedAt + one.at }, cashOut);
						}
					}
					return publish(...frame);
				},
			});
			if (stopBefore !== null) clock.at(closesAt - stopBefore, () => void live.stop("admin"));
			await clock.advanceTo(closesAt + 30_000);
			site.writes.around = (act) => act();
			// The last write waits twice for the longest delay.
			await clock.advance(2000);
			const [round] = await site.db.selectFrom("crash_rounds").select("id").orderBy("number").execute();
			const bets = await site.db
				.selectFrom("crash_bets")
				.selectAll()
				.where("round_id", "=", round?.id ?? "")
				.execute();
			for (const { name } of plans) {
				const own = bets.filter(({ user_id }) => user_id === `user-${name}`);
				expect(own.length).toBeLessThanOrEqual(1);
				const requests = sent.filter((one) => one.name === name);
				for (const { answer } of requests) expect(answer, "every request is answered").toBeDefined();
				const cost = check(requests, own[0]);
				expect(await findBalance(site.db, `user-${name}`)).toBe(1000 - cost);
			}
			await live.end();
			expect(site.errors).toEqual([]);
			await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
			await site.close();

			/** @returns the points that the bet has cost. */
			function check(requests: readonly Sent[], bet: (typeof bets)[number] | undefined): number {
				const by = (kind: Sent["kind"]) => requests.filter((one) => one.kind === kind);
				note(bet ? "placed" : "not placed");
				const refused = ["bettingClosed", ...(stopBefore === null ? [] : ["gameInactive"])];
				for (const { answer, decidedAt } of by("place")) {
					if (typeof answer === "string") expect(refused).toContain(answer);
					else expect([(answer as { id: string }).id, decidedAt <= closesAt]).toEqual([bet?.id, true]);
				}
				if (!bet) return 0;
				note(bet.status);
				const isRefunded = bet.status === "cancelled" || bet.status === "refunded";
				for (const { answer, decidedAt } of by("cancel")) {
					const isDone = answer !== "bettingClosed";
					if (isDone)
						expect([isRefunded, ["number", "string"].includes(typeof answer)]).toEqual([true, true]);
					if (decidedAt > closesAt && stopBefore === null) expect(isDone).toBe(bet.status === "cancelled");
				}
				if (bet.status === "refunded") expect(stopBefore).not.toBeNull();
				if (isRefunded) {
					for (const { answer } of by("cash-out")) expect(answer).toBe("betRefunded");
					return 0;
				}
				const moments = by("cash-out").map(({ decidedAt }) => decidedAt - startedAt);
				const expected = expectedOutcome(bet, crashPoint, moments);
				const { status, cash_out_multiplier: multiplier, payout } = bet;
				expect({ status, multiplier, payout }).toEqual(expected);
				if (status === "cashed_out") note(multiplier === bet.target ? "automatic" : "manual");
				for (const { answer, decidedAt, answeredAt = 0 } of by("cash-out")) {
					const isLost = status !== "cashed_out";
					if (isLost) expect(decidedAt).toBeGreaterThanOrEqual(startedAt + naiveMoment(crashPoint));
					if (answer === "resultNotStored") {
						expect(answeredAt - decidedAt).toBeGreaterThanOrEqual(ANSWERED_WITHIN_MS);
					} else if (isLost) {
						expect(answer).toBe("tooLate");
					} else {
						expect(answer).toMatchObject({ bet: { multiplier, payout } });
					}
				}
				return STAKE - (payout ?? Number.NaN);
			}
		}),
		{ numRuns: LIVE_RUNS, seed: propertySeed(20260304) },
	);
	expectSeen("placed", "not placed", "automatic", "manual", "lost", "refunded", "cancelled");
}, 1_800_000);

/** Moments in ms after the opening, of cash-outs after the start of the flight. */
const soloPlans = fc.record({
	crashPoint: crashPoints,
	target: targets,
	flies: fc.option(fc.constantFrom(0, 1, 5000, waiting - 1), { nil: null }),
	cancels: fc.option(fc.constantFrom(0, 1, 5000, waiting - 1, waiting), { nil: null, freq: 2 }),
	cashOuts: fc.array(fc.record({ at: inFlight, process: fc.nat(1) }), { maxLength: 4 }),
	isDemo: fc.boolean(),
});

it(`solo Crash settles each bet by the first decision, in ${SOLO_RUNS} rounds of two processes`, async () => {
	await fc.assert(
		fc.asyncProperty(soloPlans, async ({ crashPoint, target, flies, cancels, cashOuts, isDemo }) => {
			const site = await openSite({ users: ["ana"] });
			const crashesAt = { ...SOLO_DRAWS.table, crashPoint: () => crashPoint };
			const { hub } = recordingHub(site.clock);
			const one = await site.bootSolo(crashesAt);
			const other = await site.bootSolo(crashesAt, { hub, leads: () => false });
			const demo = isDemo ? one.ofDemo({ ...newDemo(), id: "visitor" }) : undefined;
			const gameOf = (process: number) => demo ?? (process === 0 ? one : other).ofViewer("user-ana");
			const opened = site.clock.now();
			const { id } = await gameOf(0).place({ idempotencyKey: "one", stake: STAKE, target });
			const isEarly = flies !== null && (cancels === null || flies <= cancels);
			const isCancelled = cancels !== null && !isEarly && cancels < waiting;
			const startsAt = opened + (isEarly ? flies : waiting);
			const calls: Promise<unknown>[] = [];
			const at = (moment: number, call: () => Promise<unknown>) =>
				site.clock.at(moment, () => void calls.push(answerTo(call())));
			if (flies !== null) at(opened + flies, () => gameOf(0).flyNow(id));
			if (cancels !== null) at(opened + cancels, () => gameOf(0).cancel(id));
			for (const cashOut of cashOuts) at(startsAt + cashOut.at, () => gameOf(cashOut.process).cashOut(id));
			await site.clock.advance(waiting + naiveMoment(150) + 20_000);
			await Promise.all(calls);

			const moments = cashOuts.map(({ at }) => at).filter((moment) => moment >= 0);
			const expected = isCancelled
				? { status: "cancelled", multiplier: null, payout: null }
				: expectedOutcome({ target, amount: STAKE }, crashPoint, moments);
			const points = isCancelled ? 1000 : 1000 - STAKE + (expected.payout ?? 0);
			if (demo) {
				expect((await demo.read()).own.demoBalance).toBe(points);
				if (!isCancelled) expect(demo.contents().round?.bet).toMatchObject(expected);
			} else {
				const [bet] = await site.db.selectFrom("crash_bets").selectAll().execute();
				const stored = { status: bet?.status, multiplier: bet?.cash_out_multiplier, payout: bet?.payout };
				expect(stored).toEqual(expected);
				expect(await findBalance(site.db, "user-ana")).toBe(points);
			}
			note(expected.status);
			await Promise.all([one.end(), other.end()]);
			expect(site.errors).toEqual([]);
			// The crash points do not follow from the seeds.
			await site.db.updateTable("crash_rounds").set({ seed_id: null, nonce: null }).execute();
			await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
			await site.close();
		}),
		{ numRuns: SOLO_RUNS, seed: propertySeed(20260304) },
	);
	expectSeen("cashed_out", "lost", "cancelled");
}, 1_800_000);
