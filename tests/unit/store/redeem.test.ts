import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { disableItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { readReceipt, readStore } from "~/store/store.server";
import { faults, newRequest, openShop, type Shop } from "./redeem.setup";

let shop: Shop;
beforeEach(async () => {
	shop = await openShop({ url: "https://bot.example" });
});
afterEach(async () => {
	expect(await faults(shop.db)).toEqual([]);
	await shop.close();
});

const refusal = (code: string) => expect.objectContaining({ code });

describe("a redeem", () => {
	it("takes points and a piece, and leaves an order, an entry and the bot's message", async () => {
		const { db, ana, clock } = shop;
		const id = await shop.add({ price: 300, stock: 2 });
		const { orderId, points } = await shop.redeem(ana, id);
		expect(points).toBe(700);
		expect(await findBalance(db, ana)).toBe(700);
		expect((await shop.item(id)).stock).toBe(1);
		const { orders, messages, entries } = await shop.stored();
		const at = clock.now().toISOString();
		expect(orders).toEqual([
			{
				id: orderId,
				user_id: ana,
				item_id: id,
				item_name: "Mug",
				item_price: 300,
				quantity: 1,
				total_points: 300,
				status: "created",
				question: null,
				answer: null,
				note: null,
				created_at: at,
				decided_at: null,
				decided_by: null,
			},
		]);
		expect(entries.at(-1)).toMatchObject({
			user_id: ana,
			delta: -300,
			balance_after: 700,
			reason: "redeem",
			reference: orderId,
			actor: ana,
			created_at: at,
		});
		expect(messages).toMatchObject([{ order_id: orderId, state: "pending", next_try_at: at }]);
		expect(JSON.parse((messages[0] as { body: string }).body)).toEqual({ username: "ana", item: "Mug" });
		expect([shop.announced, shop.wakes(), shop.changed.at(-1)]).toEqual([[ana], 1, id]);
	});

	it("keeps name, price, question and answer as they were", async () => {
		const id = await shop.add({ question: "Which colour?" });
		await shop.redeem(shop.ana, id, { answer: "  Blue \n" });
		await shop.edit(id, { name: "Cup", price: 7, question: "Which size?" });
		expect((await shop.stored()).orders).toMatchObject([
			{ item_name: "Mug", item_price: 100, question: "Which colour?", answer: "Blue" },
		]);
	});

	it("stores no answer to a question that is not asked", async () => {
		await shop.redeem(shop.ana, await shop.add(), { answer: "unasked" });
		expect((await shop.stored()).orders).toMatchObject([{ question: null, answer: null }]);
	});

	it("may take the last point and the last piece", async () => {
		const id = await shop.add({ price: 1000, stock: 1 });
		expect((await shop.redeem(shop.ana, id)).points).toBe(0);
		expect((await shop.item(id)).stock).toBe(0);
	});

	it("is answered alike when it comes again, and acts once", async () => {
		const id = await shop.add();
		const input = await shop.seen(id);
		const first = await shop.redeem(shop.ana, id, input);
		const after = await shop.stored();
		expect(await shop.redeem(shop.ana, id, input)).toEqual(first);
		expect(await shop.stored()).toEqual(after);
		expect(shop.wakes()).toBe(1);
		await expect(shop.redeem(shop.ana, id, { ...input, answer: "other" })).rejects.toEqual(
			refusal("idempotencyKeyReused"),
		);
	});

	it("is answered alike even if an admin has edited the item since its answer was lost", async () => {
		const id = await shop.add();
		const input = await shop.seen(id);
		const first = await shop.redeem(shop.ana, id, input);
		await shop.edit(id, { price: 150, name: "Cup" });
		const { revision, price, stock } = await shop.item(id);
		const again = { ...input, revision, price, stock };
		expect(await shop.redeem(shop.ana, id, again)).toEqual(first);
		await disableItem(shop.tools, shop.admin, id);
		expect(await shop.redeem(shop.ana, id, input)).toEqual(first);
		expect((await shop.stored()).orders).toMatchObject([{ total_points: 100 }]);
	});

	it("leaves a message that waits for a hand where no bot is set up", async () => {
		await shop.close();
		shop = await openShop();
		await shop.redeem(shop.ana, await shop.add());
		expect((await shop.stored()).messages).toMatchObject([{ state: "off", next_try_at: null }]);
	});
});

describe("a refused redeem changes nothing:", () => {
	const refused = async (code: string, act: () => Promise<unknown>) => {
		const before = await shop.stored();
		await expect(act()).rejects.toEqual(refusal(code));
		expect(await shop.stored()).toEqual(before);
		expect([shop.announced, shop.wakes()]).toEqual([[], 0]);
	};
	const spent = () => {
		shop.announced.length = 0;
	};

	it("an item or a viewer that is not there", async () => {
		const id = await shop.add();
		const input = await shop.seen(id);
		await refused("redeemInvalid", () => shop.redeem(shop.ana, id, { ...input, itemId: "none" }));
		await refused("redeemInvalid", () => shop.redeem("nobody", id, input));
	});

	it("too few points", async () => {
		const id = await shop.add({ price: 1001 });
		await refused("insufficientPoints", () => shop.redeem(shop.ana, id));
	});

	it("nothing left", async () => {
		const id = await shop.add({ stock: 0 });
		await refused("outOfStock", () => shop.redeem(shop.ana, id));
	});

	it("disabled", async () => {
		const id = await shop.add();
		await disableItem(shop.tools, shop.admin, id);
		await refused("itemUnavailable", () => shop.redeem(shop.ana, id));
	});

	it("another price since the dialog was opened", async () => {
		const id = await shop.add();
		const input = await shop.seen(id);
		await shop.edit(id, { price: 150 });
		await refused("itemChanged", () => shop.redeem(shop.ana, id, input));
		expect((await shop.redeem(shop.ana, id)).points, "seen again, it is redeemed").toBe(850);
	});

	it("no answer", async () => {
		const id = await shop.add({ question: "Which?" });
		await refused("answerMissing", () => shop.redeem(shop.ana, id, { answer: " \n " }));
	});

	it.each(["orders", "redeem_messages", "point_entries", "item_codes"])(
		"a failure of the database at %s, which is logged with its cause",
		async (table) => {
			const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
			const change = table === "item_codes" ? "update" : "insert";
			await sql
				.raw(
					`create trigger broken before ${change} on ${table} begin select raise(abort, 'disk on fire'); end`,
				)
				.execute(shop.db);
			await refused("redeemFailed", () => shop.redeem(shop.ana, id));
			expect(shop.logged.at(-1)).toMatchObject({
				event: "redeem-failed",
				userId: shop.ana,
				itemId: id,
				err: expect.objectContaining({ message: "disk on fire" }),
			});
			await sql`drop trigger broken`.execute(shop.db);
			expect((await shop.redeem(shop.ana, id)).points, "and then it works").toBe(900);
			spent();
		},
	);

	it("stock without a free code, which must not be", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
		await shop.db.deleteFrom("item_codes").execute();
		await refused("redeemFailed", () => shop.redeem(shop.ana, id));
		await shop.edit(id, {});
		expect((await shop.item(id)).stock, "saving it counts them anew").toBe(0);
	});
});

describe("limit and cooldown", () => {
	async function cancelAll() {
		const orders = await shop.db.selectFrom("orders").select("id").where("status", "=", "created").execute();
		const ids = orders.map(({ id }) => id);
		await decideOrders(shop.tools, ids, { decision: "cancelled", note: "", adminId: shop.admin });
	}

	it("hold for each viewer, and cancelled orders count for neither", async () => {
		const id = await shop.add({ viewerLimit: 2, price: 10 });
		await shop.redeem(shop.ana, id);
		await shop.redeem(shop.ana, id);
		await expect(shop.redeem(shop.ana, id)).rejects.toMatchObject({
			code: "itemLimitReached",
			values: { limit: 2 },
		});
		await shop.redeem(shop.bruno, id);
		await cancelAll();
		await shop.redeem(shop.ana, id);
	});

	it("make the viewer wait, and state how long", async () => {
		const id = await shop.add({ cooldownHours: 24, price: 10 });
		await shop.redeem(shop.ana, id);
		shop.clock.pass(90 * 60_000);
		await expect(shop.redeem(shop.ana, id)).rejects.toMatchObject({
			code: "itemCoolingDown",
			values: { hours: 23 },
		});
		await shop.redeem(shop.bruno, id);
		shop.clock.pass(22.5 * 3_600_000);
		await shop.redeem(shop.ana, id);
		await cancelAll();
		await shop.redeem(shop.ana, id);
	});

	it("stand on the item's card beforehand", async () => {
		const limited = await shop.add({ viewerLimit: 1, price: 20 });
		const slow = await shop.add({ cooldownHours: 5, price: 10 });
		await shop.redeem(shop.ana, limited);
		await shop.redeem(shop.ana, slow);
		const cards = async (id: string) => {
			const viewer = { id, username: "", isAdmin: false, points: 0, sessionId: "", sessionEndsAt: "" };
			return (await readStore(shop.tools, viewer)).items.map(({ refusal }) => refusal?.code);
		};
		expect(await cards(shop.ana)).toEqual(["itemLimitReached", "itemCoolingDown"]);
		expect(await cards(shop.bruno)).toEqual([undefined, undefined]);
	});
});

describe("codes", () => {
	const codesOf = async (orderId: string) =>
		shop.db.selectFrom("item_codes").select("code").where("order_id", "=", orderId).execute();
	const viewer = (id: string) => ({
		id,
		username: "",
		isAdmin: true,
		points: 0,
		sessionId: "",
		sessionEndsAt: "",
	});

	it("are handed out oldest first, one to each order, until none is left", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["B-2", "A-1"], price: 10 });
		const one = await shop.redeem(shop.ana, id);
		const two = await shop.redeem(shop.bruno, id);
		expect(await codesOf(one.orderId)).toEqual([{ code: "B-2" }]);
		expect(await codesOf(two.orderId)).toEqual([{ code: "A-1" }]);
		await expect(shop.redeem(shop.ana, id)).rejects.toEqual(refusal("outOfStock"));
	});

	it("are read by the buyer alone, in the order's own address", async () => {
		const id = await shop.add({ hasCodes: true, codes: ["A-1"] });
		const other = await shop.add();
		const { orderId } = await shop.redeem(shop.ana, id);
		const receipt = (userId: string, itemId: string) =>
			readReceipt(shop.tools, viewer(userId), itemId, orderId);
		expect(await receipt(shop.ana, id)).toMatchObject({ name: "Mug", points: 100, code: "A-1" });
		expect(await receipt(shop.bruno, id)).toBeUndefined();
		expect(await receipt(shop.admin, id)).toBeUndefined();
		expect(await receipt(shop.ana, other)).toBeUndefined();
		expect(await readReceipt(shop.tools, viewer(shop.ana), id, newRequest())).toBeUndefined();
	});
});
