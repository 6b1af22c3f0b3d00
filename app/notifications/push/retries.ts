/** ms before the second and the third try. */
const WAITS_MS: readonly number[] = [5000, 60_000];
/** A push service that demands a longer pause gets no further try. */
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Returns the ms until the next try: the wait of this try, or the pause that the push service demands if it is longer.
 * @param tries that have failed so far, from 1.
 * @returns undefined after the last try, or if the pause is too long.
 */
export function retryWait(
	tries: number,
	retryAfterMs: number | undefined,
	waits: readonly number[] = WAITS_MS,
): number | undefined {
	const wait = waits[tries - 1];
	if (wait === undefined || (retryAfterMs ?? 0) > MAX_PAUSE_MS) return undefined;
	return Math.max(wait, retryAfterMs ?? 0);
}
