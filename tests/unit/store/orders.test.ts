import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { VIOLATED } from "../../support/unguarded";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);

const orderOf = (id: string) => rowOf(store.db, "orders", { id });
const stockOf = async (id: string) => (await rowOf(store.db, "store_items", { id })).stock;
const refunds = () => rowsOf(store.db, "point_entries", { reason: "redeem-refund" });
const decide = (ids: string[], decision: "approved" | "cancelled", note = "", adminId = store.admin) =>
	decideOrders(store.tools, ids, { decision, note, adminId });

describe("a decision", () => {
	it("approves once with a note, and refunds nothing", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item);
		const answer = await decide([id], "approved", "Sent today");
		expect(answer).toEqual({ decision: "approved", done: [id], left: [] });
		const decided = { decided_by: store.admin, decided_at: store.clock.now().toISOString() };
		expect(await orderOf(id)).toMatchObject({ status: "approved", note: "Sent today", ...decided });
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([900, 9]);
		expect(store.logged).toEqual([{ event: "order-approved", orderId: id, adminId: store.admin }]);
	});

	it("cancels, refunds points and stock, and notifies the viewer's tabs", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item, { quantity: 3 });
		await decide([id], "cancelled");
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([1000, 10]);
		expect(await refunds()).toMatchObject([{ delta: 300, reference: id, actor: store.admin }]);
		expect(store.announced).toEqual([store.ana]);
		expect((await orderOf(id)).note).toBeNull();
	});

	it("to cancel an order with a code keeps the code with the order, and the stock is the number of free codes", async () => {
		const item = await addItem(store.db, "key", { codes: ["A", "B"] });
		const id = await addOrder(store.db, store.ana, item, { code: "A" });
		await decide([id], "cancelled");
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([1000, 1]);
		expect(await rowOf(store.db, "item_codes", { code: "A" })).toMatchObject({ order_id: id });
	});

	it("to cancel does not increase the stock if the order or the item has codes", async () => {
		const withCodes = await addItem(store.db, "key", { codes: ["A", "B"] });
		const first = await addOrder(store.db, store.ana, withCodes, { code: "A" });
		await changeRows(store.db, "store_items", { id: withCodes }, { has_codes: 0, stock: 5 });
		const plain = await addItem(store.db, "mug");
		const second = await addOrder(store.db, store.ana, plain);
		await changeRows(store.db, "store_items", { id: plain }, { has_codes: 1, stock: 0 });
		await decide([first, second], "cancelled");
		expect([await stockOf(withCodes), await stockOf(plain)]).toEqual([5, 0]);
	});

	it("is final, and a repeated submission succeeds only for the same admin and note", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item);
		await decide([id], "cancelled", "first");
		expect(await decide([id], "cancelled", "first")).toMatchObject({ done: [id], left: [] });
		const left = [{ id, code: "orderDecided" }];
		for (const note of ["second", ""]) {
			expect(await decide([id], "cancelled", note), note).toMatchObject({ done: [], left });
		}
		expect(await decide([id], "approved")).toMatchObject({ done: [], left });
		expect(await decide([id], "cancelled", "first", store.bruno)).toMatchObject({ done: [], left });
		expect((await orderOf(id)).note).toBe("first");
		expect(await refunds()).toHaveLength(1);
		expect(store.announced).toHaveLength(1);
	});

	it("on several orders is made for each separately, and reports which failed and why", async () => {
		const item = await addItem(store.db, "mug");
		const ids = await Promise.all([1, 2, 3].map(() => addOrder(store.db, store.ana, item)));
		await decide(ids.slice(0, 1), "approved");
		const missing = crypto.randomUUID();
		expect(await decide([...ids, missing], "cancelled")).toEqual({
			decision: "cancelled",
			done: ids.slice(1),
			left: [
				{ id: ids[0], code: "orderDecided" },
				{ id: missing, code: "orderGone" },
			],
		});
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([900, 9]);
	});

	it("that fails is logged with its cause and rolled back for its order only", async () => {
		const item = await addItem(store.db, "mug");
		const [good = "", bad = ""] = [
			await addOrder(store.db, store.ana, item),
			await addOrder(store.db, store.bruno, item),
		];
		// The refund exists already, as if written by another program: the ledger refuses a second one.
		await sql`
			insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values (${store.bruno}, 0, 900, 'redeem-refund', ${bad}, 'system', '2026-03-02T00:00:00.000Z')`.execute(
			store.db,
		);
		expect(await decide([bad, good], "cancelled")).toEqual({
			decision: "cancelled",
			done: [good],
			left: [{ id: bad, code: "orderUpdateFailed" }],
		});
		expect((await orderOf(bad)).status).toBe("created");
		expect([await findBalance(store.db, store.bruno), await stockOf(item)]).toEqual([900, 9]);
		expect(store.logged.find(({ event }) => event === "order-update-failed")).toMatchObject({ orderId: bad });
	});
});

describe("the database schema", () => {
	const change = (id: string, to: string, decidedAt: string | null = "2026-03-03T00:00:00.000Z") =>
		sql`update orders set status = ${to}, decided_at = ${decidedAt} where id = ${id}`.execute(store.db);

	it("allows only to approve or cancel a created order", async () => {
		const item = await addItem(store.db, "mug");
		for (const first of ["approved", "cancelled"]) {
			const id = await addOrder(store.db, store.ana, item);
			await expect(change(id, "refunded")).rejects.toThrow(VIOLATED.check);
			await expect(change(id, first, null)).rejects.toThrow(VIOLATED.check);
			await change(id, first);
			for (const then of ["created", "approved", "cancelled"].filter((status) => status !== first)) {
				await expect(change(id, then, null)).rejects.toThrow("may not change like this");
				await expect(change(id, then)).rejects.toThrow("may not change like this");
			}
		}
	});

	it("does not allow to change what was ordered", async () => {
		const id = await addOrder(store.db, store.ana, await addItem(store.db, "mug"));
		await addItem(store.db, "other");
		for (const column of ["user_id", "item_id", "item_name", "item_price", "quantity", "total_points"]) {
			const value = { user_id: store.bruno, item_id: "item-other" }[column] ?? 7;
			const update = sql`update orders set ${sql.ref(column)} = ${value} where id = ${id}`;
			await expect(update.execute(store.db), column).rejects.toThrow("may not change like this");
		}
	});
});
