import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBot } from "../support/bot-server";
import { addItem, addOrder } from "../support/data/store-rows";
import { numberIn, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { inDatabase, registerUser } from "../support/site/points";
import { type Site, startSite } from "../support/site/site";

let bot: Awaited<ReturnType<typeof startBot>>;
let site: Site;
let admin: Visitor;

beforeAll(async () => {
	bot = await startBot();
	const settings = { REDEEM_BOT_URL: bot.url, REDEEM_BOT_SECRET: "sixteen letters!" };
	site = await startSite({ env: { ...settings, RATE_LIMIT_SCALE: "100" } });
	admin = await visit(site, { as: "admin" });
});
afterAll(async () => {
	await site?.close();
	await bot?.close();
});

const TABLE = "form:has(.orders-table)";
const DIALOG = "[role=dialog]";
const DECIDE = "[data-testid=decide]";
const row = (id: string) => `tr[data-order="${id}"]`;
const shownIn = ({ $ }: ServedPage) =>
	$("tr[data-order]")
		.toArray()
		.map(({ attribs }) => attribs["data-order"]);
const chosenIn = ({ $ }: ServedPage) =>
	$("input[name=chosen][checked]")
		.toArray()
		.map(({ attribs }) => attribs.value);
const statusOf = ({ $ }: ServedPage, id: string) => $(`${row(id)} [data-status]`).attr("data-status");
const openOrders = (item: string) => admin.open(`/orders?q=${encodeURIComponent(item)}`);

/** A viewer with orders of a new item, newest first. */
async function redeemItem(count: number, { code }: { code?: string } = {}) {
	const viewer = newPlayer();
	const userId = await registerUser(site, viewer);
	return inDatabase(site, async (db) => {
		const item = `Mug ${viewer}`;
		const itemId = await addItem(db, item, { price: 10, stock: 100, ...(code && { codes: [code] }) });
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const at = new Date(Date.now() - index * 60_000);
			const order = { at, answer: "XL", question: "Size?", ...(code && { code }) };
			ids.push(await addOrder(db, userId, itemId, order));
		}
		return { viewer, item, itemId, ids: ids as [string, string, string, ...string[]] };
	});
}

const cancelBySystem = (id: string) =>
	inDatabase(site, (db) =>
		db
			.updateTable("orders")
			.set({ status: "cancelled", decided_at: new Date().toISOString(), decided_by: "system" })
			.where("id", "=", id)
			.execute(),
	);

it("an admin finds, opens and cancels an order; its viewer reads the reason and gets the points back", async () => {
	const code = `CODE-${crypto.randomUUID()}`;
	const { viewer, item, ids } = await redeemItem(1, { code });
	const [id] = ids;
	const page = await (await visit(site, { as: "admin" })).open("/orders");
	const found = await page.submit("form[role=search]", { q: item.toUpperCase() });
	expect(shownIn(found)).toEqual([id]);
	expect(found.text(row(id))).toContain(`${viewer}@`);
	const order = await found.follow(`#order-${id}`);
	for (const said of [id, code]) expect(order.text(DIALOG)).toContain(said);
	const question = await order.follow("Cancel the order");
	for (const said of [item, viewer, "XL"]) expect(question.text(DIALOG)).toContain(said);
	expect(statusOf(question, id)).toBe("created");
	const decided = await question.submit(DECIDE, { note: "Sold out, sorry.\nSecond line" });
	expect(decided.path).toBe(found.path);
	expect(decided.text()).toContain("Order cancelled and points refunded.");
	expect([statusOf(decided, id), decided.$(`${row(id)} :is([href*=decide], button, input)`).length]).toEqual([
		"cancelled",
		0,
	]);

	const own = await (await visit(site, { as: viewer })).open("/points/orders");
	expect(own.text("[data-testid=own-order]")).toContain("Sold out, sorry.");
	expect(own.$("[data-testid=own-order] [data-status]").attr("data-status")).toBe("cancelled");
	expect([own.$("[data-testid=code]").attr("value"), numberIn(own, "balance")]).toEqual([code, 1000]);
	const other = await visit(site, { as: newPlayer() });
	for (const path of ["/points/orders", `/orders.data?order=${id}`]) {
		expect((await other.open(path)).html).not.toContain(item);
	}
});

it("orders that were decided since are listed apart from those that are decided now", async () => {
	const { item, ids } = await redeemItem(4);
	const [first, second, third, stale = ""] = ids;
	const page = await openOrders(item);
	const approve = { button: "#approve-chosen" };
	expect((await page.submit(TABLE, {}, approve)).text()).toContain("Select at least one order.");
	const question = await page.submit(TABLE, { chosen: [first, second, stale] }, approve);
	expect(question.$(`${DECIDE} li`)).toHaveLength(3);
	await cancelBySystem(stale);
	const decided = await question.submit(DECIDE, { note: "On its way" });
	const message = decided.text("[data-testid=decision-message]");
	expect(message).toContain("2 orders approved.");
	expect(message).toMatch(new RegExp(`Failed to update order status.*${stale.slice(0, 8)}`));
	expect([first, second, third, stale].map((id) => statusOf(decided, id))).toEqual([
		...["approved", "approved", "created", "cancelled"],
	]);
	expect(decided.text(row(second))).toContain("On its way");
	expect(decided.$(`${DECIDE} button`), "nothing is left to decide").toHaveLength(0);

	const back = await decided.follow(`${DIALOG} a:contains(Back)`);
	const created = await back.submit("form[role=search]", { status: "created" });
	expect(shownIn(created)).toEqual([third]);
	const last = await (await created.follow(`#approve-${third}`)).submit(DECIDE);
	expect(last.text()).toContain("Order approved.");
	expect(last.text()).toContain("No orders match");
});

it("the list stays on its page when an order is decided", async () => {
	const { item, ids } = await redeemItem(53);
	const first = await openOrders(item);
	expect(shownIn(first)).toEqual(ids.slice(0, 25));
	const second = await first.follow("a[rel=next]");
	const id = ids[30] ?? "";
	const decided = await (await second.follow(`#approve-${id}`)).submit(DECIDE);
	expect([statusOf(decided, id), shownIn(decided)]).toEqual(["approved", ids.slice(25, 50)]);
	const third = await decided.follow("a[rel=next]");
	expect([shownIn(third), third.$("a[rel=next]").length]).toEqual([ids.slice(50), 0]);
	expect(shownIn(await third.follow("a[rel=prev]"))).toEqual(ids.slice(25, 50));
});

it("the chosen orders stay chosen while others are decided, and after a refusal", async () => {
	const { item, ids } = await redeemItem(3);
	const [first, second, third] = ids;
	const cancel = { button: "#cancel-chosen" };
	const question = await (await openOrders(item)).submit(TABLE, { chosen: [first, second] }, cancel);
	const closed = await question.follow(`${DIALOG} a:contains(Back)`);
	expect(chosenIn(closed)).toEqual([first, second]);
	const approve = await closed.follow(`#approve-${third}`);
	expect(approve.$(`${DECIDE} li`)).toHaveLength(1);
	const approved = await approve.submit(DECIDE);
	expect([statusOf(approved, third), chosenIn(approved)]).toEqual(["approved", [first, second]]);

	const again = await approved.submit(TABLE, { chosen: [first, second] }, cancel);
	const long = "x".repeat(501);
	const refused = await again.submit(DECIDE, { note: long });
	expect([refused.status, refused.fields(DECIDE).note]).toEqual([400, long]);
	expect(refused.text("[data-testid=decision-message]")).toContain("Failed to update order status");
	expect(chosenIn(await refused.follow(`${DIALOG} a:contains(Back)`))).toEqual([first, second]);
	const decided = await refused.submit(DECIDE, { note: "" });
	expect([statusOf(decided, second), decided.path.includes("chosen")]).toEqual(["cancelled", false]);
});

it("the export has the table's filter", async () => {
	const { item, ids } = await redeemItem(3);
	const page = await openOrders(item);
	const file = await page.follow("a[href^='/orders/export']");
	expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
	expect(file.headers.get("content-disposition")).toContain("orders.csv");
	const lines = file.html.trim().split("\r\n").slice(1);
	expect(lines.map((line) => line.split(",")[0])).toEqual(ids);
});

describe("the message to the bot", () => {
	it("has a state, which an admin reads, and is sent again on request, alone or with all that have failed", async () => {
		const { item, ids } = await redeemItem(3);
		const [id] = ids;
		await inDatabase(site, (db) =>
			db
				.updateTable("jobs")
				.set({ state: "dead", tries: 10, fault: "status 500", done_at: null })
				.where("reference", "in", ids)
				.execute(),
		);
		expect((await openOrders(item)).$("[data-testid=message-mark]")).toHaveLength(3);
		const path = `/orders?order=${id}`;
		const state = async () => (await admin.open(path)).text("[data-testid=message-state]");
		expect(await state()).toContain("The bot answered with status 500.");
		const portuguese = await (await visit(site, { as: "admin", lang: "pt" })).open(path);
		expect(portuguese.text(DIALOG)).toContain("O bot respondeu com o estado 500.");
		const sent = await portuguese.submit(`${DIALOG} form`);
		expect(sent.text()).toContain("A mensagem vai ser enviada de novo ao bot.");
		await expect.poll(state).toContain("Message delivered");
		const deliveries = () => bot.received.filter(({ body }) => body.includes(item)).length;
		expect(deliveries()).toBe(1);
		const others = await (await openOrders(item)).submit("[data-testid=undelivered]");
		expect(others.text()).toContain("The messages will be sent to the bot again.");
		await expect.poll(deliveries).toBe(3);
		await expect.poll(async () => (await openOrders(item)).$("[data-testid=undelivered]").length).toBe(0);
	});

	it("does not hold the redeem while the bot hangs, and the next one is sent at once", async () => {
		const { item, itemId } = await redeemItem(1);
		const viewer = await visit(site, { as: newPlayer() });
		const deliveries = () => bot.received.filter(({ body }) => body.includes(item)).length;
		const redeem = async () => {
			const receipt = await (await viewer.open(`/store/${itemId}/redeem`)).submit(`${DIALOG} form`);
			expect(receipt.path).toContain("?order=");
		};
		// The site closes the connection when its timeout is over.
		let isOver = false;
		bot.answer((response) => response.once("close", () => (isOver = true)));
		try {
			await redeem();
			expect(isOver, "the site has not waited for the bot").toBe(false);
			await expect.poll(deliveries).toBe(1);
		} finally {
			bot.answer();
		}
		await redeem();
		await expect.poll(deliveries).toBe(2);
	});
});
