import { describe, expect, it } from "vitest";
import { readGoal, saveGoal } from "~/store/goal/goal.server";
import { disableItem } from "~/store/items/items.server";
import { openForEachTest } from "../../support/for-each-test";
import { openShop } from "./redeem.setup";

const shop = openForEachTest(openShop);

const set = (userId: string, itemId: string) => saveGoal(shop.tools, userId, { intent: "setGoal", itemId });
const end = (userId: string, itemId: string) => saveGoal(shop.tools, userId, { intent: "endGoal", itemId });
const nameOf = async (userId: string) => (await readGoal(shop.db, userId, "pt"))?.name;

describe("a goal", () => {
	it("is one item per viewer, with its current price, and belongs to nobody else", async () => {
		const mug = await shop.add({ price: 5000 });
		const chair = await shop.add({ name: "Chair", price: 9000 });
		await set(shop.ana, mug);
		expect(await readGoal(shop.db, shop.ana, "pt")).toEqual({ itemId: mug, name: "Mug", price: 5000 });
		await shop.edit(mug, { price: 6000 });
		expect(await readGoal(shop.db, shop.ana, "pt")).toMatchObject({ price: 6000 });
		await set(shop.ana, chair);
		expect(await nameOf(shop.ana)).toBe("Chair");
		expect(await nameOf(shop.bruno)).toBeUndefined();
	});

	it("ends on request, unless another item has become the goal since", async () => {
		const mug = await shop.add();
		const chair = await shop.add({ name: "Chair" });
		await set(shop.ana, chair);
		await set(shop.bruno, chair);
		await end(shop.ana, mug);
		expect(await nameOf(shop.ana)).toBe("Chair");
		await end(shop.ana, chair);
		await end(shop.ana, chair);
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
