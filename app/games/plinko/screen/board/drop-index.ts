import index from "./drop-index.json";
import { type Drop, simulateDrop } from "./physics";

/** Starts are stored as whole thousandths of a board unit. */
export const START_SCALE = 1000;

const starts: (readonly number[] | undefined)[] = [];

/**
 * The precomputed start positions from which a ball falls into a slot: x relative to the board's middle, in board
 * units, ascending. Empty for an unknown slot.
 */
export function startsForSlot(slot: number): readonly number[] {
	starts[slot] ??= decode(index[slot] ?? []);
	return starts[slot];
}

/** Each number is stored as its distance from the one before it, which packs small. */
function decode(deltas: readonly number[]): readonly number[] {
	let sum = 0;
	return deltas.map((delta) => {
		sum += delta;
		return sum / START_SCALE;
	});
}

/**
 * Simulates a fall into a slot from a random start, and adds the start to `taken`. A start that is taken is used only if
 * no other leads there.
 * @returns undefined if no start leads into the slot.
 */
export function fallInto(
	slot: number,
	taken: Set<number>,
	offered: readonly number[] = startsForSlot(slot),
): Drop | undefined {
	const first = Math.floor(Math.random() * offered.length);
	const inTurn = [...offered.slice(first), ...offered.slice(0, first)];
	const isFree = (start: number) => !taken.has(start);
	for (const start of [...inTurn.filter(isFree), ...inTurn.filter((start) => !isFree(start))]) {
		taken.add(start);
		const drop = simulateDrop(start);
		// The drawn slot decides: a fall that ends in another slot is never shown.
		if (drop?.slot === slot) return drop;
	}
	return undefined;
}
