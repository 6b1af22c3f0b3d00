import { describe, expect, it } from "vitest";
import { disableItem } from "~/store/items/items.server";
import { isOfOneOf, isOfSameItems } from "~/store/store-events";
import { openStoreTopic } from "~/store/store-events.server";
import { turns } from "../../support/clock";
import { openForEachTest } from "../../support/for-each-test";
import { openShop } from "./redeem.setup";

const shop = openForEachTest(openShop);

type Snapshot = () => Promise<{ event: string; data: unknown }[]>;

function openTopic() {
	const published: unknown[] = [];
	const timers: (() => void)[] = [];
	let snapshot: Snapshot | undefined;
	const itemChanged = openStoreTopic({
		db: shop.db,
		log: shop.tools.log,
		clock: {
			now: () => 0,
			at: (_time: number, act: () => void) => {
				timers.push(act);
				return () => undefined;
			},
		},
		hub: {
			openTopic: (_name: string, options?: { snapshot?: unknown }) => {
				snapshot = options?.snapshot as Snapshot;
			},
			publish: (_topic: string, event: string, data: unknown) => void published.push([event, data]),
		},
	} as unknown as Parameters<typeof openStoreTopic>[0]);
	return {
		published,
		itemChanged,
		snapshot: () => snapshot?.(),
		runTimers: async () => {
			// One after the other: reads of several items end in any order.
			for (const act of timers.splice(0)) {
				act();
				await turns(20);
			}
		},
	};
}

describe("open stores", () => {
	it("receive the active items when they subscribe", async () => {
		const id = await shop.add();
		await disableItem(shop.tools, shop.admin, await shop.add());
		expect(await openTopic().snapshot()).toEqual([{ event: "items", data: [{ id, stock: 5, revision: 1 }] }]);
	});

	it("receive one event for several redeems of an item, with its latest state", async () => {
		const { published, itemChanged, runTimers } = openTopic();
		const [mug, cup] = [await shop.add(), await shop.add()];
		for (let at = 0; at < 3; at++) {
			await shop.redeem(shop.ana, mug);
			itemChanged(mug);
		}
		itemChanged(cup);
		itemChanged("gone");
		expect(published).toEqual([]);
		await runTimers();
		expect(published).toEqual([
			["item", { id: mug, stock: 2, revision: 1 }],
			["item", { id: cup, stock: 5, revision: 1 }],
		]);
		itemChanged(mug);
		await runTimers();
		expect(published).toHaveLength(3);
	});
});

describe("a disabled item", () => {
	it("is published once when it is disabled, even with concurrent changes", async () => {
		const { published, itemChanged, runTimers } = openTopic();
		const id = await shop.add();
		const tools = { ...shop.tools, itemChanged };
		itemChanged(id);
		await disableItem(tools, shop.admin, id);
		itemChanged(id);
		await runTimers();
		expect(published).toEqual([["item", { id, stock: 5, revision: 2 }]]);
		itemChanged(id);
		await disableItem(tools, shop.admin, id);
		await runTimers();
		expect(published, "no events for changes of a disabled item").toHaveLength(1);
		await shop.edit(id, {});
		itemChanged(id);
		await runTimers();
		expect(published.at(-1)).toEqual(["item", { id, stock: 5, revision: 3 }]);
	});
});

it("a page distinguishes events that change its stock from those that need a reload", () => {
	const shown = [
		{ id: "mug", revision: 2 },
		{ id: "cup", revision: 1 },
	];
	const mug = { id: "mug", revision: 2, stock: 1 };
	const cup = { id: "cup", revision: 1, stock: 1 };
	expect(isOfSameItems(shown, [cup, mug])).toBe(true);
	expect(isOfSameItems(shown, [mug])).toBe(false);
	expect(isOfSameItems(shown, [mug, { ...cup, revision: 2 }])).toBe(false);
	expect(isOfSameItems(shown, [mug, { ...cup, id: "jug" }])).toBe(false);
	expect([isOfOneOf(shown, mug), isOfOneOf(shown, { ...mug, revision: 3 })]).toEqual([true, false]);
});
