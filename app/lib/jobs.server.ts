interface ErrorLog {
	error(entry: { event: string; job: string; err: unknown }): void;
}

/**
 * Runs `job` now and then every `ms`, never twice at once; a failure is logged and the next turn comes.
 * @returns a function that ends it and waits for a run under way.
 */
export function every(
	ms: number,
	name: string,
	job: () => Promise<void>,
	log: ErrorLog,
): () => Promise<void> {
	let running: Promise<void> | undefined;
	const turn = () => {
		running ??= start();
	};
	const start = () =>
		job()
			.catch((error: unknown) => log.error({ event: "job-failed", job: name, err: error }))
			.finally(() => {
				running = undefined;
			});
	turn();
	const timer = setInterval(turn, ms).unref();
	return async () => {
		clearInterval(timer);
		await running;
	};
}
