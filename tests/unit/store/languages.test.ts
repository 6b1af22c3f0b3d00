import { describe, expect, it } from "vitest";
import { readGoal, saveGoal } from "~/store/goal/goal.server";
import { findHits, readOrder } from "~/store/orders/orders.server";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { readOffer, readReceipt, readStore } from "~/store/store.server";
import { openForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { openShop, viewerOf } from "./redeem.setup";

const shop = openForEachTest(openShop);

const CUP = {
	name: "Caneca",
	description: "Para chá",
	question: "De que cor?",
	translations: { en: { name: "Cup", question: "Which colour?" } },
};
const viewer = () => viewerOf(shop.ana, { username: "ana", points: 1000 });
const tools = () => ({ db: shop.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } });

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
		expect(await readOffer(shop.tools, viewer(), id, "en")).toMatchObject({
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
		expect(await readOrder(tools(), orderId, "en")).toMatchObject({ item: "Cup" });
		expect(await readReceipt(shop.tools, viewer(), { itemId, orderId, language: "en" })).toMatchObject({
			name: "Cup",
		});
		const [message] = (await shop.stored()).messages;
		expect(JSON.parse(message?.body ?? "")).toEqual({ username: "ana", item: "Caneca" });
		const change = shop.db.updateTable("orders").set({ translations: "{}" }).where("id", "=", orderId);
		await expect(change.execute()).rejects.toThrow();
	});

	it("is found among the orders by its name in any language", async () => {
		const id = await shop.add(CUP);
		await shop.add({ name: "Pin" });
		for (const search of ["cup", "CANECA"]) {
			expect((await findHits(shop.db, search))?.itemIds, search).toEqual([id]);
		}
	});

	it("is logged with its English texts, and the log shows their change", async () => {
		const id = await shop.add(CUP);
		await shop.edit(id, { ...CUP, translations: { en: { name: "Mug" } } });
		const rows = await rowsOf(shop.db, "admin_changes");
		expect(JSON.parse(rows[0]?.after ?? "")).toMatchObject({ name: "Caneca", nameEn: "Cup" });
		expect(JSON.parse(rows[1]?.before ?? "")).toEqual({ nameEn: "Cup", questionEn: "Which colour?" });
		expect(JSON.parse(rows[1]?.after ?? "")).toEqual({ nameEn: "Mug" });
	});
});
