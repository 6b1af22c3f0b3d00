import { type Drop, DropSimulation } from "./physics";

/** What a queue advances: the part of {@link DropSimulation} it needs. */
export interface Simulation {
	/** @returns true once there is nothing left to advance */
	step(): boolean;
	readonly result: Drop | undefined;
}

export interface DropQueueOptions {
	/** The starts known for a slot, in board units. */
	startsFor: (slot: number) => readonly number[];
	/** A random whole number from 0 to `count - 1`. */
	pick?: ((count: number) => number) | undefined;
	simulate?: ((start: number) => Simulation) | undefined;
}

/** Steps between two looks at the clock: about 20 microseconds of work. */
const STEPS_PER_LOOK = 10;

/** Works out the falls of balls whose slots are drawn, in their order, a slice of time at a time. */
export class DropQueue {
	/** One for each ball worked out; null for a ball that no start brought into its slot. */
	readonly drops: (Drop | null)[] = [];
	private readonly taken = new Set<number>();
	private simulation: Simulation | undefined;
	private first = 0;
	private tries = 0;

	constructor(
		private readonly slots: readonly number[],
		private readonly options: DropQueueOptions,
	) {}

	get complete(): boolean {
		return this.drops.length >= this.slots.length;
	}

	/** Works until all is done or `now()` reaches `until`, both in milliseconds. */
	advance(now: () => number, until: number): void {
		while (!this.complete && now() < until) {
			for (let step = 0; step < STEPS_PER_LOOK; step++) if (this.step()) break;
		}
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
		// The slot that was drawn is the truth; a fall that ends elsewhere is never shown.
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
