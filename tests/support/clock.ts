import type { Clock } from "~/lib/clock";
import { isDatabaseBusy } from "./postgres/pending";

interface Waiter {
	moment: number;
	run: () => void;
}

export interface TestClock extends Clock {
	/** Advances the time. Each timer fires at its exact moment, and everything that follows from it runs before the next one. */
	advance(ms: number): Promise<void>;
	/** Like `advance`, up to a moment. */
	advanceTo(moment: number): Promise<void>;
	/** Advances to the next timer. @returns false if there is none. */
	step(): Promise<boolean>;
	/** Simulates a blocked process: the time jumps, and timers fire late. */
	stall(ms: number): void;
	/** Simulates the end of the process: no timer fires. */
	forget(): void;
	/** The number of timers. */
	waiting(): number;
}

/** Runs everything that waits only for promises, event loop iterations and PostgreSQL. */
export async function turns(count = 1): Promise<void> {
	for (let turn = 0; turn < count; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		// What follows from the answer needs its own iterations.
		if (isDatabaseBusy()) turn = -1;
	}
}

/**
 * A clock that the test advances.
 * @param turnsEach event loop iterations to run after each timer: one if the code waits for promises only, more
 * with a database.
 */
export function createTestClock({ start = 1000, turnsEach = 1 } = {}): TestClock {
	let time = start;
	/** In descending order: the next timer is the last entry. */
	let waiters: Waiter[] = [];

	async function wake(): Promise<void> {
		const next = waiters.pop();
		if (!next) return;
		time = Math.max(time, next.moment);
		next.run();
		await turns(turnsEach);
	}

	async function advanceTo(moment: number) {
		await turns(turnsEach);
		while ((waiters.at(-1)?.moment ?? Number.POSITIVE_INFINITY) <= moment) await wake();
		time = Math.max(time, moment);
	}

	return {
		now: () => time,
		at(moment, run) {
			const waiter = { moment, run };
			// The sort is stable: a timer runs after those of the same moment.
			waiters = [waiter, ...waiters].sort((one, other) => other.moment - one.moment);
			return () => {
				const place = waiters.indexOf(waiter);
				if (place >= 0) waiters.splice(place, 1);
			};
		},
		advance: (ms) => advanceTo(time + ms),
		advanceTo,
		async step() {
			// Code in progress may be about to set a timer.
			if (waiters.length === 0) await turns(turnsEach);
			if (waiters.length === 0) return false;
			await wake();
			return true;
		},
		stall(ms) {
			time += ms;
		},
		forget() {
			waiters = [];
		},
		waiting: () => waiters.length,
	};
}
