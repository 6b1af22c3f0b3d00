import { expect, it } from "vitest";
import { storeTogether } from "~/games/crash/persistence/store-together.server";

/** Stores items as multiples of ten; `refused` fails alone, `full` like a full disk. */
function open() {
	const batches: number[][] = [];
	const alone: number[] = [];
	let release = () => {};
	let held = Promise.resolve();
	const fault = (items: readonly number[]) =>
		items.includes(13)
			? new Error("settled otherwise")
			: items.includes(99)
				? Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })
				: undefined;
	const store = storeTogether<number, number>(
		async (items) => {
			batches.push([...items]);
			await held;
			const error = fault(items);
			if (error) throw error;
			return items.map((item) => item * 10);
		},
		async (item) => {
			alone.push(item);
			const error = fault([item]);
			if (error) throw error;
			return item * 10;
		},
	);
	const hold = () => {
		held = new Promise((resolve) => {
			release = resolve;
		});
	};
	return { batches, alone, store, hold, release: () => release() };
}

it("items of one event loop iteration are stored together, later ones after them, each with its own result", async () => {
	const { batches, store, hold, release } = open();
	hold();
	const first = [1, 2].map(store);
	await new Promise(setImmediate);
	await new Promise(setImmediate);
	const later = [3, 4].map(store);
	release();
	expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40]);
	expect(await store(5)).toBe(50);
	expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

it("at most 50 are stored at once", async () => {
	const { batches, store } = open();
	await Promise.all(Array.from({ length: 120 }, (_, at) => store(at + 100)));
	expect(batches.map(({ length }) => length)).toEqual([50, 50, 20]);
});

it("an item that cannot be stored does not stop the others, which are stored alone", async () => {
	const { alone, store } = open();
	const results = await Promise.allSettled([1, 13, 2].map(store));
	expect(results).toMatchObject([{ value: 10 }, { reason: { message: "settled otherwise" } }, { value: 20 }]);
	expect(alone).toEqual([1, 13, 2]);
});

it("an item that takes long alone does not hold up those that come after it", async () => {
	let release = (_result: number) => {};
	const store = storeTogether<number, number>(
		async (items) => {
			if (items.includes(13)) throw new Error("conflicts");
			return items;
		},
		() =>
			new Promise((resolve) => {
				release = resolve;
			}),
	);
	const slow = store(13);
	await new Promise(setImmediate);
	expect(await store(2)).toBe(2);
	release(13);
	expect(await slow).toBe(13);
});

it("a full disk refuses all of them, and nothing is tried alone", async () => {
	const { alone, store } = open();
	const results = await Promise.allSettled([1, 99].map(store));
	expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(alone).toEqual([]);
});
