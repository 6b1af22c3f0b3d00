import { checkInvariants } from "db/audit";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { storeInvariants } from "~/store/store.audit.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { expectInvariants } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { removeGuards } from "../../support/unguarded";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);
const orders: Record<string, string> = {};

beforeEach(async () => {
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
	// The audit also finds violations that the schema prevents, such as those of an external program.
	await removeGuards(db);
});

const broken = async () =>
	(await checkInvariants(store.db, storeInvariants))
		.filter(({ rows }) => rows.length > 0)
		.map(({ name }) => storeInvariants.findIndex((one) => one.name === name));

it("the store invariants hold after redeems, approvals and cancellations, also with codes", async () => {
	await expectInvariants(store.db, ...ledgerInvariants, ...storeInvariants);
});

const [PAID, REFUNDED, HAS_ORDER, DECIDED, STOCK, CODES, MESSAGE, ARRIVED] = storeInvariants.keys();

it.each<[string, string, (number | undefined)[]]>([
	[
		"an order without its debit",
		"delete from point_entries where reason = 'redeem' and reference = :created",
		[PAID],
	],
	[
		"a debit that is too small",
		"update point_entries set delta = -99 where reason = 'redeem' and reference = :created",
		[PAID],
	],
	[
		"a debit of another user",
		"update point_entries set user_id = 'user-bruno' where reason = 'redeem' and reference = :created",
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
		"a stock that differs from the number of codes",
		"update store_items set stock = 2 where id = 'item-key'",
		[STOCK],
	],
	[
		"a code that was removed from its order",
		"update item_codes set order_id = null where order_id = :codeBack",
		[STOCK],
	],
	["a code of another item", "update item_codes set order_id = :created where order_id = :code", [CODES]],
	["an order without its message", "delete from redeem_messages where order_id = :created", [MESSAGE]],
	[
		"a delivered message without a time",
		"update redeem_messages set state = 'delivered' where order_id = :created",
		[ARRIVED],
	],
	[
		"a pending message without a next attempt",
		"update redeem_messages set state = 'pending' where order_id = :created",
		[ARRIVED],
	],
])("the store audit finds %s", async (_, statement, expected) => {
	await sql
		.raw(statement.replace(/:(\w+)/g, (_match, name: string) => `'${orders[name]}'`))
		.execute(store.db);
	expect(await broken()).toEqual(expected);
});
