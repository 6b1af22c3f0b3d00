import { setImmediate as nextTurn } from "node:timers/promises";

const BATCH = 500;

/**
 * Reads a long list in batches, with keyset pagination.
 * @param find returns at most `limit` rows after `last`, or the first rows if `last` is undefined.
 * @returns the batches in order; the last one has fewer than `size` rows and may be empty.
 */
export async function* inBatches<Row>(
	find: (last: Row | undefined, limit: number) => Promise<Row[]>,
	size = BATCH,
): AsyncGenerator<Row[], void> {
	let last: Row | undefined;
	for (;;) {
		const rows = await find(last, size);
		yield rows;
		if (rows.length < size) return;
		last = rows.at(-1);
		// Lets other requests use the single database connection between two batches.
		await nextTurn();
	}
}
