import { guarded } from "./guarded";

interface ErrorLog {
	error(entry: { event: string; job: string; err: unknown }): void;
}

/** Of a job that fails again and again. */
const LOGGED_EVERY_MS = 60_000;

/**
 * Runs `job` immediately and then every `ms`. A run that is due while another is in progress is skipped. A failed run
 * is logged as `job-failed`, at most once a minute, and the schedule goes on. The timer does not keep the process alive.
 * @param name the job's name in the log.
 * @returns a function that stops the schedule and resolves when the run in progress has ended. It never rejects.
 */
export function every(
	ms: number,
	name: string,
	job: () => Promise<void>,
	log: ErrorLog,
): () => Promise<void> {
	let running: Promise<void> | undefined;
	/** Failed runs since the last good one. */
	let failures = 0;
	const runUnlessRunning = () => {
		running ??= start();
	};
	const start = () =>
		job()
			.then(
				() => {
					failures = 0;
				},
				(err: unknown) => {
					if (failures % Math.ceil(LOGGED_EVERY_MS / ms) === 0)
						log.error({ event: "job-failed", job: name, err });
					failures += 1;
				},
			)
			.finally(() => {
				running = undefined;
			});
	runUnlessRunning();
	const timer = setInterval(guarded(runUnlessRunning), ms).unref();
	return async () => {
		clearInterval(timer);
		await running;
	};
}
