/** Mean ms until a reload that brought nothing new is repeated; each further one waits twice as long. */
const MIN_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;

interface Options {
	/** Whether the page shows an outdated state. */
	isStale(): boolean;
	/** Starts loading the page's data again. */
	reload(): void;
	random?: () => number;
}

/**
 * Creates a timer that reloads a page's data at a random moment, so that an audience does not reload simultaneously, and
 * repeats it with a backoff from 5 s to 60 s until `isStale` is false.
 */
export function createReloader({ isStale, reload, random = Math.random }: Options) {
	let due: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
	let retryMs = MIN_RETRY_MS;

	function plan(ms: number) {
		const at = performance.now() + ms;
		if (due && due.at <= at) return;
		clearTimeout(due?.timer);
		due = { at, timer: setTimeout(run, ms) };
	}

	function run() {
		due = undefined;
		if (!isStale()) return;
		reload();
		plan(retryMs * (0.5 + random()));
		retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
	}

	return {
		/** Reloads at a random moment within `ms`, unless the page is up to date by then; resets the backoff. */
		reloadWithin(ms: number) {
			retryMs = MIN_RETRY_MS;
			plan(random() * ms);
		},
		/** Cancels the pending reload. */
		stop() {
			clearTimeout(due?.timer);
			due = undefined;
		},
	};
}
