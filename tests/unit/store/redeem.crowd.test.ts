import { expect, it } from "vitest";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser } from "../../support/database";
import { openForEachTest } from "../../support/for-each-test";
import { openShop, violations } from "./redeem.setup";

const shop = openForEachTest(openShop);

const outcomeOf = (redeem: Promise<unknown>) =>
	redeem.then(
		() => "redeemed",
		(error: { code?: string }) => error.code ?? String(error),
	);
const count = (outcomes: string[]) =>
	Object.fromEntries(
		[...new Set(outcomes)].sort().map((one) => [one, outcomes.filter((o) => o === one).length]),
	);

it("exactly 20 of 200 concurrent redeems succeed for a stock of 20, in each of ten rounds", async () => {
	const viewers = await Promise.all(Array.from({ length: 200 }, (_, at) => addUser(shop.db, `v${at}`, 1000)));
	const redeemsOf = new Map<string, number>();
	for (let round = 0; round < 10; round++) {
		const hasCodes = round % 2 === 1;
		const codes = hasCodes ? Array.from({ length: 20 }, (_, at) => `C-${round}-${at}`) : [];
		const id = await shop.add({ price: 70, stock: hasCodes ? 0 : 20, hasCodes, codes });
		const input = await shop.openDialog(id);
		const outcomes = await Promise.all(
			viewers.map((viewer) =>
				outcomeOf(shop.redeem(viewer, id, { ...input, idempotencyKey: crypto.randomUUID() })),
			),
		);
		expect(count(outcomes)).toEqual({ outOfStock: 180, redeemed: 20 });
		viewers.forEach((viewer, at) => {
			if (outcomes[at] === "redeemed") redeemsOf.set(viewer, (redeemsOf.get(viewer) ?? 0) + 1);
		});
		expect((await shop.item(id)).stock).toBe(0);
		const orders = await shop.db.selectFrom("orders").selectAll().where("item_id", "=", id).execute();
		expect(orders).toHaveLength(20);
		if (hasCodes) {
			const assigned = await shop.db
				.selectFrom("item_codes")
				.select("order_id")
				.where("item_id", "=", id)
				.where("order_id", "is not", null)
				.execute();
			expect(new Set(assigned.map(({ order_id }) => order_id))).toEqual(new Set(orders.map(({ id }) => id)));
		}
	}
	const { orders, messages, points, entries } = await shop.stored();
	expect([orders.length, messages.length]).toEqual([200, 200]);
	expect((entries as { reason: string }[]).filter(({ reason }) => reason === "redeem")).toHaveLength(200);
	for (const { user_id, points: left } of points) {
		expect(left, user_id).toBe(1000 - 70 * (redeemsOf.get(user_id) ?? 0));
	}
	expect(await violations(shop.db)).toEqual([]);
}, 300_000);

it("one redeem that arrives 50 times concurrently creates one order", async () => {
	const id = await shop.add();
	const input = await shop.openDialog(id);
	const answers = await Promise.all(Array.from({ length: 50 }, () => shop.redeem(shop.ana, id, input)));
	expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
	const { orders, messages } = await shop.stored();
	expect([orders.length, messages.length]).toEqual([1, 1]);
	expect((await shop.item(id)).stock).toBe(4);
	expect(shop.announced).toEqual([shop.ana]);
	expect(await findBalance(shop.db, shop.ana)).toBe(900);
});

it("the viewer limit holds for concurrent redeems of one viewer", async () => {
	const id = await shop.add({ viewerLimit: 3, price: 10, stock: 50 });
	const input = await shop.openDialog(id);
	const outcomes = await Promise.all(
		Array.from({ length: 30 }, () =>
			outcomeOf(shop.redeem(shop.ana, id, { ...input, idempotencyKey: crypto.randomUUID() })),
		),
	);
	expect(count(outcomes)).toEqual({ itemLimitReached: 27, redeemed: 3 });
});
