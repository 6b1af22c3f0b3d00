import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { seededRandom, seedFrom } from "../support/random";
import { type Site, startSite } from "../support/site/site";
import { CrashCrowd, findBetIn, findOpenBets, refundsIn } from "./crash-crowd";
import { EndWitness } from "./end-witness";
import { auditFailure, findBroken, killWhileStarting } from "./kill-harness";
import { signInViewers, type Viewer, withDatabase } from "./load";

/** Enough to hit every phase of a round several times. `FAULT_KILLS=100 node tests/run.mjs faults` runs longer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 16);
const VIEWERS = 50;
/** Viewers whose streams are open. */
const WATCHED = 25;
/** From the middle of the betting phase to well into a flight. */
const MIN_LOAD_MS = 300;
const MAX_LOAD_MS = 2800;
const END_WITHIN_MS = 20_000;
const SETTLED_WITHIN_MS = 60_000;
/** After this number of kills, the next server is also killed during its start. */
const BOOT_KILL_EVERY = 8;

let site: Site;
let viewers: Viewer[];

beforeAll(async () => {
	site = await startSite({
		seed: true,
		env: {
			RATE_LIMIT_SCALE: "1000",
			STARTING_POINTS: "100000",
			LOG_LEVEL: "warn",
			CRASH_PAUSE_SCALE: "0.08",
		},
	});
	viewers = await signInViewers(site, VIEWERS, "crash");
});

afterAll(() => site?.close());

it(
	`settles or refunds every bet once when the server is killed ${KILLS} times during rounds`,
	async () => {
		const seed = seedFrom("FAULT_SEED");
		const random = seededRandom(seed);
		const crowd = new CrashCrowd(site.origin, viewers, seed);
		const counts = { openAtKill: 0, slowestMs: 0, bets: 0, cashedOut: 0, endsSeen: 0, lostInThem: 0 };

		for (let kill = 0; kill < KILLS; kill++) {
			const from = crowd.bets.length;
			const witness = new EndWitness();
			witness.watch(site.origin, viewers.slice(0, WATCHED));
			crowd.start(kill);
			await sleep(MIN_LOAD_MS + random() * (MAX_LOAD_MS - MIN_LOAD_MS));
			// Every second kill follows the end of a flight, for which a busy machine takes longer.
			if (kill % 2 === 1) await Promise.race([witness.next(), sleep(END_WITHIN_MS)]);
			await site.kill();
			await crowd.waitForDisconnects();
			witness.close();
			if (kill % BOOT_KILL_EVERY === BOOT_KILL_EVERY - 1) await killWhileStarting(site, random);

			const restartedAt = new Date();
			const before = restartedAt.toISOString();
			counts.openAtKill += withDatabase(site.database, (database) => findOpenBets(database, before).length);
			await site.restart();
			const tookMs = Date.now() - restartedAt.getTime();
			counts.slowestMs = Math.max(counts.slowestMs, tookMs);

			const open = withDatabase(site.database, (database) => findOpenBets(database, before));
			crowd.faults.push(...open.map((bet) => `open after ${tookMs} ms: ${JSON.stringify(bet)}`));
			const { refunded, lost } = withDatabase(site.database, (database) =>
				refundsIn(witness.endedRounds, database),
			);
			crowd.faults.push(...refunded.map((bet) => `refunded after its end was seen: ${JSON.stringify(bet)}`));
			counts.endsSeen += witness.endedRounds.size;
			counts.lostInThem += lost;
			crowd.faults.push(...(await findBroken(site.database, [...ledgerInvariants, ...crashInvariants])));
			const faultsOfStored = () =>
				withDatabase(site.database, (database) => crowd.faultsOfStored(findBetIn(database), from));
			crowd.faults.push(...faultsOfStored());
			await crowd.repeatUnanswered(from);
			crowd.faults.push(...faultsOfStored());
			if (crowd.faults.length > 0) break;
		}

		counts.bets = crowd.bets.length;
		counts.cashedOut = crowd.bets.filter(({ cashedOut }) => cashedOut).length;
		console.log(`Crash killed during rounds (FAULT_SEED=${seed}): ${JSON.stringify(counts)}`);
		// One fault causes many others. The first ones identify the cause.
		expect(crowd.faults.slice(0, 10)).toEqual([]);
		expect(auditFailure(site.database)).toBeUndefined();
		expect(counts.slowestMs).toBeLessThan(SETTLED_WITHIN_MS);
		expect(counts.openAtKill).toBeGreaterThan(KILLS);
		// How many depends on the machine's speed and on the drawn crash points.
		expect(counts.cashedOut).toBeGreaterThan(0);
		expect(counts.endsSeen).toBeGreaterThan(0);
	},
	KILLS * 60_000,
);
