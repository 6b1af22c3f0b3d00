import { expect, it } from "vitest";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { storeInvariants } from "~/store/store.audit.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { expectInvariants, violatedAfter } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { removeGuards } from "../../support/unguarded";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);
const orders: Record<string, string> = {};

const [PAID = 0, REFUNDED = 0, HAS_ORDER = 0, DECIDED = 0, STOCK = 0, CODES = 0, MESSAGE = 0, ARRIVED = 0] =
	storeInvariants.keys();
const DEBIT = "reason = 'redeem' and reference = :created";

const VIOLATIONS: [string, string, number[]][] = [
	["an order without its debit", `delete from point_entries where ${DEBIT}`, [PAID]],
	["a debit that is too small", `update point_entries set delta = -99 where ${DEBIT}`, [PAID]],
	[
		"a debit of another user",
		`update point_entries set user_id = 'user-bruno' where ${DEBIT}`,
		[PAID, HAS_ORDER],
	],
	[
		"a cancelled order without its refund",
		"delete from point_entries where reason = 'redeem-refund' and reference = :cancelled",
		[REFUNDED],
	],
	[
		"a refund that is too large",
		"update point_entries set delta = 101 where reason = 'redeem-refund'",
		[REFUNDED],
	],
	[
		"a refund of an approved order",
		"update orders set status = 'approved' where id = :cancelled",
		[REFUNDED],
	],
	["entries of a missing order", "delete from orders where id = :created", [HAS_ORDER]],
	["a decision without an admin", "update orders set decided_by = null where id = :approved", [DECIDED]],
	["a created order with a decision", "update orders set status = 'created' where id = :approved", [DECIDED]],
	["a negative stock", "update store_items set stock = -1 where id = 'item-mug'", [STOCK]],
	[
		"a stock that is not that of the codes",
		"update store_items set stock = 2 where id = 'item-key'",
		[STOCK],
	],
	["a code without its order", "update item_codes set order_id = null where order_id = :codeBack", [STOCK]],
	["a code of another item", "update item_codes set order_id = :created where order_id = :code", [CODES]],
	["an order without its message", "delete from redeem_messages where order_id = :created", [MESSAGE]],
	...["delivered", "pending"].map((state): [string, string, number[]] => [
		`a ${state} message without a time`,
		`update redeem_messages set state = '${state}' where order_id = :created`,
		[ARRIVED],
	]),
];

it("the store audit finds violations, and none after redeems, approvals and cancellations", async () => {
	const { db, ana, tools, admin } = store;
	const mug = await addItem(db, "mug");
	const key = await addItem(db, "key", { codes: ["A", "B", "C"] });
	for (const name of ["created", "approved", "cancelled"]) orders[name] = await addOrder(db, ana, mug);
	orders.code = await addOrder(db, ana, key, { code: "B" });
	orders.codeBack = await addOrder(db, ana, key, { code: "A" });
	for (const decision of ["approved", "cancelled"] as const) {
		await decideOrders(tools, [orders[decision] ?? ""], { decision, note: "", adminId: admin });
	}
	await decideOrders(tools, [orders.codeBack], { decision: "cancelled", note: "", adminId: admin });
	await expectInvariants(db, ...ledgerInvariants, ...storeInvariants);
	// The audit also finds violations that the schema prevents, such as those of an external program.
	await removeGuards(db);
	for (const [what, statement, expected] of VIOLATIONS) {
		const done = statement.replace(/:(\w+)/g, (_match, name: string) => `'${orders[name]}'`);
		const names = expected.map((index) => storeInvariants[index]?.name);
		expect(await violatedAfter(db, done, storeInvariants), what).toEqual(names);
	}
});
