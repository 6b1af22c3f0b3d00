import { describe, expect, it } from "vitest";
import { MAX_COUNT } from "~/store/admin-counts";
import { readAdminCounts } from "~/store/admin-counts.queries.server";
import { openAdminCountsTopic } from "~/store/admin-counts.server";
import { disableItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { summariseOutbox } from "~/store/redeem-bot/outbox.queries.server";
import { isOfOneOf, isOfSameItems } from "~/store/store-events";
import { openStoreTopic } from "~/store/store-events.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { addRow, changeRows } from "../../support/rows-of";
import { topicTools } from "../../support/topic-tools";
import { openStore } from "./orders.setup";
import { openShop } from "./redeem.setup";

describe("the topic of the store", () => {
	const shop = openForEachTest(openShop);

	function openTopic() {
		const { tools, ...topic } = topicTools(shop.db);
		const itemChanged = openStoreTopic(tools);
		return { ...topic, itemChanged, runTimers: () => topic.clock.advance(10_000) };
	}

	it("sends open stores the active items, and then one event for the changes of an item", async () => {
		const { published, itemChanged, runTimers, snapshot } = openTopic();
		const mug = await shop.add();
		await disableItem(shop.tools, shop.admin, await shop.add());
		expect(await snapshot()).toEqual([{ event: "items", data: [{ id: mug, stock: 5, revision: 1 }] }]);
		const cup = await shop.add();
		for (let at = 0; at < 3; at++) {
			await shop.redeem(shop.ana, mug);
			itemChanged(mug);
		}
		itemChanged(cup);
		itemChanged("gone");
		expect(published).toEqual([]);
		await runTimers();
		expect(published.splice(0)).toEqual([
			["item", { id: mug, stock: 2, revision: 1 }],
			["item", { id: cup, stock: 5, revision: 1 }],
		]);
		// A disabled item is published once, even with concurrent changes.
		const tools = { ...shop.tools, itemChanged };
		itemChanged(cup);
		await disableItem(tools, shop.admin, cup);
		itemChanged(cup);
		await runTimers();
		expect(published.splice(0)).toEqual([["item", { id: cup, stock: 5, revision: 2 }]]);
		itemChanged(cup);
		await disableItem(tools, shop.admin, cup);
		await runTimers();
		expect(published, "no events for changes of a disabled item").toEqual([]);
		await shop.edit(cup, {});
		itemChanged(cup);
		await runTimers();
		expect(published).toEqual([["item", { id: cup, stock: 5, revision: 3 }]]);
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
});

describe("the counts of what waits for an admin", () => {
	const store = openForEachTest(openStore);

	const order = async () => addOrder(store.db, store.ana, await addItem(store.db, crypto.randomUUID()));

	it("are the undecided orders, and the messages and events of the stream that were given up", async () => {
		const [first, second] = [await order(), await order()];
		const setState = (id: string, state: "failed" | "delivered") =>
			changeRows(store.db, "redeem_messages", { order_id: id }, { state });
		await setState(first, "failed");
		await setState(second, "delivered");
		expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 2, failures: 1 });
		await decideOrders(store.tools, [first], { decision: "approved", note: "", adminId: store.admin });
		const event = {
			...{ platform: "twitch", person_id: "1", person_name: "ana", kind: "follow", facts: "{}", tries: 7 },
			...{ happened_at: "2026-03-04T12:00:00.000Z", received_at: "2026-03-04T12:00:00.000Z" },
		};
		for (const [key, state] of ["failed", "failed", "due", "waiting"].entries())
			await addRow(store.db, "platform_events", { ...event, state, key: `${key}` } as never);
		expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 1, failures: 3 });
		// They stop at 100, so that their cost is bounded.
		const item = await addItem(store.db, "mug", { price: 1, stock: 500 });
		for (let number = 0; number < MAX_COUNT + 5; number += 1) await addOrder(store.db, store.ana, item);
		expect((await readAdminCounts(store.db)).waitingOrders).toBe(MAX_COUNT);
	});

	it("are published together, a second after the first change, and not while no admin is connected", async () => {
		await order();
		const [here, nobody] = [1, 0].map((readers) => {
			const { tools, ...topic } = topicTools(store.db, readers);
			return { ...topic, changed: openAdminCountsTopic(tools) };
		});
		for (const topic of [here, here, nobody]) topic?.changed();
		await here?.clock.advance(999);
		expect(here?.published).toEqual([]);
		await here?.clock.advance(1);
		await expect.poll(() => here?.published).toHaveLength(1);
		expect(here?.published).toEqual([["counts", { waitingOrders: 1, failures: 0, at: expect.any(Number) }]]);
		await nobody?.clock.advance(2000);
		expect(nobody?.published).toEqual([]);
	});

	it("the outbox summary counts pending and failed messages, with the time of the oldest pending one", async () => {
		const item = await addItem(store.db, "mug", { price: 1 });
		const orders: string[] = [];
		await addOrder(store.db, store.ana, item);
		expect(await summariseOutbox(store.db)).toEqual({ pending: 0, failed: 0, oldestAt: undefined });
		while (orders.length < 4) orders.push(await addOrder(store.db, store.ana, item, { hasBot: true }));
		const [first = "", second = "", failed = "", delivered = ""] = orders;
		const change = (order_id: string, created_at: string, row = {}) =>
			changeRows(store.db, "redeem_messages", { order_id }, { created_at, ...row });
		await change(first, "2026-03-04T10:00:00.000Z");
		await change(second, "2026-03-04T11:00:00.000Z");
		await change(failed, "2026-03-01T00:00:00.000Z", { state: "failed", next_try_at: null });
		await change(delivered, "2026-03-01T00:00:00.000Z", { state: "delivered", next_try_at: null });
		const oldestAt = "2026-03-04T10:00:00.000Z";
		expect(await summariseOutbox(store.db)).toEqual({ pending: 2, failed: 1, oldestAt });
	});
});
