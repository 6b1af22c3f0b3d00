import { afterAll, beforeAll, expect, it } from "vitest";
import { seedFrom } from "../support/random";
import { type Site, startSite } from "../support/site/site";
import { auditFailure, killUnderLoad } from "./kill-harness";
import { signInViewers, type Viewer } from "./load";
import { plinkoLoad } from "./plinko-load";

/** `FAULT_KILLS=100 node tests/run.mjs faults` runs longer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 14);
const VIEWERS = 20;
/** Few enough that some plays are refused, many enough that most are accepted. */
const STARTING_POINTS = 20_000;

let site: Site;
let viewers: Viewer[];

beforeAll(async () => {
	site = await startSite({
		env: {
			RATE_LIMIT_SCALE: "1000",
			STARTING_POINTS: String(STARTING_POINTS),
			LOG_LEVEL: "warn",
		},
	});
	viewers = await signInViewers(site, VIEWERS, "kill");
});

afterAll(() => site?.close());

it(`loses and duplicates no round when the server is killed ${KILLS} times`, async () => {
	const seed = seedFrom("FAULT_SEED");
	const { faults, ...counts } = await killUnderLoad(site, viewers, plinkoLoad(STARTING_POINTS), {
		kills: KILLS,
		seed,
	});
	console.log(`Plinko killed under load (FAULT_SEED=${seed}): ${JSON.stringify(counts)}`);
	// One fault causes many others. The first ones identify the cause.
	expect(faults.slice(0, 10)).toEqual([]);
	expect(auditFailure(site.database)).toBeUndefined();
	expect(counts.acts).toBeGreaterThan(KILLS);
});
