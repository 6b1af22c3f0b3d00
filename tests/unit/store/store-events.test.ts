import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disableItem } from "~/store/items/items.server";
import { isOfOneOf, isOfSameItems } from "~/store/store-events";
import { openStoreTopic } from "~/store/store-events.server";
import { openShop, type Shop } from "./redeem.setup";

let shop: Shop;
beforeEach(async () => {
	shop = await openShop();
});
afterEach(() => shop.close());

type Snapshot = () => Promise<{ event: string; data: unknown }[]>;

function listen() {
	const published: unknown[] = [];
	const waiting: (() => void)[] = [];
	let snapshot: Snapshot | undefined;
	const itemChanged = openStoreTopic({
		db: shop.db,
		log: shop.tools.log,
		clock: {
			now: () => 0,
			at: (_time: number, act: () => void) => {
				waiting.push(act);
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
		timePasses: async () => {
			for (const act of waiting.splice(0)) act();
			await new Promise((resolve) => setTimeout(resolve, 30));
		},
	};
}

describe("open stores", () => {
	it("receive the items on offer when they subscribe", async () => {
		const id = await shop.add();
		await disableItem(shop.tools, shop.admin, await shop.add());
		expect(await listen().snapshot()).toEqual([{ event: "items", data: [{ id, stock: 5, revision: 1 }] }]);
	});

	it("receive one event for many redeems of an item, with its latest state", async () => {
		const { published, itemChanged, timePasses } = listen();
		const [mug, cup] = [await shop.add(), await shop.add()];
		for (let at = 0; at < 3; at++) {
			await shop.redeem(shop.ana, mug);
			itemChanged(mug);
		}
		itemChanged(cup);
		itemChanged("gone");
		expect(published).toEqual([]);
		await timePasses();
		expect(published).toEqual([
			["item", { id: mug, stock: 2, revision: 1 }],
			["item", { id: cup, stock: 5, revision: 1 }],
		]);
		itemChanged(mug);
		await timePasses();
		expect(published).toHaveLength(3);
	});
});

describe("a disabled item", () => {
	it("is published once, when it is disabled, even with other changes at the same time", async () => {
		const { published, itemChanged, timePasses } = listen();
		const id = await shop.add();
		const tools = { ...shop.tools, itemChanged };
		itemChanged(id);
		await disableItem(tools, shop.admin, id);
		itemChanged(id);
		await timePasses();
		expect(published).toEqual([["item", { id, stock: 5, revision: 2 }]]);
		itemChanged(id);
		await disableItem(tools, shop.admin, id);
		await timePasses();
		expect(published, "nothing of a disabled item, such as a cancelled order of it").toHaveLength(1);
		await shop.edit(id, {});
		itemChanged(id);
		await timePasses();
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
