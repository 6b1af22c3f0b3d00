import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "~/lib/site";
import { inAllProcesses } from "~/live/all-processes.server";
import type { Job } from "./job";
import { createRunner, POLL_MS, type RunnerSite } from "./runner.server";
import { startWorker, type Worker } from "./worker.server";

declare module "~/lib/site" {
	interface Site {
		/** Runs new jobs of some kinds, or of all without an argument, at once. Call it after the commit that has stored them. */
		wakeJobs(...jobs: readonly { kind: string }[]): void;
	}
}

type Runner = ReturnType<typeof createRunner>;

/** ms that the end waits for attempts in progress. */
const GRACE_MS = 1000;

/**
 * Opens the worker of the jobs. Only the leading process runs them. A job that a killed process has begun runs again after the next
 * start.
 */
export function openJobs({ bus, log }: Pick<Site, "bus" | "log">) {
	const workers = new Map<string, Worker>();
	const runners: Runner[] = [];
	const cutting = new AbortController();

	const wake = inAllProcesses(bus, "jobs", (kinds: readonly string[]) => {
		for (const kind of kinds.length > 0 ? kinds : workers.keys()) workers.get(kind)?.wake();
	});

	return {
		wakeJobs: (...jobs: readonly { kind: string }[]) => wake(jobs.map(({ kind }) => kind)),

		/** Starts to run jobs of these kinds. @param site the services that they use. */
		startJobs<Services extends RunnerSite>(site: Services, jobs: readonly Job<NoInfer<Services>>[]): void {
			for (const job of jobs) {
				const { kind } = job;
				const runner = createRunner(job, site, {
					signal: cutting.signal,
					onFree: () => workers.get(kind)?.wake(),
				});
				runners.push(runner);
				const worker = startWorker({
					step: runner.startDue,
					pollMs: POLL_MS,
					onError: (error) => log.error({ event: "jobs-unread", kind, err: error }),
				});
				workers.set(kind, worker);
			}
		},

		/** Starts no further job, and waits up to a second for those in progress. Aborted ones run again after the next start. */
		async endJobs(): Promise<void> {
			for (const runner of runners) runner.end();
			await Promise.all([...workers.values()].map((worker) => worker.end()));
			const idle = Promise.all(runners.map((runner) => runner.idle()));
			await Promise.race([idle, sleep(GRACE_MS, undefined, { ref: false })]);
			cutting.abort();
			await idle;
		},
	};
}
