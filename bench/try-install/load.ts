/**
 * Viewers who play Plinko on a site behind a proxy while it is upgraded, and the provider that they sign in with. Started
 * by try-install.sh. On SIGTERM, compares every answer with the database; exits with 1 if one was lost or is wrong.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startProvider } from "../../demo/provider.mjs";
import { Crowd, faultsOfStored, signInViewers, withDatabase } from "../../tests/faults/load";
import { plinkoLoad } from "../../tests/faults/plinko-load";
import type { Site } from "../../tests/support/site/site";

const [origin = "", database = "", port = "", startingPoints = ""] = process.argv.slice(2);
const VIEWERS = 6;
const AWAY_MS = 120_000;

const stopped = once(process, "SIGTERM");
const client = { clientId: "plateia", clientSecret: "the secret of the test" };
const provider = await startProvider({ port: Number(port), siteOrigin: origin, ...client });
const load = plinkoLoad(Number(startingPoints));
let lastAnswer = Date.now();
let longestGap = 0;

/** Repeats a request with its idempotency key until the site is there again. */
async function send(...args: Parameters<typeof load.send>): ReturnType<typeof load.send> {
	const since = Date.now();
	for (;;) {
		try {
			const answer = await load.send(...args);
			longestGap = Math.max(longestGap, Date.now() - lastAnswer);
			lastAnswer = Date.now();
			return answer;
		} catch (error) {
			if (Date.now() - since > AWAY_MS) throw error;
			await sleep(200);
		}
	}
}

const viewers = await signInViewers({ origin, database } as Site, VIEWERS, "viewer");
const crowd = new Crowd(origin, viewers, { ...load, send }, 1);
crowd.start();
console.log("playing");
await stopped;
await crowd.finish();
const lost = withDatabase(database, (connection) => faultsOfStored(connection, load, crowd.recorded));
const faults = [...crowd.faults, ...lost];
console.log(
	`${crowd.recorded.length} answers, ${crowd.acts} rounds, longest time without an answer: ${longestGap} ms`,
);
console.log(`${faults.length} lost or wrong`, faults.slice(0, 10));
await provider.close();
process.exit(faults.length === 0 ? 0 : 1);
