import { beforeEach, expect, it } from "vitest";
import { summariseOutbox } from "~/store/redeem-bot/outbox.queries.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);
let item: string;
beforeEach(async () => {
	item = await addItem(store.db, "mug", { price: 1, stock: 1000 });
});

const order = (url?: string) =>
	addOrder(store.db, store.ana, item, { bot: { format: "json", ...(url && { url }) } });
const set = (orderId: string, row: object) =>
	store.db.updateTable("redeem_messages").set(row).where("order_id", "=", orderId).execute();

it("the outbox summary is empty for an empty outbox", async () => {
	await order();
	expect(await summariseOutbox(store.db)).toEqual({ pending: 0, failed: 0, oldestAt: undefined });
});

it("the outbox summary counts pending and failed messages, with the time of the oldest pending one", async () => {
	const url = "https://bot.example/";
	const [first, second, failed, delivered] = [
		await order(url),
		await order(url),
		await order(url),
		await order(url),
	];
	await set(first, { created_at: "2026-03-04T10:00:00.000Z" });
	await set(second, { created_at: "2026-03-04T11:00:00.000Z" });
	await set(failed, { state: "failed", next_try_at: null, created_at: "2026-03-01T00:00:00.000Z" });
	await set(delivered, { state: "delivered", next_try_at: null, created_at: "2026-03-01T00:00:00.000Z" });
	expect(await summariseOutbox(store.db)).toEqual({
		pending: 2,
		failed: 1,
		oldestAt: "2026-03-04T10:00:00.000Z",
	});
});
