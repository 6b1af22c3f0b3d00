import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Linux reports processor time in hundredths of a second (USER_HZ). */
const MS_PER_TICK = 10;
const COLLECTION_MS = 2000;
const SAMPLES = 5;

/** Processor time of a process so far, in ms. Linux only, like all functions here. */
export function processorMs(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Processor time used so far by the current threads of a process, in ms. Exact, so that it suits short periods. */
export const runMs = (pid: number): number =>
	readdirSync(`/proc/${pid}/task`)
		.map(
			(thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6,
		)
		.reduce((sum, ms) => sum + ms, 0);

/** Time in which the main thread was runnable but had no processor, in ms. */
export const waitedMs = (pid: number): number =>
	Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;

export function memoryKb(pid: number): number {
	return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/**
 * Memory of a server that was started with `memory-preload.mjs` after garbage collection. V8 releases memory with a
 * delay, so the minimum of several samples counts.
 */
export async function heldMemoryKb(pid: number): Promise<number> {
	const samples: number[] = [];
	for (let sample = 0; sample < SAMPLES; sample += 1) {
		process.kill(pid, "SIGUSR2");
		await sleep(COLLECTION_MS);
		samples.push(memoryKb(pid));
	}
	return Math.min(...samples);
}
