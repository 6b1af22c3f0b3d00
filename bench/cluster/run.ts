/**
 * Several web processes on one PostgreSQL database. Starts PostgreSQL servers itself. `npm run bench -- cluster` runs all
 * parts in about 45 minutes, `cluster:PART[,PART...]` only some. FAULT_TIMES makes those shorter that repeat a fault.
 */
import { seedFrom } from "../../tests/support/random";
import { conclude, sized } from "../lib/measure";
import { fillDisks } from "./disk-full";
import { freezeLeaders } from "./frozen";
import { killLeaders } from "./leader-kill";
import { killNodes } from "./node-kill";
import { startServer } from "./nodes";
import { measureOneViewer } from "./one-viewer";
import { PART_NAMES, type Part } from "./part-names";
import { cutOffLeaders } from "./partition";
import { killServers } from "./server-kill";
import { measureStreams } from "./streams";
import { measureThroughput } from "./throughput";

/** Runs a part on a server that it does not kill. */
async function onServer(measure: () => Promise<boolean>): Promise<boolean> {
	const server = await startServer();
	return measure().finally(server.remove);
}

const times = (usual: number) => Number(process.env.FAULT_TIMES ?? sized(usual, 1));

/** Each prints its results. @returns whether all limits are met. */
const PARTS: Record<Part, (seed: number) => Promise<boolean>> = {
	streams: () => onServer(measureStreams),
	throughput: () => onServer(measureThroughput),
	"one-viewer": () => onServer(measureOneViewer),
	"leader-kill": (seed) => killLeaders(times(100), seed),
	frozen: (seed) => freezeLeaders(times(10), seed),
	partition: (seed) => cutOffLeaders(times(5), seed),
	"node-kill": (seed) => killNodes(times(10), seed),
	"server-kill": (seed) => killServers(times(5), seed),
	"disk-full": (seed) => fillDisks(times(4), seed),
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !PART_NAMES.some((known) => known === name));
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown}. Known: ${PART_NAMES}.`);

const seed = seedFrom("FAULT_SEED");
const met: boolean[] = [];
for (const name of PART_NAMES) {
	if (selected.length > 0 && !selected.includes(name)) continue;
	console.log(`\n--- ${name} ---`);
	const start = performance.now();
	met.push(await PARTS[name](seed));
	console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
conclude(met);
