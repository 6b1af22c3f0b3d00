/** Mean ms until a reload that brought nothing new is repeated. */
const RETRY_MS = 5000;

interface Options {
	/** Whether the page shows an outdated state. */
	isStale(): boolean;
	/** Starts loading the page's data again. */
	reload(): void;
	random?: () => number;
}

/**
 * Reloads a page's data at a random moment, so that an audience does not reload at once, and repeats it until the
 * page is up to date.
 */
export function createReloader({ isStale, reload, random = Math.random }: Options) {
	let due: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;

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
		plan(RETRY_MS * (0.5 + random()));
	}

	return {
		/** Reloads within `ms`, unless the page is up to date by then. */
		reloadWithin: (ms: number) => plan(random() * ms),
		stop() {
			clearTimeout(due?.timer);
			due = undefined;
		},
	};
}
