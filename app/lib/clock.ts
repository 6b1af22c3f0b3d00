import { guarded } from "./guarded";

/** A monotonic clock. Moments are ms of `performance.now()`, which is independent of wall clock adjustments. */
export interface Clock {
	/** The current moment in ms. */
	now(): number;
	/**
	 * Calls `run` once, at or after `moment` and never synchronously. A past moment runs as soon as possible. An exception is
	 * reported and does not end the process. Work that must continue after an exception has to catch it.
	 * @returns a function that cancels the call.
	 */
	at(moment: number, run: () => void): () => void;
}

/** The clock of this process. A pending call keeps the process alive. */
export const processClock: Clock = {
	now: () => performance.now(),
	at(moment, run) {
		const wait = () => setTimeout(wake, Math.ceil(Math.max(0, moment - performance.now())));
		// Node's timers have a resolution of 1 ms and may fire up to 2 ms early. An early crash would be published
		// while other players can still cash out, so an early timer is set again.
		const wake = guarded(() => {
			if (performance.now() >= moment) return run();
			timer = wait();
		});
		let timer = wait();
		return () => clearTimeout(timer);
	},
};

/** Resolves at or after `moment` (ms of `clock`). */
export const sleepUntil = (clock: Clock, moment: number): Promise<void> =>
	new Promise((resolve) => clock.at(moment, resolve));
