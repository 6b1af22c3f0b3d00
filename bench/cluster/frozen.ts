/** Freezes the process that leads in the middle of an act, and lets it continue after a takeover. */
import { setTimeout as sleep } from "node:timers/promises";
import { CrashCrowd } from "../../tests/faults/crash-crowd";
import { seededRandom } from "../../tests/support/random";
import type { SiteNode } from "../../tests/support/site/site-nodes";
import { sized, verdict } from "../lib/measure";
import {
	BUSY,
	betLate,
	Deposed,
	type FaultSite,
	openFaultSite,
	placeBets,
	untilLeads,
	verdictsOf,
} from "./fault-nodes";
import { Redeemers } from "./redeems";

const OPEN_BETS = sized(50, 4);
const PLAYERS = sized(10, 2);
/** They act all the time, so that a stop soon finds an open transaction. */
const REDEEMERS = 10;
const LEADER_WITHIN_MS = 5000;
const MAX_DELAY_MS = 1000;
/** A stop of a process that has no open transaction is tried again. */
const MAX_STOPS = 400;
/** The server has executed what the frozen process has sent. */
const EXECUTED_MS = 30;
const STATEMENT = /LOG: {2}(statement|execute [^:]+):/;
/** Writes that a frozen leader may make: its own row in `nodes`, and the probe after an outage, which changes nothing. */
const HARMLESS = /: *(insert into nodes |update kysely_migration_lock set is_locked = is_locked$)/;

/** @returns whether all limits are met. */
export async function freezeLeaders(times: number, seed: number): Promise<boolean> {
	console.log(`leader frozen ${times} times in an open transaction (seed ${seed})`);
	const random = seededRandom(seed);
	// The server's log says which process has sent a statement that writes.
	const site = await openFaultSite({ server: { log_statement: "mod", log_line_prefix: "[%a] " } });
	try {
		const bettors = site.signIn(OPEN_BETS);
		const players = site.signIn(PLAYERS);
		const late = site.signIn(10);
		let leader = await site.start();
		let follower = await site.start();
		const crowd = new CrashCrowd(leader.origin, players, seed, [...BUSY, "cannotStore"]);
		const redeemers = new Redeemers(site, site.signIn(REDEEMERS));
		const faults: string[] = [];
		const deposed = new Deposed();
		const counts = { done: 0, writes: 0, slowestMs: 0 };

		for (; counts.done < times && faults.length === 0; counts.done += 1) {
			const from = crowd.bets.length;
			crowd.origin = leader.origin;
			crowd.start(counts.done);
			await placeBets(site, leader.origin, bettors);
			const { origin, process: frozen } = leader;
			redeemers.start(() => origin);
			const holder = await site.holder();
			await freezeInTransaction(site, leader, holder, random);
			const frozenAt = performance.now();
			const open = await site.openBets();
			const sent = late.map((viewer) => betLate(leader.origin, viewer));
			counts.slowestMs = Math.max(counts.slowestMs, await untilLeads(follower, frozenAt));
			const { length } = site.cluster.log();

			await sleep(random() * MAX_DELAY_MS);
			await deposed.check(leader, () => frozen.kill("SIGCONT"), sent);
			faults.push(...deposed.faults.splice(0));
			await Promise.all([crowd.waitForDisconnects(), redeemers.finish()]);

			const written = site.cluster
				.log()
				.slice(length)
				.split("\n")
				.filter((line) => line.startsWith(`[plateia ${holder}] LOG:  `) && STATEMENT.test(line))
				.filter((line) => !HARMLESS.test(line));
			counts.writes += written.length;
			faults.push(...written.map((line) => `written after the takeover: ${line}`));
			leader = follower;
			crowd.origin = leader.origin;
			faults.push(...(await site.faultsOfRefunds(open)), ...(await site.faultsOfCrowd(crowd, from)));
			[follower] = await Promise.all([
				site.start(),
				crowd.repeatUnanswered(from),
				redeemers.repeat(leader.origin),
			]);
			faults.push(...redeemers.faults.splice(0), ...(await redeemers.faultsOfStored()));
			faults.push(...(await site.faultsOfCrowd(crowd, from)));
			faults.push(...(await site.findBroken()), ...crowd.faults.splice(0));
		}

		console.log(
			`  it exits within ${(deposed.counts.slowestExitMs / 1000).toFixed(2)} s of its continuation`,
		);
		return [
			verdict("freezes with a takeover", counts.done, { least: times }),
			verdict("slowest takeover, ms", counts.slowestMs, { most: LEADER_WITHIN_MS }),
			...deposed.verdicts(times),
			verdict("statements that write, sent after the takeover", counts.writes, { most: 0 }),
			...verdictsOf(site, "bets and forms that do not act exactly once, and other faults", faults),
		].every(Boolean);
	} finally {
		await site.close();
	}
}

/** Stops a process again and again until it is in the middle of an act. */
async function freezeInTransaction(
	site: FaultSite,
	{ process }: SiteNode,
	holder: string,
	random: () => number,
): Promise<void> {
	for (let stop = 0; stop < MAX_STOPS; stop += 1) {
		await sleep(random() * 50);
		process.kill("SIGSTOP");
		await sleep(EXECUTED_MS);
		const [row] = await site.query<{ count: number }>(
			`select count(*)::int as count from pg_stat_activity
				where application_name = $1 and state = 'idle in transaction'`,
			`plateia ${holder}`,
		);
		if ((row?.count ?? 0) > 0) return;
		process.kill("SIGCONT");
	}
	throw new Error("the leader has never had an open transaction");
}
