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

const [PAID = 0, REFUNDED = 0, HAS_ORDER = 0, DECIDED = 0, STOCK = 0, CODES = 0, MESSAGE = 0] =
	storeInvariants.keys();
const DEBIT = "reason = 'redeem' and reference = :created";
const REFUND = "reason = 'redeem-refund'";
const entries = (change: string, where: string) => `update point_entries set ${change} where ${where}`;
const order = (change: string, name: string) => `update orders set ${change} where id = :${name}`;
const code = (order: string, name: string) =>
	`update item_codes set order_id = ${order} where order_id = :${name}`;
const stock = (number: number, item: string) =>
	`update store_items set stock = ${number} where id = '${item}'`;

const VIOLATIONS: [string, string, number[]][] = [
	["an order without its debit", `delete from point_entries where ${DEBIT}`, [PAID]],
	["a debit that is too small", entries("delta = -99", DEBIT), [PAID]],
	["a debit of another user", entries("user_id = 'user-bruno'", DEBIT), [PAID, HAS_ORDER]],
	["no refund", `delete from point_entries where ${REFUND} and reference = :cancelled`, [REFUNDED]],
	["a refund that is too large", entries("delta = 101", REFUND), [REFUNDED]],
	["a refund of an approved order", order("status = 'approved'", "cancelled"), [REFUNDED]],
	["entries of a missing order", "delete from orders where id = :created", [HAS_ORDER]],
	["a decision without an admin", order("decided_by = null", "approved"), [DECIDED]],
	["a created order with a decision", order("status = 'created'", "approved"), [DECIDED]],
	["a negative stock", stock(-1, "item-mug"), [STOCK]],
	["a stock that is not that of the codes", stock(2, "item-key"), [STOCK]],
	["a code without its order", code("null", "codeBack"), [STOCK]],
	["a code of another item", code(":created", "code"), [CODES]],
	["an order without its message", "delete from jobs where reference = :created", [MESSAGE]],
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
