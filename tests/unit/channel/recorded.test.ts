import { expect, it } from "vitest";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/giving.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { resendMessage } from "~/store/redeem-bot/redeem-bot.server";
import { importText } from "../../support/data/imports";
import { openForEachTest } from "../../support/for-each-test";
import { testSite } from "../../support/test-site";
import { disableItem, MUG, newRequest, openShop, saveItem } from "../store/redeem.setup";

const shop = openForEachTest(openShop);

/** The entries of the change log, without the admin's id, which is the same in all. */
async function logged() {
	const rows = await shop.db.selectFrom("admin_changes").selectAll().orderBy("id").execute();
	expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([shop.admin]));
	return rows.map(({ action, subject_name, before, after }) => [
		action,
		subject_name,
		before && JSON.parse(before),
		after && JSON.parse(after),
	]);
}

it("changes of items are recorded with every changed field, and codes only with their number", async () => {
	const id = await shop.add({ hasCodes: true, codes: ["SECRET-1", "SECRET-2"] });
	const edit = { id, revision: 1, stock: 2 };
	const form = { ...MUG, idempotencyKey: newRequest(), hasCodes: true, price: 250, edited: edit };
	const codes = ["SECRET-2", "SECRET-3", "SECRET-4", "SECRET-5"];
	await saveItem(shop.tools, shop.admin, { ...form, withdrawCodes: true, codes });
	await saveItem(shop.tools, shop.admin, { ...form, withdrawCodes: true, codes });
	await disableItem(shop.tools, shop.admin, id);
	await disableItem(shop.tools, shop.admin, id);
	const rows = await logged();
	expect(rows).toEqual([
		["store.add", "Mug", null, expect.objectContaining({ name: "Mug", price: 100, stock: 2, codesAdded: 2 })],
		[
			"store.edit",
			"Mug",
			{ price: 100, stock: 2 },
			{ price: 250, stock: 4, codesAdded: 4, codesWithdrawn: 2 },
		],
		["store.disable", "Mug", { status: "active" }, { status: "disabled" }],
	]);
	expect(JSON.stringify(rows)).not.toContain("SECRET");
});

it("decisions on orders are recorded once with their note, and so are messages that are sent again", async () => {
	const item = await shop.add();
	const { tools } = shop;
	const orders: string[] = [];
	for (let count = 0; count < 3; count++) orders.push((await shop.redeem(shop.ana, item)).orderId);
	const [one = "", other = "", third = ""] = orders;
	const input = { note: "Sent", adminId: shop.admin };
	await decideOrders(tools, [one], { ...input, decision: "approved" });
	await decideOrders(tools, [one, other], { ...input, decision: "cancelled" });
	await decideOrders(tools, [one], { ...input, decision: "approved" });
	const config = { REDEEM_BOT_URL: "http://127.0.0.1:9/" };
	await resendMessage(testSite({ ...tools, config }), shop.admin, third);
	const before = { status: "created", note: null };
	expect((await logged()).slice(1)).toEqual([
		["order.approve", "Mug", before, { status: "approved", note: "Sent" }],
		["order.cancel", "Mug", before, { status: "cancelled", note: "Sent" }],
		["order.resend", "Mug", null, null],
	]);
});

it("adjustments, imports and merges of points are recorded with the balance before and after", async () => {
	const { tools } = shop;
	const points = async () =>
		(
			await shop.db
				.selectFrom("user_points")
				.select("points")
				.where("user_id", "=", shop.ana)
				.executeTakeFirstOrThrow()
		).points;
	const start = await points();
	const input = { idempotencyKey: crypto.randomUUID(), userId: shop.ana, shown: start };
	await adjustPoints(tools, shop.admin, { ...input, points: start });
	await adjustPoints(tools, shop.admin, { ...input, idempotencyKey: crypto.randomUUID(), points: 500 });
	const text = "username,points\nana,800";
	await importText(tools, shop.admin, text);
	const pointsProvider = { name: "StreamElements", readPoints: async () => 70 } as never;
	const merge = { idempotencyKey: crypto.randomUUID(), userId: shop.ana, providerPoints: 70, credit: 70 };
	await mergePoints({ ...tools, pointsProvider }, shop.admin, merge);
	const { id: mergeId } = await shop.db.selectFrom("point_merges").select("id").executeTakeFirstOrThrow();
	await undoMerge(tools, shop.admin, { userId: shop.ana, mergeId });
	expect(await logged()).toEqual([
		["points.adjust", "", { points: start }, { points: 500 }],
		["points.import", "", { points: 500 }, { points: 800, users: 1 }],
		["points.merge", "", { points: 800 }, { points: 870, provider: "StreamElements" }],
		["points.undoMerge", "", { points: 870 }, { points: 800, provider: "StreamElements" }],
	]);
});
