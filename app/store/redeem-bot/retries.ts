const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** ms before each further attempt; they cover an outage of a working day. */
export const WAITS_MS: readonly number[] = [
	5 * SECOND,
	30 * SECOND,
	2 * MINUTE,
	10 * MINUTE,
	30 * MINUTE,
	HOUR,
	2 * HOUR,
	4 * HOUR,
	8 * HOUR,
];

const MAX_WAIT_MS = 24 * HOUR;
/** Relative jitter, so that a recovering bot does not get all messages simultaneously. */
const SPREAD = 0.2;

/**
 * Returns the ms until the next attempt: the wait of this attempt with jitter, or the pause that the bot demands if it
 * is longer; at most a day.
 * @param tries that have failed so far, from 1.
 * @param random from 0 up to 1, for the jitter.
 * @returns undefined after the last attempt.
 */
export function retryDelay(
	tries: number,
	retryAfterMs: number | undefined,
	random: number,
	waits = WAITS_MS,
): number | undefined {
	const wait = waits[tries - 1];
	if (wait === undefined) return undefined;
	return Math.min(Math.max(wait * (1 + SPREAD * random), retryAfterMs ?? 0), MAX_WAIT_MS);
}
