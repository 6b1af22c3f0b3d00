/** Cuts the process that leads off from PostgreSQL by a firewall rule. */
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CrashCrowd } from "../../faults/crash-crowd";
import { runAsAdmin } from "../../support/postgres/admin";
import { seededRandom } from "../../support/random";
import type { SiteNode } from "../../support/site/site-nodes";
import { verdict } from "../table";
import {
	BUSY,
	betLate,
	type FaultSite,
	openFaultSite,
	placeBets,
	printFaults,
	untilLeads,
} from "./fault-nodes";
import { type Namespace, openNamespace } from "./namespace";

const POSTGRES_PORT = 5432;
const OPEN_BETS = 50;
const PLAYERS = 20;
const LEADER_WITHIN_MS = 10_000;
const EXITS_WITHIN_MS = 30_000;
/** How long the cut-off process runs beside the new leader. */
const APART_MS = 3000;

/** @returns whether all limits are met; false also if this machine cannot make a network namespace. */
export async function cutOffLeaders(times: number, seed: number): Promise<boolean> {
	console.log(`leader cut off from PostgreSQL ${times} times (seed ${seed})`);
	const namespace = openNamespace();
	if (!namespace) return false;
	try {
		return await cutOff(namespace, times, seed);
	} finally {
		namespace.remove();
	}
}

async function cutOff(namespace: Namespace, times: number, seed: number): Promise<boolean> {
	const random = seededRandom(seed);
	const { outerAddress, innerAddress } = namespace;
	const site = await openFaultSite({
		server: { listen_addresses: outerAddress, port: String(POSTGRES_PORT) },
		async urlOn({ folder }) {
			appendFileSync(join(folder, "data/pg_hba.conf"), `host all all ${outerAddress}/30 trust\n`);
			await runAsAdmin(folder, "select pg_reload_conf()");
			return `postgres://plateia@${outerAddress}:${POSTGRES_PORT}/site`;
		},
	});
	try {
		const bettors = site.signIn(OPEN_BETS);
		const players = site.signIn(PLAYERS);
		const late = site.signIn(10);
		const faults: string[] = [];
		const counts = { done: 0, exits: 0, successes: 0, slowestMs: 0 };
		let follower: SiteNode | undefined;

		for (; counts.done < times && faults.length === 0; counts.done += 1) {
			// The process in the namespace is to lead.
			await follower?.end("SIGTERM");
			const cut: SiteNode = await site.start({}, { command: namespace.command, host: innerAddress });
			await untilLeads(cut, performance.now());
			follower = await site.start();
			const crowd = new CrashCrowd(cut.origin, players, seed + counts.done, [...BUSY, "cannotStore"]);
			crowd.start(0);
			await placeBets(site, cut.origin, bettors);
			await sleep(random() * 1000);
			namespace.cutOff(POSTGRES_PORT);
			const cutAt = performance.now();
			const open = await openBetsAtLast(site);
			const tookMs = await untilLeads(follower, cutAt);
			counts.slowestMs = Math.max(counts.slowestMs, tookMs);

			// The old leader runs, and knows nothing of the new one.
			const answers = Promise.all(late.map((viewer) => betLate(cut.origin, viewer)));
			await sleep(APART_MS);
			const isRunning = cut.process.exitCode === null;
			const exited = isRunning ? once(cut.process, "exit") : [cut.process.exitCode];
			namespace.heal();
			const [code] = await Promise.race([exited, sleep(EXITS_WITHIN_MS, [undefined], { ref: false })]);
			if (code === 1) counts.exits += 1;
			else faults.push(`the cut-off process ended with ${code}:\n${cut.logs().slice(-2000)}`);
			await cut.end("SIGKILL");
			await crowd.waitForDisconnects();
			for (const answer of await answers) {
				if (!answer.isSuccess) continue;
				counts.successes += 1;
				faults.push(`the cut-off process answered ${answer.text}`);
			}
			crowd.origin = follower.origin;
			faults.push(...(await site.faultsOfRefunds(open)), ...(await site.faultsOfCrowd(crowd, 0)));
			await crowd.repeatUnanswered(0);
			faults.push(...(await site.faultsOfCrowd(crowd, 0)), ...crowd.faults, ...(await site.findBroken()));
		}

		printFaults(faults);
		const failure = site.auditFailure();
		if (failure) console.log(failure);
		return [
			verdict("partitions with a takeover", counts.done, { least: times }),
			verdict("slowest takeover, ms", counts.slowestMs, { most: LEADER_WITHIN_MS }),
			verdict("cut-off processes that exit with code 1 once they reach the server", counts.exits, {
				least: times,
			}),
			verdict("successes that a cut-off process answers", counts.successes, { most: 0 }),
			verdict("bets not refunded or paid exactly once, and other faults", faults.length, { most: 0 }),
			verdict("audits that fail", failure ? 1 : 0, { most: 0 }),
		].every(Boolean);
	} finally {
		await site.close();
	}
}

/** The open bets, once the server has executed what has reached it. */
async function openBetsAtLast(site: FaultSite) {
	await sleep(200);
	return site.openBets();
}
