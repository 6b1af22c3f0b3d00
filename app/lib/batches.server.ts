import { setImmediate as nextTurn } from "node:timers/promises";

const BATCH = 500;

/**
 * Reads a long list in batches, each from the row on at which the last one ended.
 * @param find yields at most `limit` rows behind `last`; from the start without one.
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
		// The one connection is everybody's.
		await nextTurn();
	}
}
