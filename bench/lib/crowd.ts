import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "./child";
import { processorMs, waitedMs } from "./process-stats";
import type { Opening, Report } from "./readers";

const POLL_MS = 2000;
const MAX_WATCH_MS = 300_000;

/** What the readers received during a period, and its cost for the server. */
export interface Window extends Report {
	seconds: number;
	cpuMs: number;
	/** In microseconds. */
	cpuPerFrame: number;
	/** Share of the time in which the server was runnable but had no processor. */
	waited: number;
}

export async function openCrowd(opening: Omit<Opening, "do">): Promise<Child> {
	const readers = new Child("readers.ts");
	await readers.request<Opening, object>({ do: "open", ...opening });
	return readers;
}

interface Watched {
	pid: number;
	readers: Child;
}

/** Measures several servers and their readers during the same period. */
export const watch = (crowds: readonly Watched[], ms: number): Promise<Window[]> =>
	Promise.all(crowds.map((crowd) => watchOne(crowd, () => sleep(ms))));

/** Measures until `flights` flights have ended. One in twenty lasts longer than a minute. */
export const watchFlights = (crowd: Watched, flights: number): Promise<Window> =>
	watchOne(crowd, async () => {
		const deadline = performance.now() + MAX_WATCH_MS;
		while (performance.now() < deadline) {
			await sleep(POLL_MS);
			const { flightsEnded } = await crowd.readers.request<object, Report>({ do: "report" });
			if (flightsEnded >= flights) return;
		}
	});

async function watchOne({ pid, readers }: Watched, wait: () => Promise<unknown>): Promise<Window> {
	await readers.request({ do: "reset" });
	const [cpu, waited, start] = [processorMs(pid), waitedMs(pid), performance.now()];
	await wait();
	const elapsed = performance.now() - start;
	const cpuMs = processorMs(pid) - cpu;
	const report = await readers.request<object, Report>({ do: "report" });
	return {
		...report,
		seconds: elapsed / 1000,
		cpuMs,
		cpuPerFrame: (cpuMs * 1000) / report.frames,
		waited: (waitedMs(pid) - waited) / elapsed,
	};
}
