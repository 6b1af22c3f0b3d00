import { expect, it } from "vitest";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { resendMessage } from "~/store/redeem-bot/redeem-bot.server";
import { openForEachTest } from "../../support/for-each-test";
import { rowOf, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { disableItem, openShop } from "../store/redeem.setup";

const shop = openForEachTest(openShop);

/** The entries of the change log. */
const logged = async () =>
	(await rowsOf(shop.db, "admin_changes", { actor: shop.admin })).map(
		({ action, subject_name, before, after }) => [
			...[action, subject_name, before && JSON.parse(before), after && JSON.parse(after)],
		],
	);

it("decisions on orders are recorded once with their note, and so are messages that are sent again and items that are disabled", async () => {
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
	for (let time = 0; time < 2; time++) await disableItem(tools, shop.admin, item);
	const before = { status: "created", note: null };
	expect((await logged()).slice(1)).toEqual([
		["order.approve", "Mug", before, { status: "approved", note: "Sent" }],
		["order.cancel", "Mug", before, { status: "cancelled", note: "Sent" }],
		["order.resend", "Mug", null, null],
		["store.disable", "Mug", { status: "active" }, { status: "disabled" }],
	]);
});

it("merges of points are recorded with the balance before and after", async () => {
	const { points: start } = await rowOf(shop.db, "user_points", { user_id: shop.ana });
	const pointsProvider = { name: "StreamElements", readPoints: async () => 70 } as never;
	const merge = { idempotencyKey: crypto.randomUUID(), userId: shop.ana, providerPoints: 70, credit: 70 };
	await mergePoints({ ...shop.tools, pointsProvider }, shop.admin, merge);
	const { id: mergeId } = await rowOf(shop.db, "point_merges", {});
	await undoMerge(shop.tools, shop.admin, { userId: shop.ana, mergeId });
	const provider = "StreamElements";
	expect(await logged()).toEqual([
		["points.merge", "", { points: start }, { points: start + 70, provider }],
		["points.undoMerge", "", { points: start + 70 }, { points: start, provider }],
	]);
});
