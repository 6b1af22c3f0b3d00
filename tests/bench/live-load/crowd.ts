import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "./child";
import { processorMs, waitedMs } from "./process-stats";
import type { Opening, Report } from "./readers";

const POLL_MS = 2000;
const MAX_WATCH_MS = 300_000;

/** What a crowd heard in a while, and what that cost its server. */
export interface Window extends Report {
	seconds: number;
	cpuMs: number;
	/** Micro-seconds. */
	cpuPerFrame: number;
	/** Part of the time in which the server was ready to run and had no processor. */
	waited: number;
}

export async function openCrowd(opening: Omit<Opening, "do">): Promise<Child> {
	const readers = new Child("readers.ts");
	await readers.ask<Opening, object>({ do: "open", ...opening });
	return readers;
}

interface Watched {
	pid: number;
	readers: Child;
}

/** Watches servers and their crowds in the same while. */
export const watch = (crowds: readonly Watched[], ms: number): Promise<Window[]> =>
	Promise.all(crowds.map((crowd) => watchOne(crowd, () => sleep(ms))));

/** Watches until so many flights have ended: one in twenty lasts longer than a minute. */
export const watchFlights = (crowd: Watched, flights: number): Promise<Window> =>
	watchOne(crowd, async () => {
		const deadline = performance.now() + MAX_WATCH_MS;
		while (performance.now() < deadline) {
			await sleep(POLL_MS);
			const { flightsEnded } = await crowd.readers.ask<object, Report>({ do: "report" });
			if (flightsEnded >= flights) return;
		}
	});

async function watchOne({ pid, readers }: Watched, wait: () => Promise<unknown>): Promise<Window> {
	await readers.ask({ do: "reset" });
	const [cpu, waited, since] = [processorMs(pid), waitedMs(pid), performance.now()];
	await wait();
	const elapsed = performance.now() - since;
	const cpuMs = processorMs(pid) - cpu;
	const report = await readers.ask<object, Report>({ do: "report" });
	return {
		...report,
		seconds: elapsed / 1000,
		cpuMs,
		cpuPerFrame: (cpuMs * 1000) / report.frames,
		waited: (waitedMs(pid) - waited) / elapsed,
	};
}

/** Readers that ask for a stream and never take a byte of it. */
export async function openStalled(count: number, port: number, path: string): Promise<Socket[]> {
	const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1"));
	for (const socket of sockets) {
		socket.on("error", () => {});
		socket.pause();
		socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
	}
	await sleep(1000);
	return sockets;
}

export const quantile = (sorted: readonly number[], part: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
