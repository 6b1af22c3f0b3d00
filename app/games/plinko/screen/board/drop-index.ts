import index from "./drop-index.json";

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
