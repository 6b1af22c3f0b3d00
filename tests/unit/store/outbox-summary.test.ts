import { afterEach, beforeEach, expect, it } from "vitest";
import { summariseOutbox } from "~/store/redeem-bot/outbox.queries.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openStore } from "./orders.setup";

let store: Awaited<ReturnType<typeof openStore>>;
let item: string;
beforeEach(async () => {
	store = await openStore();
	item = await addItem(store.db, "mug", { price: 1, stock: 1000 });
});
afterEach(() => store.close());

const order = (url?: string) =>
	addOrder(store.db, store.ana, item, { bot: { format: "json", ...(url && { url }) } });
const set = (orderId: string, row: object) =>
	store.db.updateTable("redeem_messages").set(row).where("order_id", "=", orderId).execute();

it("reports nothing for an empty outbox", async () => {
	await order();
	expect(await summariseOutbox(store.db)).toEqual({ pending: 0, failed: 0, oldestAt: undefined });
});

it("reports pending and failed messages and since when, not delivered ones", async () => {
	const url = "https://bot.example/";
	const [first, second, given, arrived] = [
		await order(url),
		await order(url),
		await order(url),
		await order(url),
	];
	await set(first, { created_at: "2026-03-04T10:00:00.000Z" });
	await set(second, { created_at: "2026-03-04T11:00:00.000Z" });
	await set(given, { state: "failed", next_try_at: null, created_at: "2026-03-01T00:00:00.000Z" });
	await set(arrived, { state: "delivered", next_try_at: null, created_at: "2026-03-01T00:00:00.000Z" });
	expect(await summariseOutbox(store.db)).toEqual({
		pending: 2,
		failed: 1,
		oldestAt: "2026-03-04T10:00:00.000Z",
	});
});
