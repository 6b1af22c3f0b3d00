/** What a source says, as far as it is known. */
export interface Reading<Value> {
	/** The last good answer; undefined while there never was one. */
	value: Value | undefined;
	/** ms since that answer. */
	ageMs: number;
	/** Whether the last question went unanswered. */
	fails: boolean;
}

interface Options<Value> {
	ask(): Promise<Value>;
	/** ms from one question to the next, however many want to know. */
	everyMs: number;
	/** ms that a reader waits for news while there is an older answer to show. */
	patienceMs: number;
	/** ms; never jumps. */
	now?: () => number;
	/** Told of each failure. @returns ms that the source wants to be left alone, if it says so. */
	onFault(error: unknown): number | undefined;
}

/**
 * Asks a source for all who want to know: once per interval and never twice at once. Nobody asking, it is left
 * alone. The last good answer outlives every failure.
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
