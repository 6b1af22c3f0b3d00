/** The known state of a source. */
export interface Reading<Value> {
	/** The last good answer; undefined before the first. */
	value: Value | undefined;
	/** ms since that answer; 0 without one. */
	ageMs: number;
	/** Whether the last request failed. */
	fails: boolean;
}

interface Options<Value> {
	/** Requests the source. */
	fetchAnswer(): Promise<Value>;
	/** Minimum ms between two requests. */
	everyMs: number;
	/** ms that a reader waits for a new answer while an older one is available. */
	patienceMs: number;
	/** Monotonic clock in ms. */
	now?: () => number;
	/**
	 * Runs on each failure.
	 * @returns ms to wait until the next request, if the source demands it.
	 */
	onFault(error: unknown): number | undefined;
}

/**
 * Creates a reader that caches a source's answer: at most one request per interval and one at a time, and only
 * on demand. The last good answer is kept through failures. The reader never rejects.
 */
export function createCachedReader<Value>(options: Options<Value>): () => Promise<Reading<Value>> {
	const { fetchAnswer, everyMs, patienceMs, onFault, now = () => performance.now() } = options;
	let cached: { value: Value; at: number } | undefined;
	let fails = false;
	let nextAt = Number.NEGATIVE_INFINITY;
	let pending: Promise<void> | undefined;

	async function fetchNow() {
		nextAt = now() + everyMs;
		try {
			cached = { value: await fetchAnswer(), at: now() };
			fails = false;
		} catch (error) {
			fails = true;
			nextAt = Math.max(nextAt, now() + (onFault(error) ?? 0));
		} finally {
			pending = undefined;
		}
	}

	return async () => {
		if (!pending && now() >= nextAt) pending = fetchNow();
		if (pending) await (cached ? Promise.race([pending, pause(patienceMs)]) : pending);
		return { value: cached?.value, ageMs: cached ? now() - cached.at : 0, fails };
	};
}

/** Resolves after `ms`; does not keep the process running. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
