/**
 * Returns a function that returns a greater number at each call, also after a restart of the process: at least the
 * current time in µs. A sequence that is used more than a million times per second runs ahead of the time.
 */
export function createSequence(now: () => Date): () => number {
	let last = 0;
	return () => {
		last = Math.max(last + 1, now().getTime() * 1000);
		return last;
	};
}
