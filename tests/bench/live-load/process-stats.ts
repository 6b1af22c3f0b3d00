import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The kernel counts processor time for programs in hundredths of a second. */
const MS_PER_TICK = 10;
const COLLECTED_AFTER_MS = 2000;
const LOOKS = 5;

/** What a process has used of the processors so far, in ms. Of Linux, as all here. */
export function processorMs(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** How long its main thread could have run, but others had the processors, in ms: what the machine adds. */
export const waitedMs = (pid: number): number =>
	Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;

export function memoryKb(pid: number): number {
	return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/**
 * What a server that was started with `server-preload.mjs` holds once its garbage is gone. The engine
 * gives memory back in its own time, so that the least of several looks counts.
 */
export async function heldMemoryKb(pid: number): Promise<number> {
	const looks: number[] = [];
	for (let look = 0; look < LOOKS; look += 1) {
		process.kill(pid, "SIGUSR2");
		await sleep(COLLECTED_AFTER_MS);
		looks.push(memoryKb(pid));
	}
	return Math.min(...looks);
}
