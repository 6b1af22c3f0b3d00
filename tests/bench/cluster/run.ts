/**
 * Several web processes on one PostgreSQL database. Starts PostgreSQL servers itself.
 * `npx tsx tests/bench/cluster/run.ts [part ...]`; without a part, all of them run, in about 45 minutes.
 * `CLUSTER_STREAMS`, `CLUSTER_RATE`, `CLUSTER_TURNS` and `FAULT_TIMES` make it smaller; `CLUSTER_FSYNC=off` spares the disk.
 */
import { ensureBuilt } from "../../../demo/build.mjs";
import { seedFrom } from "../../support/random";
import { fillDisks } from "./disk-full";
import { freezeLeaders } from "./frozen";
import { killLeaders } from "./leader-kill";
import { killNodes } from "./node-kill";
import { startServer } from "./nodes";
import { measureOneViewer } from "./one-viewer";
import { cutOffLeaders } from "./partition";
import { killServers } from "./server-kill";
import { measureStreams } from "./streams";
import { measureThroughput } from "./throughput";

/** Runs a part on a server that it does not kill. */
async function onServer(measure: () => Promise<boolean>): Promise<boolean> {
	const { CLUSTER_FSYNC: fsync = "on" } = process.env;
	const server = await startServer({ fsync, synchronous_commit: fsync });
	return measure().finally(server.remove);
}

const times = (usual: number) => Number(process.env.FAULT_TIMES ?? usual);

/** Each prints its results. @returns whether all limits are met. */
const PARTS: Record<string, (seed: number) => Promise<boolean>> = {
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
const unknown = selected.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown}. Known: ${Object.keys(PARTS)}.`);
if (!(await ensureBuilt())) process.exit(1);

const seed = seedFrom("FAULT_SEED");
const met: boolean[] = [];
for (const [name, run] of Object.entries(PARTS)) {
	if (selected.length > 0 && !selected.includes(name)) continue;
	console.log(`\n--- ${name} ---`);
	const start = performance.now();
	met.push(await run(seed));
	console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
process.exitCode = met.every(Boolean) ? 0 : 1;
