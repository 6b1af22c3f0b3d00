import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { redeem } from "~/store/redeem/redeem.server";
import { readReceipt, readStore } from "~/store/store.server";
import { expectRefusal } from "../../support/expectations";
import { rowsOf } from "../../support/rows-of";
import { breakWrites } from "../../support/unguarded";
import { disableItem, newRequest, openShop, type Shop, viewerOf, violations } from "./redeem.setup";

let shop: Shop;
beforeEach(async () => {
	shop = await openShop({ url: "https://bot.example" });
});
afterEach(async () => {
	expect(await violations(shop.db)).toEqual([]);
	await shop.close();
});

describe("a redeem", () => {
	it("takes points and stock, and creates an order, a ledger entry and the bot's message", async () => {
		const { db, ana, clock } = shop;
		const id = await shop.add({ price: 300, stock: 2 });
		const { orderId, points } = await shop.redeem(ana, id);
		expect(points).toBe(700);
		expect(await findBalance(db, ana)).toBe(700);
		expect((await shop.item(id)).stock).toBe(1);
		const { orders, messages, entries } = await shop.stored();
		const at = clock.now().toISOString();
		const [buyer, item] = [{ user_id: ana }, { item_id: id, item_name: "Mug", item_price: 300 }];
		const undecided = { status: "created", note: null, decided_at: null, decided_by: null };
		const [asked, order] = [
			{ question: null, answer: null },
			{ id: orderId, created_at: at },
		];
		const amounts = { quantity: 1, total_points: 300, translations: "{}" };
		expect(orders).toEqual([{ ...order, ...buyer, ...item, ...amounts, ...undecided, ...asked }]);
		const debit = { reason: "redeem", reference: orderId, delta: -300, balance_after: 700 };
		expect(entries.at(-1)).toMatchObject({ ...buyer, ...debit, actor: ana, created_at: at });
		expect(messages).toMatchObject([
			{ reference: orderId, state: "due", next_at: at },
			{ kind: "announcement", reference: `store.redeemed:${orderId}` },
		]);
		expect([shop.announced, shop.wakes(), shop.changed.at(-1)]).toEqual([[ana], 1, "items"]);
	});

	it("is counted once with the item's name, its id and the points", async () => {
		const id = await shop.add({ price: 300 });
		const counted: unknown[] = [];
		const tools = { ...shop.tools, count: (...event: unknown[]) => void counted.push(event) };
		const input = await shop.openDialog(id);
		await redeem(tools, shop.ana, input);
		await redeem(tools, shop.ana, input);
		expect(counted).toEqual([["redeem", "Mug", { itemName: "Mug", itemId: id, points: 300 }]]);
	});

	it("may take the last of points and stock, and stores the texts of its time", async () => {
		const id = await shop.add({ price: 1000, stock: 1, question: "Which colour?" });
		expect((await shop.redeem(shop.ana, id, { answer: "  Blue \n" })).points).toBe(0);
		expect((await shop.item(id)).stock).toBe(0);
		await shop.edit(id, { name: "Cup", price: 7, question: "Which size?" });
		expect((await shop.stored()).orders).toMatchObject([
			{ item_name: "Mug", item_price: 1000, question: "Which colour?", answer: "Blue" },
		]);
	});

	it("has the same answer if repeated, also after an admin has edited or disabled the item, and acts once", async () => {
		const id = await shop.add();
		const input = await shop.openDialog(id);
		const first = await shop.redeem(shop.ana, id, input);
		const after = await shop.stored();
		expect(await shop.redeem(shop.ana, id, input)).toEqual(first);
		expect(await shop.stored()).toEqual(after);
		expect(shop.wakes()).toBe(1);
		await expectRefusal(shop.redeem(shop.ana, id, { ...input, answer: "other" }), "idempotencyKeyReused");
		await shop.edit(id, { price: 150, name: "Cup" });
		const { revision, price, stock } = await shop.item(id);
		expect(await shop.redeem(shop.ana, id, { ...input, revision, price, stock })).toEqual(first);
		await disableItem(shop.tools, shop.admin, id);
		expect(await shop.redeem(shop.ana, id, input)).toEqual(first);
		expect((await shop.stored()).orders).toMatchObject([{ total_points: 100 }]);
	});
});

describe("a redeem is refused and changes nothing for", () => {
	const refused = async (code: string, act: () => Promise<unknown>) => {
		const before = await shop.stored();
		await expectRefusal(act(), code);
		expect(await shop.stored()).toEqual(before);
		expect([shop.announced, shop.wakes()]).toEqual([[], 0]);
	};
	it("an unknown item or viewer, too few points, an item out of stock, and a missing answer", async () => {
		const id = await shop.add();
		const input = await shop.openDialog(id);
		await refused("redeemInvalid", () => shop.redeem(shop.ana, id, { ...input, itemId: "none" }));
		await refused("redeemFailed", () => shop.redeem("nobody", id, input));
		const [dear, gone] = [await shop.add({ price: 1001 }), await shop.add({ stock: 0 })];
		await refused("insufficientPoints", () => shop.redeem(shop.ana, dear));
		await refused("outOfStock", () => shop.redeem(shop.ana, gone));
		const asking = await shop.add({ question: "Which?" });
		await refused("answerMissing", () => shop.redeem(shop.ana, asking, { answer: " \n " }));
	});

	it("a price that has changed since the dialog was opened, and a disabled item", async () => {
		const id = await shop.add();
		const input = await shop.openDialog(id);
		await shop.edit(id, { price: 150 });
		await refused("itemChanged", () => shop.redeem(shop.ana, id, input));
		await disableItem(shop.tools, shop.admin, id);
		await refused("itemUnavailable", () => shop.redeem(shop.ana, id));
	});

	it.each(["orders", "jobs", "point_entries", "item_codes"])(
		"a failed write to %s, which is logged with its cause",
		async (table) => {
			const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
			const change = table === "item_codes" ? "update" : "insert";
			const mend = await breakWrites(shop.db, { event: change, table, message: "disk on fire" });
			await refused("redeemFailed", () => shop.redeem(shop.ana, id));
			expect(shop.logged.at(-1)).toMatchObject({
				event: "redeem-failed",
				userId: shop.ana,
				itemId: id,
				err: expect.objectContaining({ message: "disk on fire" }),
			});
			await mend();
			expect((await shop.redeem(shop.ana, id)).points, "succeeds afterwards").toBe(900);
		},
	);

	it("an inconsistent stock without a free code", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
		await shop.db.deleteFrom("item_codes").execute();
		await refused("redeemFailed", () => shop.redeem(shop.ana, id));
		await shop.edit(id, {});
		expect((await shop.item(id)).stock, "saving the item counts the codes again").toBe(0);
	});
});

describe("limit and cooldown", () => {
	async function cancelAll() {
		const ids = (await rowsOf(shop.db, "orders", { status: "created" })).map(({ id }) => id);
		await decideOrders(shop.tools, ids, { decision: "cancelled", note: "", adminId: shop.admin });
	}

	it("apply per viewer, ignore cancelled orders, and are shown on the item's card", async () => {
		const limited = await shop.add({ viewerLimit: 2, price: 20 });
		const slow = await shop.add({ cooldownHours: 24, price: 10 });
		const cards = async (id: string) =>
			(await readStore(shop.tools, viewerOf(id), "en")).items.map(({ refusal }) => refusal?.code);
		for (const id of [limited, limited, slow]) await shop.redeem(shop.ana, id);
		expect(await cards(shop.ana)).toEqual(["itemLimitReached", "itemCoolingDown"]);
		expect(await cards(shop.bruno)).toEqual([undefined, undefined]);
		shop.clock.pass(90 * 60_000);
		await expectRefusal(shop.redeem(shop.ana, limited), "itemLimitReached", { limit: 2 });
		await expectRefusal(shop.redeem(shop.ana, slow), "itemCoolingDown", { hours: 23 });
		for (const id of [limited, slow]) await shop.redeem(shop.bruno, id);
		shop.clock.pass(22.5 * 3_600_000);
		await shop.redeem(shop.ana, slow);
		await cancelAll();
		for (const id of [limited, slow]) await shop.redeem(shop.ana, id);
	});
});

describe("codes", () => {
	const codesOf = async (order_id: string) =>
		(await rowsOf(shop.db, "item_codes", { order_id })).map(({ code }) => code);

	it("are assigned oldest first, one per order, until none is left", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["B-2", "A-1"], price: 10 });
		const one = await shop.redeem(shop.ana, id);
		const two = await shop.redeem(shop.bruno, id);
		expect(await codesOf(one.orderId)).toEqual(["B-2"]);
		expect(await codesOf(two.orderId)).toEqual(["A-1"]);
		await expectRefusal(shop.redeem(shop.ana, id), "outOfStock");
	});

	it("are shown to the buyer only, at the URL of the order", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
		const other = await shop.add();
		const { orderId } = await shop.redeem(shop.ana, id);
		const receipt = (userId: string, itemId: string, shown = orderId) =>
			readReceipt(shop.tools, viewerOf(userId), { itemId, orderId: shown, language: "en" });
		expect(await receipt(shop.ana, id)).toMatchObject({ name: "Mug", points: 100, code: "A-1" });
		for (const stranger of [shop.bruno, shop.admin]) expect(await receipt(stranger, id)).toBeUndefined();
		expect(await receipt(shop.ana, other)).toBeUndefined();
		expect(await receipt(shop.ana, id, newRequest())).toBeUndefined();
	});
});
