import type { Clock } from "~/lib/clock";

interface Ticking {
	clock: Clock;
	/** Sends one tick. @returns the ms for which that keeps the process busy. */
	send(): number;
}

/** Minimum ms between two ticks. */
const TICK_MS = 100;
/** Maximum share of the time that is spent on sending; the rest is for requests. */
const MAX_BUSY = 1 / 4;
/** Weight of one measurement in the moving average. */
const WEIGHT = 0.3;

/**
 * Calls `send` at each multiple of the interval since the start; ticks that a stall delays are skipped. The interval
 * grows in multiples of 100 ms, so that sending takes at most a quarter of the time.
 */
export function createTicker({ clock, send }: Ticking) {
	let busyMs = 0;
	let interval = TICK_MS;
	let startedAt = 0;
	/** ms after the start. */
	let due = 0;
	let unschedule = () => {};

	/** Schedules the next multiple of the interval; ticks that a stall delayed are skipped. */
	function awaitNext() {
		// A timer may fire a fraction of a millisecond early.
		const elapsed = Math.max(due, clock.now() - startedAt);
		due = (Math.floor(elapsed / interval) + 1) * interval;
		unschedule = clock.at(startedAt + due, tick);
	}

	function tick() {
		awaitNext();
		busyMs += WEIGHT * (send() - busyMs);
		interval = TICK_MS * Math.max(1, Math.ceil(busyMs / MAX_BUSY / TICK_MS));
	}

	return {
		/** Current ms between two ticks. */
		interval: () => interval,
		/** Starts or restarts the ticks, at multiples of the interval after `at` (ms of the clock). */
		start(at: number) {
			unschedule();
			startedAt = at;
			due = 0;
			awaitNext();
		},
		/** Stops the ticks until the next `start`. */
		stop() {
			unschedule();
		},
	};
}
