import { positionIn } from "db/keyset";
import { expect, it } from "vitest";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { ORDER_KEY } from "~/store/orders/orders.server";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);

const list = (userId: string, address = "") =>
	readOwnOrders(store.tools, userId, positionIn(new URLSearchParams(address), ORDER_KEY), "pt");

it("a viewer's list contains only their orders, with code, note and decision", async () => {
	const key = await addItem(store.db, "key", { codes: ["MINE", "OTHER"] });
	const at = new Date("2026-07-01T10:00:00.000Z");
	const id = await addOrder(store.db, store.ana, key, { code: "MINE", at });
	await addOrder(store.db, store.bruno, key, { code: "OTHER", at });
	await decideOrders(store.tools, [id], { decision: "cancelled", note: "Sorry", adminId: store.admin });
	expect((await list(store.ana)).rows).toEqual([
		{
			id,
			item: "key",
			quantity: 1,
			points: 100,
			status: "cancelled",
			question: null,
			answer: null,
			note: "Sorry",
			code: "MINE",
			createdAt: "01/07/2026, 11:00",
			decidedAt: "04/03/2026, 12:00",
		},
	]);
	expect((await list(store.admin)).rows).toEqual([]);
});

it("a viewer's list is paginated in both directions, newest first", async () => {
	const item = await addItem(store.db, "mug", { price: 1, stock: 100 });
	const ids: string[] = [];
	for (let index = 0; index < 60; index++) {
		ids.unshift(await addOrder(store.db, store.ana, item, { at: new Date(Date.UTC(2026, 2, 5) + index) }));
	}
	const idsAt = async (address?: string) => (await list(store.ana, address)).rows.map(({ id }) => id);
	const second = await list(store.ana, (await list(store.ana)).next);
	expect(await idsAt()).toEqual(ids.slice(0, 25));
	expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(25, 50));
	expect(await idsAt(second.next)).toEqual(ids.slice(50));
	expect(await idsAt(second.previous)).toEqual(ids.slice(0, 25));
});
