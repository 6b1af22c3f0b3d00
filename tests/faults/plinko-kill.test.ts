import { afterAll, beforeAll, it } from "vitest";
import { seededRandom } from "../support/random";
import { type Site, startSite } from "../support/site/site";
import { KILLS, killUnderLoad, SEED } from "./kill-harness";
import { Crowd, signInViewers } from "./load";
import { plinkoLoad } from "./plinko-load";

/**
 * Few enough that some plays are refused, many enough that most are accepted: the luck of the viewers grows with the square root of
 * the number of plays. Without points nobody could play on.
 */
const STARTING_POINTS = KILLS > 3 ? Math.round(3000 * Math.sqrt(KILLS)) : 3000;
const MAX_ACTS = 100;

let site: Site;

beforeAll(async () => {
	const env = { RATE_LIMIT_SCALE: "1000", STARTING_POINTS: String(STARTING_POINTS), LOG_LEVEL: "warn" };
	site = await startSite({ env });
});
afterAll(() => site?.close());

it(`loses and duplicates no round when the server is killed ${KILLS} times`, async () => {
	const random = seededRandom(SEED);
	const load = plinkoLoad(STARTING_POINTS);
	const crowd = new Crowd(site.origin, await signInViewers(site, 12, "kill"), load, SEED);

	await killUnderLoad(site, {
		faults: crowd.faults,
		start: () => crowd.start(),
		moment() {
			const acts = crowd.acts + 1 + random() * MAX_ACTS;
			return crowd.until(() => crowd.acts >= acts);
		},
		stop: () => crowd.waitForDisconnects(),
		findFaults: () => crowd.findFaults(site.database),
		repeat: () => crowd.repeat(random),
	});
	console.log(`Plinko (FAULT_SEED=${SEED}): ${crowd.acts} rounds, ${crowd.recorded.length} answers`);
});
