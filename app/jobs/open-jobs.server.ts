import type { Site } from "~/lib/site";
import { inAllProcesses } from "~/live/all-processes.server";
import type { Job } from "./job";
import { createRunner, type RunnerSite } from "./runner.server";

declare module "~/lib/site" {
	interface Site {
		/** Runs new jobs of some kinds, or of all without an argument, at once. Call it after the commit that has stored them. */
		wakeJobs(...jobs: readonly { kind: string }[]): void;
	}
}

/**
 * Opens the runners of the jobs. Only the leading process runs them. A job that a killed process has begun runs again after the next
 * start.
 */
export function openJobs({ bus }: Pick<Site, "bus">) {
	const runners = new Map<string, ReturnType<typeof createRunner>>();

	const wake = inAllProcesses(bus, "jobs", (kinds: readonly string[]) => {
		for (const kind of kinds.length > 0 ? kinds : runners.keys()) runners.get(kind)?.wake();
	});

	return {
		wakeJobs: (...jobs: readonly { kind: string }[]) => wake(jobs.map(({ kind }) => kind)),

		/** Starts to run jobs of these kinds. @param site the services that they use. */
		startJobs<Services extends RunnerSite>(site: Services, jobs: readonly Job<NoInfer<Services>>[]): void {
			for (const job of jobs) {
				const runner = createRunner(job, site);
				runners.set(job.kind, runner);
				runner.start();
			}
		},

		endJobs: async (): Promise<void> =>
			void (await Promise.all([...runners.values()].map((one) => one.end()))),
	};
}
