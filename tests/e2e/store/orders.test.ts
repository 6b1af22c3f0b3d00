import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBot } from "../../support/bot-server";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { BOTH_SCRIPTS, journey, PAIRS, readPlayer } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addItem, addOrder } from "../../support/data/store-rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let bot: Awaited<ReturnType<typeof startBot>>;
let site: Site;
let browser: Browser;
/** One session for all journeys, because they do not test signing in. */
let adminCookie: string;

beforeAll(async () => {
	bot = await startBot();
	const env = { REDEEM_BOT_URL: bot.url, REDEEM_BOT_SECRET: "sixteen letters!" };
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
	adminCookie = await signInWithCookies(site, "admin");
});
afterAll(async () => {
	await site?.close();
	await bot?.close();
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const row = (page: Page, id: string) => page.locator(`tr[data-order="${id}"]`);
const statusOf = (page: Page, id: string) =>
	row(page, id).locator("[data-status]").getAttribute("data-status");
/** The button that confirms a decision. */
const confirm = (page: Page) => page.getByTestId("decide").locator("button[name=intent]");
const message = (page: Page) => page.getByTestId("decision-message").innerText();

async function withDb<Result>(
	act: (db: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
	const db = openDatabase(site.databaseUrl);
	try {
		return await act(db);
	} finally {
		await db.destroy();
	}
}

/** Opens a page with an existing session, in the page's language. */
async function openAs(cookie: string, page: Page, path: string) {
	const pairs = cookie.split("; ").map((pair): [string, string] => {
		const [name = "", ...value] = pair.split("=");
		return [name, value.join("=")];
	});
	const session = pairs.filter(([name]) => name !== "language" && name !== "age-verified");
	await page.context().addCookies(session.map(([name, value]) => ({ name, value, url: site.origin })));
	await page.goto(site.origin + path);
}

const settled = (page: Page, { scripts }: PageOptions) => (scripts === false ? undefined : scriptsRun(page));

/** A viewer with orders of a new item. */
async function redeemItem(count: number, { code }: { code?: string } = {}) {
	const viewer = newPlayer();
	const cookie = await signInWithCookies(site, viewer);
	return withDb(async (db) => {
		const { id: userId } = await db
			.selectFrom("users")
			.select("id")
			.where("twitch_username", "=", viewer)
			.executeTakeFirstOrThrow();
		const item = `Mug ${viewer}`;
		const options = { price: 10, stock: 100, ...(code && { codes: [code] }) };
		const itemId = await addItem(db, item, options);
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const at = new Date(Date.now() - index * 60_000);
			ids.push(
				await addOrder(db, userId, itemId, { at, ...(code && { code }), answer: "XL", question: "Size?" }),
			);
		}
		return { viewer, cookie, item, itemId, ids };
	});
}

async function openOrders(page: Page, search: string, variant: PageOptions) {
	await openAs(adminCookie, page, `/orders?q=${encodeURIComponent(search)}`);
	await page.locator(".orders-table").waitFor();
	await settled(page, variant);
}

describe.each(PAIRS)("an admin of orders: $lang, scripts $scripts, $width px", (variant) => {
	it("finds, opens and cancels an order with a note; the viewer reads the reason and gets the points back", () =>
		journey(browser, site, variant, async (page) => {
			const code = `CODE-${crypto.randomUUID()}`;
			const { viewer, cookie, item, ids } = await redeemItem(1, { code });
			const [id = ""] = ids;
			await openAs(adminCookie, page, "/orders");
			await settled(page, variant);
			await page.locator("input[name=q]").fill(item.toUpperCase());
			await page.locator("form[role=search] button").click();
			await page.waitForURL(/q=/);
			await row(page, id).waitFor();
			await expect.poll(() => page.locator("tr[data-order]").count()).toBe(1);
			expect(await row(page, id).innerText()).toContain(`${viewer}@`);
			expect(await axe(page)).toEqual([]);

			await row(page, id).getByText(id.slice(0, 8), { exact: true }).click();
			const dialog = page.getByRole("dialog");
			await dialog.getByText(id, { exact: true }).waitFor();
			expect(await dialog.innerText()).toContain(code);
			expect(await axe(page)).toEqual([]);
			await page.reload();
			await settled(page, variant);
			await dialog
				.getByRole("link", { name: localized(variant, "Cancelar o pedido", "Cancel the order") })
				.click();
			await page.waitForURL(/decide=cancel/);
			await settled(page, variant);
			const asked = await dialog.innerText();
			for (const said of [item, viewer, "XL"]) expect(asked).toContain(said);
			expect(await statusOf(page, id)).toBe("created");
			expect(await axe(page)).toEqual([]);
			await dialog.locator("textarea").fill("Sold out, sorry.\nSecond line");
			await confirm(page).click();
			await page
				.getByText(
					localized(variant, "Pedido cancelado e pontos devolvidos.", "Order cancelled and points refunded."),
				)
				.waitFor();
			await dialog.waitFor({ state: "detached" });
			await expect.poll(() => statusOf(page, id)).toBe("cancelled");
			expect(await row(page, id).locator("[href*=decide], button, input").count()).toBe(0);

			const own = await newPage(browser, site.origin, variant);
			await openAs(cookie, own, "/points/orders");
			const card = own.getByTestId("own-order");
			await card.getByText("Sold out, sorry.").waitFor();
			expect(await card.locator("[data-status]").getAttribute("data-status")).toBe("cancelled");
			expect(await own.getByTestId("code").inputValue()).toBe(code);
			expect(await own.locator("header").first().innerText()).toMatch(/1[\s,.]?000/);
			expect(await axe(own)).toEqual([]);
			await own.context().close();
		}));

	it("approves many orders together, and sees a separate list of orders that were already decided", () =>
		journey(browser, site, variant, async (page) => {
			const { item, ids } = await redeemItem(4);
			const [first = "", second = "", third = "", stale = ""] = ids;
			await openOrders(page, item, variant);
			await page.locator("#approve-chosen").click();
			await page
				.getByText(localized(variant, "Escolhe pelo menos um pedido.", "Select at least one order."))
				.waitFor();
			await settled(page, variant);
			for (const id of [first, second, stale]) await row(page, id).locator("input[name=chosen]").check();
			await page.locator("#approve-chosen").click();
			await page.waitForURL(/decide=approve/);
			await settled(page, variant);
			await expect.poll(() => page.getByTestId("decide").getByRole("listitem").count()).toBe(3);
			expect(await axe(page)).toEqual([]);
			await withDb((db) =>
				db
					.updateTable("orders")
					.set({ status: "cancelled", decided_at: new Date().toISOString(), decided_by: "system" })
					.where("id", "=", stale)
					.execute(),
			);
			await page.getByTestId("decide").locator("textarea").fill("On its way");
			await confirm(page).click();
			await expect
				.poll(() => message(page))
				.toContain(localized(variant, "2 pedidos aprovados.", "2 orders approved."));
			expect(await message(page)).toContain(
				localized(variant, "Não foi possível atualizar o estado do pedido", "Failed to update order status"),
			);
			expect(await message(page)).toContain(stale.slice(0, 8));
			await expect.poll(() => statusOf(page, first)).toBe("approved");
			await expect.poll(() => row(page, second).innerText()).toContain("On its way");
			expect([await statusOf(page, third), await statusOf(page, stale)]).toEqual(["created", "cancelled"]);
			expect(await confirm(page).count(), "nothing is left to decide").toBe(0);
			expect(await axe(page)).toEqual([]);
			await page
				.getByTestId("decide")
				.getByRole("link", { name: localized(variant, "Voltar", "Back") })
				.click();
			await page.getByRole("dialog").waitFor({ state: "detached" });

			await page.locator("select[name=status]").selectOption("created");
			if (variant.scripts === false) await page.locator("form[role=search] button").click();
			await page.waitForURL(/status=created/);
			await settled(page, variant);
			await expect.poll(() => page.locator("tr[data-order]").count()).toBe(1);
			await page.locator(`#approve-${third}`).click();
			await page.waitForURL(/decide=approve/);
			await settled(page, variant);
			await confirm(page).click();
			await page.getByText(localized(variant, "Pedido aprovado.", "Order approved.")).waitFor();
			await page.getByText(localized(variant, "Nenhum pedido corresponde", "No orders match")).waitFor();
		}));
});

describe.each(PAIRS)("the orders page: $lang, scripts $scripts, $width px", (variant) => {
	it("shows the delivery state of the bot's message, which an admin can send again", () =>
		journey(browser, site, variant, async (page) => {
			const { item, ids } = await redeemItem(1);
			const [id = ""] = ids;
			await withDb((db) =>
				db
					.updateTable("redeem_messages")
					.set({ state: "failed", tries: 10, last_fault: "status 500" })
					.where("order_id", "=", id)
					.execute(),
			);
			await openOrders(page, item, variant);
			await row(page, id).getByTestId("message-mark").waitFor();
			await page.goto(`${site.origin}/orders?order=${id}`);
			await settled(page, variant);
			const state = page.getByTestId("message-state");
			expect(await state.innerText()).toContain(
				localized(variant, "O bot respondeu com o estado 500.", "The bot answered with status 500."),
			);
			const before = bot.received.length;
			await page.locator("button[value=resend]").click();
			await page
				.getByText(
					localized(
						variant,
						"A mensagem vai ser enviada de novo ao bot.",
						"The message will be sent to the bot again.",
					),
				)
				.waitFor();
			await expect.poll(() => bot.received.length).toBe(before + 1);
			expect(bot.received.at(-1)?.body).toContain(item);
			await expect
				.poll(async () => {
					await page.reload();
					return state.innerText();
				})
				.toContain(localized(variant, "Mensagem entregue em", "Message delivered"));
		}));
});

it("the orders page is paginated, and stays on its page when an order is decided", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { item, ids } = await redeemItem(53);
		await openOrders(page, item, {});
		const shown = () =>
			page.locator("tr[data-order]").evaluateAll((rows) => rows.map((one) => one.getAttribute("data-order")));
		expect(await shown()).toEqual(ids.slice(0, 25));
		await page.getByLabel("Select all").check();
		await page.getByRole("link", { name: "Next" }).click();
		await expect.poll(shown).toEqual(ids.slice(25, 50));
		await expect.poll(() => page.locator("form:has(.orders-table) :checked").count()).toBe(0);
		await page.locator(`#approve-${ids[30]}`).click();
		await confirm(page).click();
		await expect.poll(() => statusOf(page, ids[30] ?? "")).toBe("approved");
		expect(await shown()).toEqual(ids.slice(25, 50));
		await page.getByRole("link", { name: "Next" }).click();
		await expect.poll(shown).toEqual(ids.slice(50));
		expect(await page.getByRole("link", { name: "Next" }).count()).toBe(0);
		await page.getByRole("link", { name: "Previous" }).click();
		await expect.poll(shown).toEqual(ids.slice(25, 50));
		await page.goBack();
		await expect.poll(shown).toEqual(ids.slice(50));
	}));

it("two quick clicks decide orders once, and a dialog returns the focus", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { item, viewer, ids } = await redeemItem(2);
		const [id = "", other = ""] = ids;
		await openOrders(page, item, {});
		await page.getByLabel("Select all").check();
		expect(await page.locator("input[name=chosen]:checked").count()).toBe(2);
		await page.locator("#cancel-chosen").click();
		await page.locator("#dialog-over-title:focus").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("cancel-chosen");
		expect(await page.locator("input[name=chosen]:checked").count(), "the choice is kept").toBe(2);
		await page.locator("#cancel-chosen").click();
		await confirm(page).dblclick();
		await page.getByText("Orders cancelled and points refunded.").waitFor();
		expect((await readPlayer(site, viewer)).points).toBe(1000);
		// The response arrives before the table is revalidated.
		await expect.poll(() => statusOf(page, id)).toBe("cancelled");
		await expect.poll(() => statusOf(page, other)).toBe("cancelled");
		await row(page, id).getByText(id.slice(0, 8)).click();
		await page.locator("#dialog-over-title:focus").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`order-${id}`);
	}));

it.each(BOTH_SCRIPTS)(
	"the chosen orders stay ticked when the dialog is closed: scripts $scripts",
	(variant) =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const { item, ids } = await redeemItem(3);
				const [first = "", second = "", third = ""] = ids;
				const ticked = () =>
					page
						.locator("input[name=chosen]:checked")
						.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
				const close = async () => {
					await page.getByRole("dialog").getByRole("link", { name: "Back" }).click();
					await page.getByRole("dialog").waitFor({ state: "detached" });
				};
				await openOrders(page, item, variant);
				for (const id of [first, second]) await row(page, id).locator("input[name=chosen]").check();
				await page.locator("#cancel-chosen").click();
				await confirm(page).waitFor();
				await close();
				expect(await ticked()).toEqual([first, second]);

				await page.locator(`#approve-${third}`).click();
				await expect.poll(() => page.getByTestId("decide").getByRole("listitem").count()).toBe(1);
				await settled(page, variant);
				await confirm(page).click();
				await page.getByText("Order approved.").waitFor();
				await expect.poll(() => statusOf(page, third)).toBe("approved");
				expect(await ticked()).toEqual([first, second]);

				await page.locator("#cancel-chosen").click();
				await expect.poll(() => page.getByTestId("decide").getByRole("listitem").count()).toBe(2);
				await settled(page, variant);
				const note = page.getByTestId("decide").locator("textarea");
				await note.evaluate((one) => one.removeAttribute("maxlength"));
				await note.fill("x".repeat(501));
				await confirm(page).click();
				await expect.poll(() => message(page)).toContain("Failed to update order status");
				await settled(page, variant);
				await page.getByRole("dialog").getByRole("link", { name: "Back" }).click();
				if (variant.scripts) await page.getByRole("button", { name: "Leave without saving" }).click();
				// For a moment there are both dialogs.
				await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
				expect(await ticked()).toEqual([first, second]);

				await page.locator("#cancel-chosen").click();
				await confirm(page).click();
				await page.getByText("Orders cancelled and points refunded.").waitFor();
				await expect.poll(() => statusOf(page, second)).toBe("cancelled");
				expect(page.url()).not.toContain("chosen");
			},
			[/status of 400/],
		),
);

it("the export as CSV is for admins only, and applies the table's filter", async () => {
	const { item, ids } = await redeemItem(3);
	const cookieOf = {
		admin: adminCookie,
		viewer: await signInWithCookies(site, "ana"),
		visitor: "",
	};
	const fetchAs = (path: string, role: keyof typeof cookieOf) =>
		fetch(site.origin + path, { headers: { cookie: cookieOf[role] }, redirect: "manual" });
	const address = `/orders/export?q=${encodeURIComponent(item)}&status=`;
	const file = await fetchAs(address, "admin");
	expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
	expect(file.headers.get("content-disposition")).toContain("orders.csv");
	const lines = (await file.text()).trim().split("\r\n");
	expect(lines.map((line) => line.split(",")[0]).slice(1)).toEqual(ids);
	for (const role of ["viewer", "visitor"] as const) {
		for (const path of [
			address,
			"/orders",
			`/orders?order=${ids[0]}`,
			...(role === "visitor" ? ["/points/orders"] : []),
		]) {
			const answer = await fetchAs(path, role);
			const to = path === "/points/orders" ? "/login?returnTo=%2Fpoints%2Forders" : "/";
			expect([answer.status, answer.headers.get("location")], `${role} ${path}`).toEqual([302, to]);
		}
	}
	const single = await fetch(`${site.origin}/orders.data?order=${ids[0]}`, {
		headers: { cookie: cookieOf.viewer },
	});
	expect(await single.text()).not.toContain(item);
});

it("a viewer sees only their own orders", async () => {
	const { item } = await redeemItem(1);
	const cookie = await signInWithCookies(site, "bruno");
	const page = await fetch(`${site.origin}/points/orders`, { headers: { cookie } });
	expect(await page.text()).not.toContain(item);
});

it("a hanging bot loses no order, and a working bot is called immediately", async () => {
	const { itemId, item } = await redeemItem(1);
	const cookie = await signInWithCookies(site, newPlayer());
	const deliveries = () => bot.received.filter(({ body }) => body.includes(item)).length;
	const redeem = () =>
		fetch(`${site.origin}/store/${itemId}/redeem`, {
			method: "POST",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams({
				idempotencyKey: crypto.randomUUID(),
				revision: "1",
				price: "10",
				stock: "99",
			}),
			redirect: "manual",
		});
	bot.answer(() => {});
	try {
		const since = performance.now();
		expect((await redeem()).headers.get("location")).toMatch(/\?order=/);
		// Much less than the bot's timeout.
		expect(performance.now() - since).toBeLessThan(5000);
		await expect.poll(deliveries).toBe(1);
	} finally {
		bot.answer();
	}
	await redeem();
	await expect.poll(deliveries).toBe(2);
});
