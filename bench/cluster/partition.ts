/** Cuts the process that leads off from PostgreSQL by a firewall rule. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CrashCrowd } from "../../tests/faults/crash-crowd";
import { runAsAdmin } from "../../tests/support/postgres/admin";
import { seededRandom } from "../../tests/support/random";
import type { SiteNode } from "../../tests/support/site/site-nodes";
import { isOnce, sized, verdict } from "../lib/measure";
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
import { type Namespace, openNamespace } from "./namespace";

const POSTGRES_PORT = 5432;
const OPEN_BETS = sized(50, 4);
const PLAYERS = sized(20, 2);
const LEADER_WITHIN_MS = 10_000;
/** How long the cut-off process runs beside the new leader. */
const APART_MS = 3000;

/** @returns whether all limits are met; false also if this machine cannot make a network namespace. */
export async function cutOffLeaders(times: number, seed: number): Promise<boolean> {
	console.log(`leader cut off from PostgreSQL ${times} times (seed ${seed})`);
	const namespace = openNamespace();
	if (!namespace) return isOnce;
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
		const deposed = new Deposed();
		const counts = { done: 0, slowestMs: 0 };
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
			counts.slowestMs = Math.max(counts.slowestMs, await untilLeads(follower, cutAt));

			// The old leader runs, and knows nothing of the new one.
			const sent = late.map((viewer) => betLate(cut.origin, viewer));
			await sleep(APART_MS);
			await deposed.check(cut, namespace.heal, sent);
			faults.push(...deposed.faults.splice(0));
			await crowd.waitForDisconnects();
			crowd.origin = follower.origin;
			faults.push(...(await site.faultsOfRefunds(open)), ...(await site.faultsOfCrowd(crowd, 0)));
			await crowd.repeatUnanswered(0);
			faults.push(...(await site.faultsOfCrowd(crowd, 0)), ...crowd.faults, ...(await site.findBroken()));
		}

		return [
			verdict("partitions with a takeover", counts.done, { least: times }),
			verdict("slowest takeover, ms", counts.slowestMs, { most: LEADER_WITHIN_MS }),
			...deposed.verdicts(times),
			...verdictsOf(site, "bets not refunded or paid exactly once, and other faults", faults),
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
