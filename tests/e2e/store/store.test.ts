import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions, runsScripts } from "../../support/browser/browser";
import { BOTH_SCRIPTS, journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { type Site, startSite } from "../../support/site/site";
import { breaking } from "../../support/unguarded";

let site: Site;
let browser: Browser;
let shelf: Shelf;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
	shelf = openShelf(site);
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const NOISE = [/status of 409/, /status of 404/];
const card = (page: Page, id: string) => page.locator(`[data-item="${id}"]`);
const confirm = (page: Page) => page.getByRole("dialog").locator("form button[type=submit]");
const alert = (page: Page) => page.getByRole("dialog").getByRole("alert");
const openDialog = async (page: Page, id: string) => {
	await card(page, id).locator("a.redeem").click();
	await page.waitForURL(`**/store/${id}/redeem`);
	await confirm(page).waitFor();
	// The keyboard handlers are attached once the dialog has the focus.
	if (runsScripts(page)) await page.locator("#dialog-over-title:focus").waitFor();
};
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);

describe.each(PAIRS)("a redeem: $lang, scripts $scripts, $width px", (variant) => {
	it("shows points before and after, asks the item's question, and takes price and stock", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const id = shelf.add({ name: `Mug ${crypto.randomUUID()}`, price: 130, question: "Which colour?" });
				const name = newPlayer();
				await signIn(page, site, name, "/store");
				await scriptsRun(page);
				await card(page, id).getByText("Stock: 5").waitFor();
				await openDialog(page, id);
				expect(await number(page, "points-now")).toBe(1000);
				expect(await number(page, "points-after")).toBe(870);
				expect(await axe(page)).toEqual([]);

				await confirm(page).click();
				const answerFirst = localized(
					variant,
					"Responde primeiro à pergunta.",
					"Please answer the question first.",
				);
				await expect.poll(() => alert(page).innerText()).toBe(answerFirst);
				expect(shelf.pointsOf(name)).toBe(1000);

				await page.getByLabel("Which colour?").fill("Blue & <b>gold</b>");
				await confirm(page).click();
				await page.getByTestId("receipt").waitFor();
				await page.getByRole("heading", { name: localized(variant, "Já é teu!", "It's yours!") }).waitFor();
				expect(await axe(page)).toEqual([]);
				await expect.poll(() => number(page, "balance")).toBe(870);
				expect(shelf.ordersOf(id)).toMatchObject([
					{ status: "created", item_price: 130, answer: "Blue & <b>gold</b>", question: "Which colour?" },
				]);
				expect([shelf.item(id).stock, shelf.pointsOf(name)]).toEqual([4, 870]);

				await page.reload();
				await page.getByTestId("receipt").waitFor();
				await page
					.getByRole("link", { name: localized(variant, "Voltar à loja", "Back to the store") })
					.click();
				await page.waitForURL(/\/store(#item-|$)/);
				await card(page, id).getByText("Stock: 4").waitFor();
				expect(shelf.ordersOf(id), "a reload redeems nothing").toHaveLength(1);
			},
			NOISE,
		));
});

describe.each(PAIRS)("a code: $lang, scripts $scripts, $width px", (variant) => {
	it("is shown immediately after the redeem, and its URL shows it to no other user", () =>
		journey(browser, site, variant, async (page) => {
			const code = `CODE-${crypto.randomUUID()}`;
			const id = shelf.add({ name: "Gift card", codes: [code] });
			await signIn(page, site, newPlayer(), "/store");
			await scriptsRun(page);
			await openDialog(page, id);
			await confirm(page).click();
			expect(await page.getByTestId("code").innerText()).toBe(code);
			await page.reload();
			expect(await page.getByTestId("code").innerText()).toBe(code);
			const address = page.url();
			await page.goto(`${site.origin}/store`);
			const reason = localized(variant, "Item esgotado", "Item out of stock");
			expect(await card(page, id).getByTestId("reason").innerText()).toBe(reason);

			const other = await newPage(browser, site.origin, variant);
			await signIn(other, site, newPlayer(), "/store");
			await other.goto(address);
			await other.getByRole("dialog").waitFor();
			expect(await other.content()).not.toContain(code);
			await other.context().close();
		}));
});

/** Changes between opening and confirming the dialog, each with the message for it. */
const REASONS: [string, (id: string) => void, string, string][] = [
	[
		"the item is deleted",
		(id) => shelf.run(`delete from store_items where id = '${id}'`),
		"Utilizador ou item inválido",
		"Invalid user or item",
	],
	[
		"the points do not suffice",
		(id) => shelf.edit(id, { price: 1001 }),
		"Pontos insuficientes",
		"Insufficient points",
	],
	[
		"the item is sold out",
		(id) => shelf.run(`update store_items set stock = 0 where id = '${id}'`),
		"Item esgotado",
		"Item out of stock",
	],
	[
		"the item is disabled",
		(id) => shelf.edit(id, { status: "disabled" }),
		"O item não está disponível",
		"Item is not available",
	],
	[
		"the database fails",
		(id) =>
			shelf.run(
				breaking({
					...{ name: `broken_${id.replaceAll("-", "_")}`, event: "insert", table: "orders" },
					when: `new.item_id = '${id}'`,
				}).begin,
			),
		"Não foi possível resgatar o item",
		"Failed to redeem item",
	],
	[
		"price and stock are changed",
		(id) => shelf.edit(id, { price: 150, stock: 9 }),
		"Este item mudou desde que o abriste: preço 100 → 150, stock 5 → 9. Não foi cobrado nada.",
		"This item has changed since you opened it: price 100 → 150, stock 5 → 9. Nothing was charged.",
	],
];

describe.each(PAIRS)("a refused redeem: $lang, scripts $scripts, $width px", (variant) => {
	it(`shows the reason if ${REASONS.map(([when]) => when).join(", ")}`, () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				// Blocks the event stream, so that the message comes from the server's check and not from the live update.
				await page.route("**/live?*", () => undefined);
				await signIn(page, site, name);
				for (const [when, change, pt, en] of REASONS) {
					const id = shelf.add({ name: `Mug ${crypto.randomUUID()}` });
					await page.goto(`${site.origin}/store`);
					await openDialog(page, id);
					change(id);
					await confirm(page).click();
					await expect
						.poll(() => alert(page).innerText(), { message: when })
						.toBe(localized(variant, pt, en));
					expect([shelf.pointsOf(name), shelf.ordersOf(id)], when).toEqual([1000, []]);
					expect(await number(page, "balance"), when).toBe(1000);
					if (when === "the database fails") expect(await axe(page)).toEqual([]);
				}
			},
			NOISE,
		));
});

describe.each(PAIRS)(
	"the card of an item that cannot be redeemed: $lang, scripts $scripts, $width px",
	(variant) => {
		it("shows the reason: no sign-in, too few points, sold out, limit or cooldown", () =>
			journey(browser, site, variant, async (page) => {
				const expensive = shelf.add({ name: "Dear", price: 5000 });
				const gone = shelf.add({ name: "Gone", stock: 0 });
				const once = shelf.add({ name: "Once", viewerLimit: 1, price: 1 });
				const slow = shelf.add({ name: "Slow", cooldownHours: 24, price: 1 });
				const hidden = shelf.add({ name: "Hidden", status: "disabled" });
				const reason = (id: string) => card(page, id).getByTestId("reason").innerText();
				await page.goto(`${site.origin}/store`);
				expect(await reason(once)).toBe(localized(variant, "Entra para resgatar", "Sign in to redeem"));
				expect(await card(page, once).getByRole("button").isDisabled()).toBe(true);

				await signIn(page, site, newPlayer(), "/store");
				await scriptsRun(page);
				expect(await reason(expensive)).toBe(
					localized(variant, "Pontos insuficientes", "Insufficient points"),
				);
				expect(await reason(gone)).toBe(localized(variant, "Item esgotado", "Item out of stock"));
				expect(await card(page, hidden).count()).toBe(0);
				for (const id of [once, slow]) {
					await openDialog(page, id);
					await confirm(page).click();
					await page.getByTestId("receipt").waitFor();
					await page.goto(`${site.origin}/store`);
					await scriptsRun(page);
				}
				expect(await reason(once)).toMatch(localized(variant, "(1 por espectador)", "(1 per viewer)"));
				expect(await reason(slow)).toMatch(localized(variant, "dentro de 24 h", "again in 24 h"));
			}));
	},
);

describe.each(PAIRS.filter(({ width }) => width === 360))(
	"a repeated redeem: $lang, scripts $scripts",
	(variant) => {
		it("by a double click or back and forward navigation makes one order", () =>
			journey(browser, site, variant, async (page) => {
				const id = shelf.add({ name: `Mug ${crypto.randomUUID()}` });
				await signIn(page, site, newPlayer(), "/store");
				await scriptsRun(page);
				await openDialog(page, id);
				await confirm(page).dblclick();
				await page.getByTestId("receipt").waitFor();
				expect(shelf.ordersOf(id)).toHaveLength(1);
				await page.goBack();
				await page.goForward();
				expect(shelf.ordersOf(id)).toHaveLength(1);
			}));
	},
);

describe.each(BOTH_SCRIPTS)("a redeem dialog: scripts $scripts", (variant) => {
	it("charges only the user that was shown as the buyer", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const id = shelf.add({ name: `Mug ${crypto.randomUUID()}` });
				const [shown, other] = [newPlayer(), newPlayer()];
				await signIn(page, site, shown, "/store");
				await scriptsRun(page);
				await openDialog(page, id);
				const tab = await page.context().newPage();
				await signIn(tab, site, other, "/");
				await confirm(page).click();
				await expect.poll(() => alert(page).innerText()).toMatch(/^The signed-in account has changed/);
				expect([shelf.pointsOf(shown), shelf.pointsOf(other), shelf.ordersOf(id)]).toEqual([1000, 1000, []]);
			},
			NOISE,
		));
});

describe("the store page with scripts", () => {
	const variant = { lang: "en", scripts: true, width: 1280 } as const;

	it("closes the redeem dialog on Escape and returns the focus", () =>
		journey(browser, site, variant, async (page) => {
			const id = shelf.add({ name: `Mug ${crypto.randomUUID()}` });
			await signIn(page, site, newPlayer(), "/store");
			await scriptsRun(page);
			await openDialog(page, id);
			await page.keyboard.press("Escape");
			await page.waitForURL(/\/store(#item-|$)/);
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`redeem-${id}`);
		}));

	it("updates items and header after a redeem in another tab", () =>
		journey(browser, site, variant, async (page) => {
			const id = shelf.add({ name: `Mug ${crypto.randomUUID()}`, price: 600 });
			await signIn(page, site, newPlayer(), "/store");
			await scriptsRun(page);
			const tab = await page.context().newPage();
			await tab.goto(`${site.origin}/store/${id}/redeem`);
			await scriptsRun(tab);
			await confirm(tab).click();
			await tab.getByTestId("receipt").waitFor();
			await card(page, id).getByText("Stock: 4").waitFor();
			await expect.poll(() => number(page, "balance")).toBe(400);
			await expect.poll(() => card(page, id).getByTestId("reason").innerText()).toBe("Insufficient points");
		}));

	it("does not charge a price that changed while the dialog was open, and asks again", () =>
		journey(browser, site, variant, async (page) => {
			const id = shelf.add({ name: `Mug ${crypto.randomUUID()}`, question: "Which colour?" });
			const name = newPlayer();
			await signIn(page, site, name, "/store");
			await scriptsRun(page);
			await openDialog(page, id);
			await page.getByLabel("Which colour?").fill("Blue");
			const admin = await newPage(browser, site.origin, variant);
			await signIn(admin, site, "admin", `/store/${id}/edit`);
			await scriptsRun(admin);
			await admin.locator("#field-price").fill("150");
			await admin.locator("#field-question").fill("Which size?");
			await admin.getByRole("dialog").locator("button[type=submit]").click();
			await admin.waitForURL(/\/store(#item-|$)/);
			await admin.context().close();

			const changed = "This item has changed since you opened it: price 100 → 150, stock 5 → 5.";
			await expect.poll(() => alert(page).innerText()).toContain(changed);
			expect([await number(page, "points-after"), await page.getByLabel("Which size?").count()]).toEqual([
				900, 0,
			]);
			await confirm(page).click({ force: true });
			expect(await axe(page)).toEqual([]);
			expect([shelf.pointsOf(name), shelf.ordersOf(id)]).toEqual([1000, []]);

			await page.getByRole("button", { name: "Show the current version" }).dblclick();
			await expect.poll(() => number(page, "points-after")).toBe(850);
			expect(await alert(page).innerText()).toContain(changed);
			expect(await page.getByLabel("Which size?").inputValue()).toBe("Blue");
			expect(shelf.ordersOf(id), "the second click does not confirm").toEqual([]);
			await confirm(page).click();
			await page.getByTestId("receipt").waitFor();
			expect(shelf.ordersOf(id)).toMatchObject([{ total_points: 150, question: "Which size?" }]);
		}));

	it("shows immediately in the dialog that points or stock no longer suffice", () =>
		journey(browser, site, variant, async (page) => {
			const expensive = shelf.add({ name: `Mug ${crypto.randomUUID()}`, price: 600 });
			const last = shelf.add({ name: `Cup ${crypto.randomUUID()}`, price: 1, stock: 1 });
			await signIn(page, site, newPlayer(), `/store/${expensive}/redeem`);
			await scriptsRun(page);
			const tab = await page.context().newPage();
			const redeem = async (id: string) => {
				await tab.goto(`${site.origin}/store/${id}/redeem`);
				await scriptsRun(tab);
				await confirm(tab).click();
				await tab.getByTestId("receipt").waitFor();
			};
			await redeem(expensive);
			await expect.poll(() => alert(page).innerText()).toBe("Insufficient points");
			await expect.poll(() => confirm(page).isDisabled()).toBe(true);
			await page.goto(`${site.origin}/store/${last}/redeem`);
			await scriptsRun(page);
			await redeem(last);
			await expect.poll(() => alert(page).innerText()).toBe("Item out of stock");
		}));

	it("keeps the dialog open when the site is unreachable, and then redeems once", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const id = shelf.add({ name: `Mug ${crypto.randomUUID()}`, price: 600, stock: 1 });
				await signIn(page, site, newPlayer(), "/store");
				await scriptsRun(page);
				await openDialog(page, id);
				// The site redeems, but its response is lost.
				await page.route("**/redeem.data*", async (route) => {
					await route.fetch();
					await route.abort("connectionreset");
				});
				await confirm(page).click();
				await expect.poll(() => alert(page).innerText()).toMatch(/Can't reach the site/);
				await page.unroute("**/redeem.data*");
				await page.getByRole("dialog").getByText("Stock: 0").waitFor();
				await expect.poll(() => number(page, "points-now")).toBe(400);
				await confirm(page).click();
				await page.getByTestId("receipt").waitFor();
				expect(shelf.ordersOf(id)).toHaveLength(1);
			},
			[/ERR_CONNECTION_RESET/],
		));

	it("shows a loading message while another page is displayed", () =>
		journey(browser, site, variant, async (page) => {
			await page.goto(`${site.origin}/fairness`);
			await scriptsRun(page);
			await page.route("**/store.data*", async (route) => {
				await page.getByText("Loading store...").waitFor();
				await route.continue();
			});
			await page.locator("#site-navigation a[href='/store']").click();
			await page.waitForURL(/\/store(#item-|$)/);
			await page.getByText("Loading store...").waitFor({ state: "detached" });
		}));
});
