import { setImmediate as nextTurn } from "node:timers/promises";
import { storageFaultOf } from "db/faults";
import { inBackground } from "~/lib/guarded";

/** Limits how long others wait for the transaction of a batch. */
const MAX_PER_BATCH = 50;

interface Waiting<Item, Result> {
	item: Item;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

/**
 * Returns a function that stores one item. Items that wait while others are stored are stored together; if that fails for another
 * reason than the storage, each is stored alone, so that one that fails or takes long does not hold up the others.
 * @param storeAll stores all or none. @returns a result for each, in their order.
 */
export function storeTogether<Item, Result>(
	storeAll: (items: readonly Item[]) => Promise<readonly Result[]>,
	storeOne: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
	const queue: Waiting<Item, Result>[] = [];
	let isRunning = false;

	async function store(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await storeAll(batch.map(({ item }) => item));
			for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
		} catch (error) {
			if (storageFaultOf(error)) for (const { reject } of batch) reject(error);
			else for (const { item, resolve, reject } of batch) storeOne(item).then(resolve, reject);
		}
	}

	async function run(): Promise<void> {
		// Items of the same event loop iteration join the first batch.
		await nextTurn();
		while (queue.length > 0) await store(queue.splice(0, MAX_PER_BATCH));
		isRunning = false;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			queue.push({ item, resolve, reject });
			if (isRunning) return;
			isRunning = true;
			inBackground(run);
		});
}
