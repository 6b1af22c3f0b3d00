/** Kills the PostgreSQL server under load, and starts it again. */
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../tests/support/random";
import { openFaultSite, startServer } from "./fault-nodes";
import { runOutages } from "./outage";

const MIN_AWAY_MS = 2000;
const MAX_AWAY_MS = 6000;

/** @returns whether all limits are met. */
export async function killServers(times: number, seed: number): Promise<boolean> {
	console.log(`PostgreSQL killed ${times} times under load (seed ${seed})`);
	const random = seededRandom(seed);
	const site = await openFaultSite();
	async function run() {
		process.kill(site.cluster.processId(), "SIGKILL");
		await sleep(MIN_AWAY_MS + random() * (MAX_AWAY_MS - MIN_AWAY_MS));
		await startServer(site);
	}
	try {
		return await runOutages(
			site,
			{ what: "PostgreSQL was killed", run, isAway: true },
			{ times, seed, random },
		);
	} finally {
		await site.close();
	}
}
