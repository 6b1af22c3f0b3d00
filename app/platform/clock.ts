/** Moments are `performance.now()`: they never jump, whatever happens to the wall clock. */
export interface Clock {
	/** ms. */
	now(): number;
	/** Runs `run` once at a moment, or at once when it has passed. @returns what takes it back. */
	at(moment: number, run: () => void): () => void;
}

export const processClock: Clock = {
	now: () => performance.now(),
	at(moment, run) {
		const timer = setTimeout(run, Math.max(0, moment - performance.now()));
		return () => clearTimeout(timer);
	},
};

export const sleepUntil = (clock: Clock, moment: number): Promise<void> =>
	new Promise((resolve) => clock.at(moment, resolve));
