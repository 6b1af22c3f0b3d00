import { expect, it } from "vitest";
import { findOrders } from "~/store/orders/orders.queries.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { plansOf } from "../../support/query-plans";

const test = databaseForEachTest();

it("a page of a search reads the nearest orders of each item, which has very many, through its index", async () => {
	const hits = { text: "a", userIds: ["u1", "u2"], itemIds: ["i1", "i2"] };
	const position = { direction: "after" as const, key: ["2026-01-01T00:00:00.000Z", "o1"] };
	const [first] = await plansOf(test, (db) =>
		findOrders(db, { status: undefined, hits, position, limit: 26 }),
	);
	const read =
		"SEARCH orders USING COVERING INDEX orders_newest_item_id (item_id=? AND (created_at,id)<(?,?))";
	expect(first?.plan.replace(/\d+/g, "")).toContain(`CORRELATED LIST SUBQUERY \n${read}`);
	expect(first?.plan).toMatch(/SEARCH orders USING .*INDEX orders_newest_user_id/);
});
