import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Of Linux, whatever the machine: the kernel counts processor time for programs in hundredths. */
const MS_PER_TICK = 10;
const COLLECTED_AFTER_MS = 1500;

/** What a process has used of the processors so far, in ms. */
export function processorMs(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

export function memoryKb(pid: number): number {
	return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** What a server that was started with `server-preload.mjs` holds once its garbage is gone. */
export async function heldMemoryKb(pid: number): Promise<number> {
	for (let turn = 0; turn < 2; turn += 1) {
		process.kill(pid, "SIGUSR2");
		await sleep(COLLECTED_AFTER_MS);
	}
	return memoryKb(pid);
}
