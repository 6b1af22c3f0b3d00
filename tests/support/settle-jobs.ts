import type { Job } from "~/jobs/job";
import { createRunner, type RunnerSite } from "~/jobs/runner.server";

type Services = Pick<RunnerSite, "db" | "now" | "log">;

/** Services that the worker of the jobs needs besides those of the jobs. */
const LEADER = { leads: () => true, adminCountsChanged() {} };

/** A worker of one kind of jobs, without jitter and pauses. */
function openRunner<Given extends Services>(site: Given, job: Job<NoInfer<Given>>) {
	let elapsedMs = 0;
	return createRunner<Given>(
		job,
		{ ...LEADER, ...site },
		{
			random: () => 0,
			elapsed() {
				elapsedMs += 60_000;
				return elapsedMs;
			},
		},
	);
}

/** Runs what a worker starts at once of the jobs that are due. @returns whether there were any. */
export async function runJobs<Given extends Services>(
	site: Given,
	job: Job<NoInfer<Given>>,
): Promise<boolean> {
	const runner = openRunner(site, job);
	const wait = await runner.startDue();
	await runner.idle();
	return wait === 0;
}

/** Runs all jobs of some kinds that are due, and those that they cause. */
export async function settleJobs<Given extends Services>(
	site: Given,
	jobs: readonly Job<NoInfer<Given>>[],
): Promise<void> {
	const runAll = async () => {
		let hasRun = false;
		for (const job of jobs) while (await runJobs(site, job)) hasRun = true;
		return hasRun;
	};
	while (await runAll());
}
