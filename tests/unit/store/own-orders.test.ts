import { afterEach, beforeEach, expect, it } from "vitest";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { ORDER_KEY } from "~/store/orders/orders.server";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { positionIn } from "../../../db/keyset";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openStore } from "./orders.setup";

let store: Awaited<ReturnType<typeof openStore>>;
beforeEach(async () => {
	store = await openStore();
});
afterEach(() => store.close());

const list = (userId: string, address = "") =>
	readOwnOrders(store.tools, userId, positionIn(new URLSearchParams(address), ORDER_KEY), "pt");

it("shows a viewer's own orders alone, with code, note and decision", async () => {
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

it("pages through them both ways, the newest first", async () => {
	const item = await addItem(store.db, "mug", { price: 1, stock: 100 });
	const ids: string[] = [];
	for (let index = 0; index < 60; index++) {
		ids.unshift(await addOrder(store.db, store.ana, item, { at: new Date(Date.UTC(2026, 2, 5) + index) }));
	}
	const shown = async (address?: string) => (await list(store.ana, address)).rows.map(({ id }) => id);
	const second = await list(store.ana, (await list(store.ana)).next);
	expect(await shown()).toEqual(ids.slice(0, 25));
	expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(25, 50));
	expect(await shown(second.next)).toEqual(ids.slice(50));
	expect(await shown(second.previous)).toEqual(ids.slice(0, 25));
});
