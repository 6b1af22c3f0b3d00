import { describe, expect, it } from "vitest";
import { MAX_COUNT } from "~/store/admin-counts";
import { readAdminCounts } from "~/store/admin-counts.queries.server";
import { openAdminCountsTopic } from "~/store/admin-counts.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { withStock } from "~/store/store-events";
import { openStoreTopic } from "~/store/store-events.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { addRow, changeRows } from "../../support/rows-of";
import { topicTools } from "../../support/topic-tools";
import { openStore } from "./orders.setup";
import { disableItem, openShop } from "./redeem.setup";

describe("the topic of the store", () => {
	const shop = openForEachTest(openShop);

	it("publishes the active items with their stock", async () => {
		const { tools, published, clock, snapshot } = topicTools(shop.db);
		const itemChanged = openStoreTopic(tools);
		const mug = await shop.add();
		await disableItem(shop.tools, shop.admin, await shop.add());
		expect(await snapshot()).toEqual([{ event: "items", data: [{ id: mug, stock: 5, revision: 1 }] }]);
		await shop.redeem(shop.ana, mug);
		itemChanged();
		await clock.advance(500);
		expect(published).toEqual([["items", [{ id: mug, stock: 4, revision: 1 }]]]);
	});

	it("a page takes the published stock, and must be loaded again for other items or revisions", () => {
		const shown = [
			{ id: "mug", revision: 2, stock: 5, name: "Mug" },
			{ id: "cup", revision: 1, stock: 5, name: "Cup" },
		];
		const mug = { id: "mug", revision: 2, stock: 1 };
		const cup = { id: "cup", revision: 1, stock: 0 };
		expect(withStock(shown, [cup, mug])).toEqual([
			{ ...mug, name: "Mug" },
			{ ...cup, name: "Cup" },
		]);
		expect(withStock(shown, [mug])).toBeUndefined();
		expect(withStock(shown, [mug, { ...cup, revision: 2 }])).toBeUndefined();
		expect(withStock(shown, [mug, { ...cup, id: "jug" }])).toBeUndefined();
	});
});

describe("the counts of what waits for an admin", () => {
	const store = openForEachTest(openStore);

	const order = async () => addOrder(store.db, store.ana, await addItem(store.db, crypto.randomUUID()));

	it("are the undecided orders, and the messages and events of the stream that were given up", async () => {
		const [first, second] = [await order(), await order()];
		await changeRows(store.db, "jobs", { reference: first }, { state: "dead" });
		await changeRows(store.db, "jobs", { reference: second }, { state: "done", done_at: "2026-03-04" });
		expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 2, failures: 1 });
		await decideOrders(store.tools, [first], { decision: "approved", note: "", adminId: store.admin });
		const job = { kind: "platform-event", key: "twitch:1", body: "{}", created_at: "2026-03-04" };
		for (const [index, state] of (["dead", "dead", "off"] as const).entries())
			await addRow(store.db, "jobs", { ...job, state, reference: `${index}` });
		expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 1, failures: 3 });
		// They stop at 100, so that their cost is bounded.
		const item = await addItem(store.db, "mug", { price: 1, stock: 500 });
		for (let number = 0; number < MAX_COUNT + 5; number += 1) await addOrder(store.db, store.ana, item);
		expect((await readAdminCounts(store.db)).waitingOrders).toBe(MAX_COUNT);
	});

	it("are published with the instant at which they were read", async () => {
		await order();
		const { tools, published, clock } = topicTools(store.db);
		openAdminCountsTopic(tools)();
		await clock.advance(500);
		expect(published).toEqual([["counts", { waitingOrders: 1, failures: 0, at: expect.any(Number) }]]);
	});
});
