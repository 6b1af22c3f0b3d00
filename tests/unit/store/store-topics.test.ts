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
import { changeRows } from "../../support/rows-of";
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

	describe("open stores", () => {
		it("receive the active items when they subscribe", async () => {
			const id = await shop.add();
			await disableItem(shop.tools, shop.admin, await shop.add());
			expect(await openTopic().snapshot()).toEqual([
				{ event: "items", data: [{ id, stock: 5, revision: 1 }] },
			]);
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
});

describe("the counts of what waits for an admin", () => {
	const store = openForEachTest(openStore);

	const order = async () => addOrder(store.db, store.ana, await addItem(store.db, crypto.randomUUID()));

	describe("the counts for admins", () => {
		it("are the undecided orders and the messages that were given up", async () => {
			const [first, second] = [await order(), await order()];
			const setState = (id: string, state: "failed" | "delivered") =>
				changeRows(store.db, "redeem_messages", { order_id: id }, { state });
			await setState(first, "failed");
			await setState(second, "delivered");
			expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 2, failures: 1 });
			await decideOrders(store.tools, [first], { decision: "approved", note: "", adminId: store.admin });
			expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 1, failures: 1 });
		});

		it("include the events of the stream that were given up", async () => {
			const event = {
				...{ platform: "twitch", person_id: "1", person_name: "ana", kind: "follow", facts: "{}", tries: 7 },
				...{ happened_at: "2026-03-04T12:00:00.000Z", received_at: "2026-03-04T12:00:00.000Z" },
			};
			const rows = ["failed", "failed", "due", "waiting"].map((state, key) => ({
				...event,
				state,
				key: `${key}`,
			}));
			await store.db.insertInto("platform_events").values(rows).execute();
			expect(await readAdminCounts(store.db)).toEqual({ waitingOrders: 0, failures: 2 });
		});

		it("stop at 100, so that their cost is bounded", async () => {
			const item = await addItem(store.db, "mug", { price: 1, stock: 500 });
			for (let number = 0; number < MAX_COUNT + 5; number += 1) await addOrder(store.db, store.ana, item);
			expect((await readAdminCounts(store.db)).waitingOrders).toBe(MAX_COUNT);
		});
	});

	describe("the topic of the counts", () => {
		function open(readers: number) {
			const { tools, ...topic } = topicTools(store.db, readers);
			return { ...topic, changed: openAdminCountsTopic(tools) };
		}

		it("publishes several changes together, a second after the first", async () => {
			await order();
			const { clock, changed, published } = open(1);
			changed();
			changed();
			await clock.advance(999);
			expect(published).toEqual([]);
			await clock.advance(1);
			await expect.poll(() => published).toHaveLength(1);
			expect(published).toEqual([["counts", { waitingOrders: 1, failures: 0, at: expect.any(Number) }]]);
		});

		it("publishes nothing while no admin is connected", async () => {
			const { clock, changed, published } = open(0);
			changed();
			await clock.advance(2000);
			expect(published).toEqual([]);
		});
	});

	it("the outbox summary counts pending and failed messages, with the time of the oldest pending one", async () => {
		const item = await addItem(store.db, "mug", { price: 1 });
		const url = "https://bot.example/";
		const orders: string[] = [];
		await addOrder(store.db, store.ana, item);
		expect(await summariseOutbox(store.db)).toEqual({ pending: 0, failed: 0, oldestAt: undefined });
		while (orders.length < 4)
			orders.push(await addOrder(store.db, store.ana, item, { bot: { format: "json", url } }));
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
