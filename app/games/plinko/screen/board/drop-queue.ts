import { type Drop, DropSimulation } from "./physics";

/** The part of {@link DropSimulation} that a queue needs. */
export interface Simulation {
	/** Advances by one step. @returns true once the simulation is done. */
	step(): boolean;
	/** Undefined until the simulation is done, and if the ball reached no slot. */
	readonly result: Drop | undefined;
}

export interface DropQueueOptions {
	/** The start positions to try for a slot: see `startsForSlot`. */
	startsFor: (slot: number) => readonly number[];
	/** A random whole number from 0 to `count - 1`. */
	pick?: ((count: number) => number) | undefined;
	simulate?: ((start: number) => Simulation) | undefined;
}

/** Steps between two looks at the clock: about 20 microseconds of work. */
const STEPS_PER_LOOK = 10;

/** Simulates the falls of balls whose slots are drawn, in order and in time slices. */
export class DropQueue {
	/** One for each ball that is simulated; null if no start brought the ball into its slot. */
	readonly drops: (Drop | null)[] = [];
	private readonly taken = new Set<number>();
	private simulation: Simulation | undefined;
	private first = 0;
	private tries = 0;

	constructor(
		private readonly slots: readonly number[],
		private readonly options: DropQueueOptions,
	) {}

	/** Whether every ball has an entry in {@link drops}. */
	get complete(): boolean {
		return this.drops.length >= this.slots.length;
	}

	/** Simulates until all balls are done or `now()` reaches `until`, both in ms; a little at every call. */
	advance(now: () => number, until: number): void {
		do {
			for (let step = 0; step < STEPS_PER_LOOK; step++) if (this.step()) break;
		} while (!this.complete && now() < until);
	}

	/** @returns true when a ball was settled */
	private step(): boolean {
		const slot = this.slots[this.drops.length];
		if (slot === undefined) return true;
		this.simulation ??= this.next(slot);
		if (this.simulation === undefined) return this.settle(null);
		if (!this.simulation.step()) return false;
		const { result } = this.simulation;
		this.simulation = undefined;
		// The drawn slot decides: a fall that ends in another slot is never shown.
		return result?.slot === slot && this.settle(result);
	}

	private settle(drop: Drop | null): true {
		this.drops.push(drop);
		this.tries = 0;
		return true;
	}

	/** The next start to try, from a random one onwards; one that another ball took only if none is left. */
	private next(slot: number): Simulation | undefined {
		const { startsFor, pick = anyOf, simulate = newSimulation } = this.options;
		const starts = startsFor(slot);
		if (this.tries === 0) this.first = pick(starts.length);
		while (this.tries < 2 * starts.length) {
			const again = this.tries >= starts.length;
			const start = starts[(this.first + this.tries++) % starts.length];
			if (start === undefined || this.taken.has(start) !== again) continue;
			this.taken.add(start);
			return simulate(start);
		}
		return undefined;
	}
}

function anyOf(count: number): number {
	return Math.floor(Math.random() * count);
}

function newSimulation(start: number): Simulation {
	return new DropSimulation(start);
}
