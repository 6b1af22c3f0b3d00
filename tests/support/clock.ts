import type { Clock } from "~/lib/clock";

interface Waiter {
	moment: number;
	run: () => void;
}

export interface TestClock extends Clock {
	/** Lets time pass: whoever waits is woken at the exact moment, and what follows runs before the next is. */
	advance(ms: number): Promise<void>;
	/** As `advance`, until a moment. */
	advanceTo(moment: number): Promise<void>;
	/** Goes on to the next moment that somebody waits for. @returns false when nobody waits. */
	step(): Promise<boolean>;
	/** The process does nothing for so long: time jumps, and those who wait are woken late. */
	stall(ms: number): void;
	/** The process is gone: nobody who waits is woken. */
	forget(): void;
	/** How many wait. */
	waiting(): number;
}

/** Lets everything run that waits for promises and for the turns of the event loop alone. */
export async function turns(count = 1): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * A clock that goes on when it is told to.
 * @param turnsEach how many turns of the event loop what follows from a moment may take: one where all
 * wait for promises, more with a database.
 */
export function createTestClock({ start = 1000, turnsEach = 1 } = {}): TestClock {
	let time = start;
	/** The next one last. */
	let waiters: Waiter[] = [];

	/** Behind those who wait for the same moment already. */
	function placeOf(moment: number): number {
		let low = 0;
		let high = waiters.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((waiters[middle]?.moment ?? 0) > moment) low = middle + 1;
			else high = middle;
		}
		return low;
	}

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
			waiters.splice(placeOf(moment), 0, waiter);
			return () => {
				const place = waiters.indexOf(waiter);
				if (place >= 0) waiters.splice(place, 1);
			};
		},
		advance: (ms) => advanceTo(time + ms),
		advanceTo,
		async step() {
			// What is under way may be about to wait.
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
