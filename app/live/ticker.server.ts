import type { Clock } from "~/lib/clock";

interface Ticking {
	clock: Clock;
	/** Sends one tick. @returns how long, in ms, that keeps the process busy. */
	send(): number;
	tickMs?: number;
}

/** The part of the time that may go into sending; the rest is for those who ask for something. */
const MAX_BUSY = 1 / 4;
/** How much one measurement counts. */
const WEIGHT = 0.3;

/** Sends at every tick since a start; with a large crowd at every second one, or third. */
export function createTicker({ clock, send, tickMs = 100 }: Ticking) {
	let busyMs = 0;
	let interval = tickMs;
	let startedAt = 0;
	/** ms after the start. */
	let due = 0;
	let unschedule = () => {};

	/** Always on a multiple of the interval; what a stall made late is not made up for. */
	function awaitNext() {
		// A timer may be early by a part of a millisecond.
		const elapsed = Math.max(due, clock.now() - startedAt);
		due = (Math.floor(elapsed / interval) + 1) * interval;
		unschedule = clock.at(startedAt + due, tick);
	}

	function tick() {
		awaitNext();
		busyMs += WEIGHT * (send() - busyMs);
		interval = tickMs * Math.max(1, Math.ceil(busyMs / MAX_BUSY / tickMs));
	}

	return {
		/** ms between two ticks, as it is now. */
		interval: () => interval,
		start(at: number) {
			unschedule();
			startedAt = at;
			due = 0;
			awaitNext();
		},
		stop() {
			unschedule();
		},
	};
}
