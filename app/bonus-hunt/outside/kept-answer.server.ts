/** The known state of a source. */
export interface Reading<Value> {
	/** The last good answer; undefined before the first. */
	value: Value | undefined;
	/** ms since that answer. */
	ageMs: number;
	/** Whether the last request failed. */
	fails: boolean;
}

interface Options<Value> {
	ask(): Promise<Value>;
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
 * on demand. The last good answer is kept through failures.
 */
export function createKeptAnswer<Value>(options: Options<Value>): () => Promise<Reading<Value>> {
	const { ask, everyMs, patienceMs, onFault, now = () => performance.now() } = options;
	let kept: { value: Value; at: number } | undefined;
	let fails = false;
	let nextAt = Number.NEGATIVE_INFINITY;
	let asking: Promise<void> | undefined;

	async function askNow() {
		nextAt = now() + everyMs;
		try {
			kept = { value: await ask(), at: now() };
			fails = false;
		} catch (error) {
			fails = true;
			nextAt = Math.max(nextAt, now() + (onFault(error) ?? 0));
		} finally {
			asking = undefined;
		}
	}

	return async () => {
		if (!asking && now() >= nextAt) asking = askNow();
		if (asking) await (kept ? Promise.race([asking, pause(patienceMs)]) : asking);
		return { value: kept?.value, ageMs: kept ? now() - kept.at : 0, fails };
	};
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
