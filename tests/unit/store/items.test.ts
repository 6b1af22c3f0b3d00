import { describe, expect, it } from "vitest";
import { readGoal, saveGoal } from "~/store/goal/goal.server";
import { findHits, readOrder } from "~/store/orders/orders.server";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { readOffer, readReceipt, readStore } from "~/store/store.server";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { disableItem, MUG, newRequest, openShop, saveItem, viewerOf } from "./redeem.setup";

const shop = openForEachTest(openShop);

const viewer = (isAdmin: boolean) => viewerOf(isAdmin ? shop.admin : shop.ana, { isAdmin });
const names = async (isAdmin = false) => {
	const { items, disabled } = await readStore(shop.tools, viewer(isAdmin), "en");
	return [items.map(({ name }) => name), disabled.map(({ name }) => name)];
};
const codes = async (item_id: string) =>
	(await rowsOf(shop.db, "item_codes", { item_id })).map(({ code, order_id }) =>
		order_id ? `${code}!` : code,
	);

describe("the store", () => {
	it("shows active items, the most expensive first, and disabled ones to admins only", async () => {
		await shop.add({ name: "Cheap", price: 10 });
		await shop.add({ name: "Dear", price: 900 });
		const gone = await shop.add({ name: "Gone" });
		await shop.add({ name: "Middle" });
		await disableItem(shop.tools, shop.admin, gone);
		expect(await names()).toEqual([["Dear", "Middle", "Cheap"], []]);
		expect(await names(true)).toEqual([["Dear", "Middle", "Cheap"], ["Gone"]]);
	});
});

describe("the confirm dialog", () => {
	it("receives only the refusal of a disabled item, except for admins", async () => {
		const id = await shop.add({ price: 10 });
		const rich = { ...viewer(false), points: 10 };
		const offer = (to = rich, item = id) => readOffer(shop.tools, to, item, "en");
		expect(await offer()).toMatchObject({ item: { name: "Mug" }, refusal: undefined });
		await disableItem(shop.tools, shop.admin, id);
		const none = { item: undefined, label: "" };
		expect(await offer()).toEqual({ ...none, refusal: { code: "itemUnavailable" } });
		expect(await offer(rich, "none")).toEqual({ ...none, refusal: { code: "redeemInvalid" } });
		expect(await offer(viewer(true))).toMatchObject({ item: { status: "disabled" } });
	});
});

describe("an item", () => {
	it("keeps the stock changes of redeems while it is edited", async () => {
		const id = await shop.add({ stock: 10 });
		const open = { id, revision: 1, stock: 10 };
		for (const viewer of [shop.ana, shop.bruno]) await shop.redeem(viewer, id);
		expect((await shop.item(id)).revision, "a redeem is no edit").toBe(1);
		await shop.edit(id, { name: "Cup", stock: 10, edited: open });
		expect(await shop.item(id), "unchanged stock field").toMatchObject({ name: "Cup", stock: 8 });
		await shop.edit(id, { stock: 30, edited: { id, revision: 2, stock: 10 } });
		expect((await shop.item(id)).stock, "20 more").toBe(28);
	});

	it("is disabled once, and reactivated by saving it", async () => {
		const id = await shop.add();
		await shop.redeem(shop.ana, id);
		await disableItem(shop.tools, shop.admin, id);
		await disableItem(shop.tools, shop.admin, id);
		expect(await shop.item(id)).toMatchObject({ status: "disabled", revision: 2 });
		await shop.edit(id, {});
		expect(await shop.item(id)).toMatchObject({ status: "active", revision: 3 });
		expect(shop.changed, "each change is published to open stores").toHaveLength(4);
	});
});

describe("codes of an item", () => {
	it("are its stock, regardless of the form, and are added once, not even those of orders twice", async () => {
		await shop.add({ hasCodes: true, codes: ["A-1"] });
		const id = await shop.add({ hasCodes: true, stock: 99, codes: ["A-1", "B-2"] });
		expect((await shop.item(id)).stock).toBe(2);
		await shop.redeem(shop.ana, id);
		await shop.edit(id, { codes: ["B-2", "A-1", "C-3"] });
		expect(await codes(id)).toEqual(["A-1!", "B-2", "C-3"]);
		expect((await shop.item(id)).stock).toBe(2);
		await shop.edit(id, { hasCodes: false, stock: 12 });
		expect((await shop.item(id)).stock, "without codes").toBe(12);
		await shop.redeem(shop.bruno, id);
		await shop.edit(id, { hasCodes: true, stock: 77 });
		expect((await shop.item(id)).stock, "with them again").toBe(2);
		await shop.edit(id, { withdrawCodes: true, codes: ["D-4"] });
		expect(await codes(id), "the code of an order stays").toEqual(["A-1!", "D-4"]);
	});

	it("are stored neither with the idempotency key nor in the change log, which counts them", async () => {
		const input = { ...MUG, idempotencyKey: newRequest(), hasCodes: true, codes: ["SECRET-1", "SECRET-2"] };
		const { id } = await saveItem(shop.tools, shop.admin, input);
		expect(await saveItem(shop.tools, shop.admin, input)).toEqual({ id });
		const other = saveItem(shop.tools, shop.admin, { ...input, codes: ["SECRET-1"] });
		await expectRefusal(other, "idempotencyKeyReused");
		for (const more of [["SECRET-1", "SECRET-3", "SECRET-4"], ["SECRET-3"]])
			await shop.edit(id, { codes: more });
		const logged = await rowsOf(shop.db, "admin_changes");
		const change = { before: '{"stock":2}', after: '{"stock":4,"codesAdded":2}' };
		expect(logged).toMatchObject([
			{ action: "store.add" },
			{ actor: shop.admin, action: "store.edit", subject: id, subject_name: "Mug", ...change },
		]);
		expect(JSON.stringify([logged, (await shop.stored()).requests])).not.toContain("SECRET");
	});
});

const CUP = {
	name: "Caneca",
	description: "Para chá",
	question: "De que cor?",
	translations: { en: { name: "Cup", question: "Which colour?" } },
};
const tools = () => shop.tools;

describe("an item with English texts", () => {
	it("is shown in the viewer's language, with the main text where there is no translation", async () => {
		const id = await shop.add(CUP);
		const shown = async (language: "pt" | "en") => {
			const { items } = await readStore(shop.tools, undefined, language);
			return items.map(({ name, description, question }) => [name, description, question]);
		};
		expect(await shown("en")).toEqual([["Cup", "Para chá", "Which colour?"]]);
		expect(await shown("pt")).toEqual([["Caneca", "Para chá", "De que cor?"]]);
		// Statistics have one name per item.
		expect(await readOffer(shop.tools, viewer(false), id, "en")).toMatchObject({
			item: { name: "Cup" },
			label: "Caneca",
		});
		await saveGoal(shop.tools, shop.ana, { intent: "setGoal", itemId: id });
		expect((await readGoal(shop.db, shop.ana, "en"))?.name).toBe("Cup");
	});

	it("is kept by an order in both languages, as it was; the bot gets the main name", async () => {
		const itemId = await shop.add(CUP);
		const { orderId } = await shop.redeem(shop.ana, itemId, { answer: "Blue" });
		await shop.edit(itemId, { name: "Outra", translations: { en: { name: "Other" } } });
		const own = async (language: "pt" | "en") =>
			(await readOwnOrders(tools(), shop.ana, undefined, language)).rows[0];
		expect(await own("en")).toMatchObject({ item: "Cup", question: "Which colour?", answer: "Blue" });
		expect(await own("pt")).toMatchObject({ item: "Caneca", question: "De que cor?" });
		expect(await readOrder(tools(), orderId, "en", { isAdmin: true })).toMatchObject({ item: "Cup" });
		expect(await readReceipt(shop.tools, viewer(false), { itemId, orderId, language: "en" })).toMatchObject({
			name: "Cup",
		});
		expect((await shop.stored()).orders).toMatchObject([{ item_name: "Caneca" }]);
		const change = shop.db.updateTable("orders").set({ translations: "{}" }).where("id", "=", orderId);
		await expect(change.execute()).rejects.toThrow();
	});

	it("is found among the orders by its name in any language, and logged with its English texts", async () => {
		const id = await shop.add(CUP);
		await shop.add({ name: "Pin" });
		for (const search of ["cup", "CANECA"]) {
			expect((await findHits(shop.db, search, true))?.itemIds, search).toEqual([id]);
		}
		await shop.edit(id, { ...CUP, translations: { en: { name: "Mug" } } });
		const [added, , edited] = await rowsOf(shop.db, "admin_changes");
		expect(JSON.parse(added?.after ?? "")).toMatchObject({ name: "Caneca", nameEn: "Cup" });
		expect(JSON.parse(edited?.before ?? "")).toEqual({ nameEn: "Cup", questionEn: "Which colour?" });
		expect(JSON.parse(edited?.after ?? "")).toEqual({ nameEn: "Mug" });
	});
});

const set = (userId: string, itemId: string) => saveGoal(shop.tools, userId, { intent: "setGoal", itemId });
const end = (userId: string, itemId: string) => saveGoal(shop.tools, userId, { intent: "endGoal", itemId });
const nameOf = async (userId: string) => (await readGoal(shop.db, userId, "pt"))?.name;

describe("a goal", () => {
	it("is one item per viewer, with its current price, until it ends on request or another one replaces it", async () => {
		const mug = await shop.add({ price: 5000 });
		const chair = await shop.add({ name: "Chair", price: 9000 });
		await set(shop.ana, mug);
		expect(await readGoal(shop.db, shop.ana, "pt")).toEqual({ itemId: mug, name: "Mug", price: 5000 });
		await shop.edit(mug, { price: 6000 });
		expect(await readGoal(shop.db, shop.ana, "pt")).toMatchObject({ price: 6000 });
		await set(shop.ana, chair);
		expect([await nameOf(shop.ana), await nameOf(shop.bruno)]).toEqual(["Chair", undefined]);
		await set(shop.bruno, chair);
		await end(shop.ana, mug);
		expect(await nameOf(shop.ana), "another item has become the goal since").toBe("Chair");
		for (let time = 0; time < 2; time++) await end(shop.ana, chair);
		expect([await nameOf(shop.ana), await nameOf(shop.bruno)]).toEqual([undefined, "Chair"]);
	});

	it("ends when its viewer redeems it, but not with another item or viewer, nor with a refused redeem", async () => {
		const mug = await shop.add({ price: 100 });
		const pin = await shop.add({ name: "Pin", price: 10 });
		await set(shop.ana, mug);
		await shop.redeem(shop.ana, pin);
		await shop.redeem(shop.bruno, mug);
		await shop.edit(mug, { price: 5000 });
		await expect(shop.redeem(shop.ana, mug)).rejects.toMatchObject({ code: "insufficientPoints" });
		expect(await nameOf(shop.ana)).toBe("Mug");
		await shop.edit(mug, { price: 100 });
		await shop.redeem(shop.ana, mug);
		expect(await nameOf(shop.ana)).toBeUndefined();
	});

	it("ends for everybody when the item is disabled, also if it is brought back", async () => {
		const mug = await shop.add();
		await set(shop.ana, mug);
		await set(shop.bruno, mug);
		await disableItem(shop.tools, shop.admin, mug);
		expect(await shop.db.selectFrom("goals").selectAll().execute()).toEqual([]);
		for (const id of [mug, "none"])
			await expect(set(shop.ana, id)).rejects.toMatchObject({ code: "itemUnavailable" });
		await shop.edit(mug, {});
		expect(await nameOf(shop.ana)).toBeUndefined();
	});
});
