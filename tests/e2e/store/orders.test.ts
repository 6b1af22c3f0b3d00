import { openDatabase } from "db/database";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBot } from "../../support/bot-server";
import { axe, launchBrowser, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, readPlayer } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { addItem, addOrder } from "../../support/data/store-rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let bot: Awaited<ReturnType<typeof startBot>>;
let site: Site;
let browser: Browser;
/** One session for all journeys, which do not test signing in. */
let adminCookie: string;

beforeAll(async () => {
	bot = await startBot();
	const env = { REDEEM_BOT_URL: bot.url, REDEEM_BOT_SECRET: "sixteen letters!" };
	[site, browser] = await Promise.all([startSite({ env }), launchBrowser()]);
	adminCookie = await signInWithCookies(site, "admin");
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
	await bot?.close();
});

const words = (way: PageOptions, pt: string, en: string) => (way.lang === "pt" ? pt : en);
const row = (page: Page, id: string) => page.locator(`tr[data-order="${id}"]`);
const statusOf = (page: Page, id: string) =>
	row(page, id).locator("[data-status]").getAttribute("data-status");
const message = (page: Page) => page.getByTestId("decision-message").innerText();

async function withDb<Result>(
	act: (db: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
	const db = openDatabase(`file:${site.database}`);
	try {
		return await act(db);
	} finally {
		await db.destroy();
	}
}

/** Opens a page with an existing session, in the page's own language. */
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

/** A viewer with orders of an item of their own. */
async function redeemed(count: number, { code }: { code?: string } = {}) {
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

async function openOrders(page: Page, search: string, way: PageOptions) {
	await openAs(adminCookie, page, `/orders?q=${encodeURIComponent(search)}`);
	await page.locator(".orders-table").waitFor();
	await settled(page, way);
}

describe.each(PAIRS)("orders: $lang, scripts $scripts, $width px", (way) => {
	it("are found, opened, cancelled with a note, and the viewer reads why and has the points back", () =>
		journey(browser, site, way, async (page) => {
			const code = `CODE-${crypto.randomUUID()}`;
			const { viewer, cookie, item, ids } = await redeemed(1, { code });
			const [id = ""] = ids;
			await openAs(adminCookie, page, "/orders");
			await settled(page, way);
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
			await settled(page, way);
			await dialog.locator("textarea").press("Enter");
			await dialog.locator("textarea").fill("Sold out, sorry.\nSecond line");
			await dialog.locator(`button[value="cancel ${id}"]`).click();
			await page
				.getByText(
					words(
						way,
						"A encomenda foi cancelada e os pontos foram devolvidos.",
						"The order is cancelled; its points were given back.",
					),
				)
				.waitFor();
			await dialog.waitFor({ state: "detached" });
			await expect.poll(() => statusOf(page, id)).toBe("cancelled");
			expect(await row(page, id).locator("button, input").count()).toBe(0);

			const own = await newPage(browser, site.origin, way);
			await openAs(cookie, own, "/points/orders");
			const card = own.getByTestId("own-order");
			await card.getByText("Sold out, sorry.").waitFor();
			expect(await card.locator("[data-status]").getAttribute("data-status")).toBe("cancelled");
			expect(await own.getByTestId("code").inputValue()).toBe(code);
			expect(await own.locator("header").first().innerText()).toMatch(/1[\s,.]?000/);
			expect(await axe(own)).toEqual([]);
			await own.context().close();
		}));

	it("are approved many at once, and those that were already decided are listed separately", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const { item, ids } = await redeemed(4);
				const [first = "", second = "", third = "", stale = ""] = ids;
				await openOrders(page, item, way);
				await page.locator("button[value=approve]").click();
				await expect
					.poll(() => message(page))
					.toContain(words(way, "Escolhe pelo menos uma encomenda.", "Choose at least one order."));
				// The table is read again after the answer; what follows must not be in it yet.
				await expect.poll(() => page.locator(".progress-line").count()).toBe(0);
				await withDb((db) =>
					db
						.updateTable("orders")
						.set({ status: "cancelled", decided_at: new Date().toISOString(), decided_by: "system" })
						.where("id", "=", stale)
						.execute(),
				);
				for (const id of [first, second, stale]) await row(page, id).locator("input[name=order]").check();
				await page.locator("input[name=note]").fill("On its way");
				// Enter decides nothing, or the third one would be approved as well.
				const chosen = row(page, third).locator("input[name=order]");
				await chosen.check();
				await chosen.press("Enter");
				await page.locator("input[name=note]").press("Enter");
				await chosen.uncheck();
				await page.locator("button[value=approve]").click();
				await expect
					.poll(() => message(page))
					.toContain(words(way, "2 encomendas aprovadas.", "2 orders approved."));
				expect(await message(page)).toContain(
					words(way, "Não foi possível atualizar o estado da encomenda", "Failed to update order status"),
				);
				expect(await message(page)).toContain(stale.slice(0, 8));
				await expect.poll(() => statusOf(page, first)).toBe("approved");
				await expect.poll(() => row(page, second).innerText()).toContain("On its way");
				expect([await statusOf(page, third), await statusOf(page, stale)]).toEqual(["created", "cancelled"]);
				await expect.poll(() => page.locator("input[name=note]").inputValue()).toBe("");
				expect(await axe(page)).toEqual([]);

				await page.locator("select[name=status]").selectOption("created");
				if (way.scripts === false) await page.locator("form[role=search] button").click();
				await page.waitForURL(/status=created/);
				await settled(page, way);
				await expect.poll(() => page.locator("tr[data-order]").count()).toBe(1);
				await row(page, third).locator(`button[value="approve ${third}"]`).click();
				await expect
					.poll(() => message(page))
					.toContain(words(way, "1 encomenda aprovada.", "1 order approved."));
				await page.getByText(words(way, "Nenhuma encomenda corresponde", "No order matches")).waitFor();
			},
			[/status of 400/],
		));
});

describe.each(PAIRS)("orders: $lang, scripts $scripts, $width px", (way) => {
	it("say what became of the bot's message, which is sent again by hand", () =>
		journey(browser, site, way, async (page) => {
			const { item, ids } = await redeemed(1);
			const [id = ""] = ids;
			await withDb((db) =>
				db
					.updateTable("redeem_messages")
					.set({ state: "failed", tries: 10, last_fault: "status 500" })
					.where("order_id", "=", id)
					.execute(),
			);
			await openOrders(page, item, way);
			await row(page, id).getByTestId("message-mark").waitFor();
			await page.goto(`${site.origin}/orders?order=${id}`);
			await settled(page, way);
			const state = page.getByTestId("message-state");
			expect(await state.innerText()).toContain(
				words(way, "O bot respondeu com o estado 500.", "The bot answered with status 500."),
			);
			const before = bot.received.length;
			await page.locator(`button[value="resend ${id}"]`).click();
			await page
				.getByText(words(way, "A mensagem vai a caminho do bot.", "The message is on its way to the bot."))
				.waitFor();
			await expect.poll(() => bot.received.length).toBe(before + 1);
			expect(bot.received.at(-1)?.body).toContain(item);
			await expect
				.poll(async () => {
					await page.reload();
					return state.innerText();
				})
				.toContain(words(way, "Entregue em", "Delivered"));
		}));
});

it("are paged, and stay so when one is decided", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { item, ids } = await redeemed(53);
		await openOrders(page, item, {});
		const shown = () =>
			page.locator("tr[data-order]").evaluateAll((rows) => rows.map((one) => one.getAttribute("data-order")));
		expect(await shown()).toEqual(ids.slice(0, 25));
		await page.getByLabel("Choose all").check();
		await page.locator("input[name=note]").fill("For these alone");
		await page.getByRole("link", { name: "Next" }).click();
		await expect.poll(shown).toEqual(ids.slice(25, 50));
		await expect.poll(() => page.locator("form:has(.orders-table) :checked").count()).toBe(0);
		await expect.poll(() => page.locator("input[name=note]").inputValue()).toBe("");
		await row(page, ids[30] ?? "")
			.locator('button[value^="approve"]')
			.click();
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

it("are decided once by two quick clicks, and a dialog gives the focus back", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { item, viewer, ids } = await redeemed(2);
		const [id = "", other = ""] = ids;
		await openOrders(page, item, {});
		await page.getByLabel("Choose all").check();
		expect(await page.locator("input[name=order]:checked").count()).toBe(2);
		await page.locator("button[value=cancel]").dblclick();
		await expect.poll(() => message(page)).toContain("2 orders cancelled");
		expect(await message(page)).not.toContain("Failed");
		expect((await readPlayer(site, viewer)).points).toBe(1000);
		// The answer comes before the table is read again.
		await expect.poll(() => statusOf(page, id)).toBe("cancelled");
		await expect.poll(() => statusOf(page, other)).toBe("cancelled");
		await row(page, id).getByText(id.slice(0, 8)).click();
		await page.locator("#dialog-over-title:focus").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`order-${id}`);
	}));

it("are exported as CSV for admins alone, with the table's filter", async () => {
	const { item, ids } = await redeemed(3);
	const cookieOf = {
		admin: adminCookie,
		viewer: await signInWithCookies(site, "ana"),
		nobody: "",
	};
	const ask = (path: string, who: keyof typeof cookieOf) =>
		fetch(site.origin + path, { headers: { cookie: cookieOf[who] }, redirect: "manual" });
	const address = `/orders/export?q=${encodeURIComponent(item)}&status=`;
	const file = await ask(address, "admin");
	expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
	expect(file.headers.get("content-disposition")).toContain("orders.csv");
	const lines = (await file.text()).trim().split("\r\n");
	expect(lines.map((line) => line.split(",")[0]).slice(1)).toEqual(ids);
	for (const who of ["viewer", "nobody"] as const) {
		for (const path of [
			address,
			"/orders",
			`/orders?order=${ids[0]}`,
			...(who === "nobody" ? ["/points/orders"] : []),
		]) {
			const answer = await ask(path, who);
			expect([answer.status, answer.headers.get("location")], `${who} ${path}`).toEqual([302, "/"]);
		}
	}
	const single = await fetch(`${site.origin}/orders.data?order=${ids[0]}`, {
		headers: { cookie: cookieOf.viewer },
	});
	expect(await single.text()).not.toContain(item);
});

it("show a viewer only what is theirs", async () => {
	const { item } = await redeemed(1);
	const cookie = await signInWithCookies(site, "bruno");
	const page = await fetch(`${site.origin}/points/orders`, { headers: { cookie } });
	expect(await page.text()).not.toContain(item);
});

it("cost nobody an order when the bot hangs, and reach a bot that is there at once", async () => {
	const { itemId, item } = await redeemed(1);
	const cookie = await signInWithCookies(site, newPlayer());
	const heard = () => bot.received.filter(({ body }) => body.includes(item)).length;
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
		// Far less than the bot's timeout.
		expect(performance.now() - since).toBeLessThan(5000);
		await expect.poll(heard).toBe(1);
	} finally {
		bot.answer();
	}
	await redeem();
	await expect.poll(heard, { timeout: 3000 }).toBe(2);
});
