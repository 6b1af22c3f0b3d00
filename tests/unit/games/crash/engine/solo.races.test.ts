/** Solo Crash against the rules: random requests from several tabs and processes, for viewers and visitors. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { newDemo } from "~/games/crash/engine/solo-demo";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { propertySeed, sized } from "../../../../support/test-size";
import { expectedOutcome, naiveMoment } from "./engine.oracle";
import { answerTo, TIMING } from "./engine.setup";
import { openSite, recordingHub } from "./live.setup";

const RUNS = sized(60, 1500);
const STAKE = 50;
const { waiting } = TIMING;

/** Moments in ms after the opening, of cash-outs after the start of the flight. */
const plans = fc.record({
	crashPoint: fc.constantFrom(100, 101, 103, 120, 150),
	target: fc.option(fc.constantFrom(101, 102, 103, 120, 121, 150, 151), { nil: null }),
	flies: fc.option(fc.constantFrom(0, 1, 5000, waiting - 1), { nil: null }),
	cancels: fc.option(fc.constantFrom(0, 1, 5000, waiting - 1, waiting), { nil: null, freq: 2 }),
	cashOuts: fc.array(
		fc.record({
			at: fc.oneof(fc.constantFrom(-1, 0, 99, 100, 199, 200), fc.nat(1800)),
			process: fc.nat(1),
		}),
		{ maxLength: 4 },
	),
	isDemo: fc.boolean(),
});
const seen = new Map<string, number>();

it(`settles each bet by the first decision, in ${RUNS} rounds`, async () => {
	await fc.assert(
		fc.asyncProperty(plans, async ({ crashPoint, target, flies, cancels, cashOuts, isDemo }) => {
			const site = await openSite({ users: ["ana"] });
			const draw = { ...SOLO_DRAWS.table, crashPoint: () => crashPoint };
			const { hub } = recordingHub(site.clock);
			const one = await site.bootSolo(draw);
			const other = await site.bootSolo(draw, { hub, leads: () => false });
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
				: expectedOutcome({ target, stake: STAKE }, crashPoint, moments);
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
			seen.set(expected.status, (seen.get(expected.status) ?? 0) + 1);
			await Promise.all([one.end(), other.end()]);
			expect(site.errors).toEqual([]);
			// The crash points do not follow from the seeds.
			await site.db.updateTable("crash_rounds").set({ seed_id: null, nonce: null }).execute();
			await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
			await site.close();
		}),
		{ numRuns: RUNS, seed: propertySeed(20260304) },
	);
	for (const status of ["cashed_out", "lost", "cancelled"]) {
		expect(seen.get(status) ?? 0, status).toBeGreaterThan(RUNS / 20);
	}
}, 1_800_000);
