/** Moments are `performance.now()`: they never jump, whatever happens to the wall clock. */
export interface Clock {
	/** ms. */
	now(): number;
	/**
	 * Runs `run` once at a moment, never before it, or soon when it has passed.
	 * @returns what takes it back.
	 */
	at(moment: number, run: () => void): () => void;
}

export const processClock: Clock = {
	now: () => performance.now(),
	at(moment, run) {
		const wait = () => setTimeout(wake, Math.ceil(Math.max(0, moment - performance.now())));
		// Node's timers count whole milliseconds and come up to two of them early: enough for a neighbour
		// to hear of a crash and still be in time.
		const wake = () => {
			if (performance.now() < moment) timer = wait();
			else run();
		};
		let timer = wait();
		return () => clearTimeout(timer);
	},
};

export const sleepUntil = (clock: Clock, moment: number): Promise<void> =>
	new Promise((resolve) => clock.at(moment, resolve));
