import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions, runsScripts } from "../../support/browser/browser";
import { BOTH_SCRIPTS, journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let shelf: Shelf;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
	shelf = openShelf(site);
	shelf.add({ id: "chair", name: "Chair", price: 5000 });
	shelf.add({ id: "sold", name: "Sold poster", price: 700, stock: 0 });
	shelf.add({ id: "mug", name: "Caneca", price: 300 });
	shelf.add({ id: "pin", name: "Pin", price: 100 });
	shelf.run(`update store_items set translations = '{"en":{"name":"Mug"}}' where id = 'mug'`);
	for (const id of ["a", "b", "c", "d", "e", "f"]) shelf.add({ id, name: `Sticker ${id}`, price: 10 });
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const shown = (page: Page) =>
	page
		.locator("[data-item]")
		.evaluateAll((cards) =>
			cards.map((card) => card.getAttribute("data-item") ?? "").filter((id) => id.length > 1),
		);
const queryOf = (page: Page) => new URL(page.url()).search;
/** Changes the filter, which without scripts has a button. */
async function filter(page: Page, change: (form: ReturnType<Page["getByRole"]>) => Promise<unknown>) {
	const form = page.getByRole("search");
	await change(form);
	if (!runsScripts(page)) await form.getByRole("button").click();
}

describe.each(PAIRS)("the store's list: $lang, scripts $scripts, $width px", (variant) => {
	it("begins with what the viewer can redeem on request, is filtered, and is kept by the dialogs over it", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, newPlayer(), "/store");
			await scriptsRun(page);
			expect(await shown(page)).toEqual(["chair", "sold", "mug", "pin"]);
			expect(await axe(page)).toEqual([]);
			await filter(page, (form) => form.locator("select[name=sort]").selectOption("affordable"));
			await page.waitForURL("**/store?sort=affordable");
			await expect.poll(() => shown(page)).toEqual(["mug", "pin", "chair", "sold"]);
			await filter(page, (form) => form.locator("input[name=affordable]").check());
			await page.waitForURL("**/store?sort=affordable&affordable=1");
			await expect.poll(() => shown(page)).toEqual(["mug", "pin"]);

			await page
				.getByRole("search")
				.locator("input[name=q]")
				.fill(localized(variant, "CANECA", "mug"));
			await page.getByRole("search").locator("input[name=q]").press("Enter");
			// With scripts the list is filtered before the address changes.
			await page.waitForURL(/\?q=/);
			await expect.poll(() => shown(page)).toEqual(["mug"]);
			const query = queryOf(page);
			await page.locator("[data-item=mug] a.redeem").click();
			await page.waitForURL((url) => url.pathname === "/store/mug/redeem" && url.search === query);
			await page
				.getByRole("dialog")
				.getByRole("heading", { name: localized(variant, "Caneca", "Mug") })
				.waitFor();
			await page
				.getByRole("dialog")
				.getByRole("link", { name: localized(variant, "Cancelar", "Cancel") })
				.click();
			await page.waitForURL((url) => url.pathname === "/store" && url.search === query);
			await expect.poll(() => shown(page)).toEqual(["mug"]);

			await page.getByRole("link", { name: localized(variant, "Limpar filtros", "Clear filters") }).click();
			await page.waitForURL("**/store");
			await expect.poll(() => shown(page)).toEqual(["chair", "sold", "mug", "pin"]);
			const form = page.getByRole("search");
			await expect.poll(() => form.locator("select[name=sort]").inputValue()).toBe("dearest");
			expect(await form.locator("input[name=affordable]").isChecked()).toBe(false);
			expect(await form.locator("input[name=q]").inputValue()).toBe("");
		}));

	it("has a goal, which follows the viewer to other pages and ends on request", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/store?sort=cheapest");
			await scriptsRun(page);
			const set = localized(variant, "Juntar para isto: Chair", "Save up for this: Chair");
			const end = localized(variant, "Deixar de juntar: Chair", "Stop saving for this: Chair");
			await page.getByRole("button", { name: set }).click();
			await page.getByRole("button", { name: end }).waitFor();
			expect(queryOf(page)).toBe("?sort=cheapest");
			const goal = page.locator("[data-testid=goal]:visible");
			expect(await goal.innerText()).toMatch(/Faltam 4\s?000|4,000 to go/);
			expect(await axe(page)).toEqual([]);
			await page.goto(`${site.origin}/help`);
			expect(await goal.count()).toBe(variant.width === 1280 ? 1 : 0);
			await page.goto(`${site.origin}/store`);
			await scriptsRun(page);
			await page.getByRole("button", { name: end }).click();
			await page.getByRole("button", { name: set }).waitFor();
			expect(await goal.count()).toBe(0);
		}));
});

it("a visitor's list has one address for each choice, and a sold-out item says so once", () =>
	journey(browser, site, { lang: "en", scripts: false, width: 1280 }, async (page) => {
		await page.goto(`${site.origin}/store?q=&stock=&sort=newest&other=1`);
		expect(queryOf(page)).toBe("?sort=newest");
		await page.goto(`${site.origin}/store?stock=1`);
		expect(await shown(page)).toEqual(["chair", "mug", "pin"]);
		await page.goto(`${site.origin}/store`);
		const sold = page.locator("[data-item=sold]");
		expect(await sold.getByTestId("reason").innerText()).toBe("Item out of stock");
		expect(await sold.innerText()).not.toMatch(/Stock: 0|Sign in/);
		expect(await page.locator("select[name=sort] option").count()).toBe(3);
	}));

it.each(BOTH_SCRIPTS)("an admin's dialogs return to the same list: scripts $scripts", (variant) =>
	journey(browser, site, variant, async (page) => {
		const query = "?q=tray&sort=cheapest";
		const dialog = page.getByRole("dialog");
		const isAt = (path: string) =>
			page.waitForURL((url) => url.pathname === path && url.search === query, { waitUntil: "commit" });
		const open = async (selector: string, path: string) => {
			await page.locator(selector).click();
			await isAt(path);
			await dialog.waitFor();
			await scriptsRun(page);
		};
		const save = () => dialog.locator("button[type=submit]").click();
		const hrefs = () =>
			dialog
				.getByRole("link", { name: /^(Close|Cancel)$/ })
				.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
		await signIn(page, site, "admin", `/store${query}`);
		await scriptsRun(page);
		await open("#add-item", "/store/new");
		expect(await hrefs()).toEqual([`/store${query}`, `/store${query}`]);
		if (variant.scripts) {
			await page.keyboard.press("Escape");
			await isAt("/store");
			await open("#add-item", "/store/new");
		}
		await dialog.locator("#field-name").fill("Tray");
		await dialog.locator("#field-price").fill("50");
		await save();
		await isAt("/store");
		await expect.poll(() => page.locator("[data-item]").count()).toBe(1);
		const id = (await page.locator("[data-item]").getAttribute("data-item")) ?? "";

		await open(`#disable-${id}`, `/store/${id}/disable`);
		expect(await hrefs()).toEqual([`/store${query}`, `/store${query}`]);
		await save();
		await isAt("/store");
		// The item is in the list of disabled ones, whose link opens the form.
		await page.getByTestId("disabled-item").waitFor();
		await open(`#edit-${id}`, `/store/${id}/edit`);
		expect(await hrefs()).toEqual([`/store${query}`, `/store${query}`]);
		await save();
		await isAt("/store");
		await expect.poll(() => shown(page)).toEqual([id]);
		shelf.run(`delete from store_items where id = '${id}'`);
	}),
);
