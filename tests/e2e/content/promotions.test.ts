import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { type CatalogueRows, HOSTILE, openCatalogueRows } from "../../support/data/catalogue-rows";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;
let rows: CatalogueRows;
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { RATE_LIMIT_SCALE: "50" } },
);
beforeAll(() => {
	rows = openCatalogueRows(site);
});
afterAll(() => rows?.close());

const REFUSED = [/status of 40[09]/];
const CLAIM = "https://casino.example/claim?from=plateia";
const words = (way: PageOptions, pt: string, en: string) => (way.lang === "pt" ? pt : en);
const card = (page: Page, id: string) => page.locator(`[data-promotion="${id}"]`);
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).locator(`#field-${name}`);
const save = (page: Page) => dialog(page).locator("form button[type=submit]");
const promotion = (id: string) => rows.all("select * from promotions where id = ?", id)[0] ?? {};
const WITH_SCRIPTS: PageOptions = { lang: "en", width: 1280 };
/** The page options of the form tests. */
const BOTH: PageOptions[] = [
	{ lang: "en", scripts: true, width: 360 },
	{ lang: "pt", scripts: false, width: 1280 },
];
const open = async (page: Page) => {
	await page.goto(`${site.origin}/promotions`);
	await scriptsRun(page);
};
const openAsAdmin = async (page: Page, path = "/promotions") => {
	await signIn(page, site, "admin", path);
	await scriptsRun(page);
};
/** The alert's text with plain spaces. */
const textOf = async (page: Page, id: string) =>
	(await card(page, id).innerText()).replaceAll(/[\u00a0\u202f]/g, " ");

describe.each(PAIRS)("promotions: $lang, scripts $scripts, $width px", (way) => {
	it("show all that an offer has, and lead to it in a new tab, which is counted", () =>
		journey(browser, site, way, async (page) => {
			const title = `Aurora ${crypto.randomUUID()}`;
			const id = rows.addPromotion({
				title,
				description: "First line\nSecond line",
				min_deposit: 12.5,
				cashback: "10%",
				welcome_bonus: "100% up to €200",
				pat: 24,
				promocode: "AURORA100",
				claim_url: CLAIM,
			});
			const bare = rows.addPromotion({ title: "Bare" });
			await page
				.context()
				.route("https://casino.example/**", (route) =>
					route.fulfill({ contentType: "text/html", body: "<title>Casino</title>" }),
				);
			await open(page);
			await page.getByRole("heading", { level: 1, name: words(way, "Promoções", "Promotions") }).waitFor();
			const text = await textOf(page, id);
			for (const said of [
				title,
				"AURORA100",
				"First line\nSecond line",
				words(way, "12,50 €", "€12.50"),
				"10%",
				"100% up to €200",
				"24h",
				words(way, "+18 | APLICAM-SE OS T&C", "+18 | T&C APPLY"),
			]) {
				expect(text).toContain(said);
			}
			expect(await textOf(page, bare)).not.toMatch(/null|€|\dh|Cashback/);
			expect(await axe(page)).toEqual([]);

			const claim = card(page, id).getByRole("link");
			expect(await claim.getAttribute("href")).toBe(CLAIM);
			expect(await claim.getAttribute("rel")).toBe("noopener noreferrer");
			const [tab] = await Promise.all([page.context().waitForEvent("page"), claim.click()]);
			await tab.waitForURL(CLAIM);
			await expect.poll(() => rows.countOf("promotion_claim", title), { timeout: 20_000 }).toBe(1);
			expect(rows.countOf("promotion_view", title)).toBe(1);
		}));
});

describe.each(BOTH)("an admin of promotions: $lang, scripts $scripts, $width px", (way) => {
	it("adds the default row, gives it its words, empties them again, and deletes it when asked", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				await openAsAdmin(page);
				await page.getByRole("button", { name: words(way, "Adicionar promoção", "Add Promotion") }).click();
				await page.waitForURL("**/promotions/*/edit");
				await scriptsRun(page);
				const id = page.url().split("/").at(-2) ?? "";
				expect(promotion(id)).toMatchObject({
					title: "New Promotion",
					claim_url: "https://example.com/",
					image_url: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
					description: null,
					min_deposit: null,
					cashback: null,
					welcome_bonus: null,
					pat: null,
					promocode: null,
				});
				expect(await field(page, "title").inputValue()).toBe("New Promotion");
				expect(await axe(page)).toEqual([]);

				await field(page, "title").fill("Farol");
				await field(page, "minDeposit").fill("1.000");
				await field(page, "pat").fill("a day");
				await field(page, "claimUrl").fill("javascript:alert(1)");
				await save(page).click();
				const hours = words(way, "Horas, como 24 ou 1,5", "Hours such as 24 or 1.5");
				await expect.poll(() => dialog(page).locator("#field-pat-error").innerText()).toContain(hours);
				for (const name of ["minDeposit", "claimUrl"]) {
					expect(await dialog(page).locator(`#field-${name}-error`).innerText(), name).not.toBe("");
				}
				expect(await field(page, "title").inputValue(), "what was typed stays").toBe("Farol");
				expect(await axe(page)).toEqual([]);

				await field(page, "minDeposit").fill("12,50");
				await field(page, "pat").fill("48");
				await field(page, "claimUrl").fill(CLAIM);
				await field(page, "cashback").fill("5%");
				await field(page, "welcomeBonus").fill("50 spins");
				await field(page, "promocode").fill("FAROL");
				await field(page, "description").fill("One\nTwo");
				await save(page).click();
				await page.waitForURL("**/promotions");
				await card(page, id).getByText("FAROL", { exact: true }).waitFor();
				expect(promotion(id)).toMatchObject({
					title: "Farol",
					min_deposit: 12.5,
					pat: 48,
					cashback: "5%",
					welcome_bonus: "50 spins",
					promocode: "FAROL",
					claim_url: CLAIM,
					revision: 2,
				});
				expect(String(promotion(id).description).replace("\r", "")).toBe("One\nTwo");

				await page.locator(`#edit-${id}`).click();
				await page.waitForURL(`**/promotions/${id}/edit`);
				await scriptsRun(page);
				for (const name of ["minDeposit", "pat", "cashback", "welcomeBonus", "promocode", "description"]) {
					await field(page, name).fill("");
				}
				await save(page).click();
				await page.waitForURL("**/promotions");
				await page.getByText(words(way, "A promoção está guardada.", "The promotion is saved.")).waitFor();
				expect(promotion(id)).toMatchObject({
					description: null,
					min_deposit: null,
					cashback: null,
					welcome_bonus: null,
					pat: null,
					promocode: null,
				});

				await page.locator(`#delete-${id}`).click();
				await page.waitForURL(`**/promotions/${id}/delete`);
				await scriptsRun(page);
				const question = words(
					way,
					"Tens a certeza de que queres eliminar esta promoção?",
					"Are you sure you want to delete this promotion?",
				);
				await page.getByText(question).waitFor();
				expect(await axe(page)).toEqual([]);
				await save(page).click();
				await page.waitForURL("**/promotions");
				await page.getByText(words(way, "A promoção foi eliminada.", "The promotion is deleted.")).waitFor();
				expect(await card(page, id).count()).toBe(0);
				expect(promotion(id)).toEqual({});
				const logged = rows.all("select action from admin_changes where subject = ? order by id", id);
				expect(logged.map(({ action }) => action)).toEqual([
					"promotion.add",
					"promotion.edit",
					"promotion.edit",
					"promotion.delete",
				]);
			},
			REFUSED,
		));

	it("does not save over what another admin has saved, and loses nothing of what was typed", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const id = rows.addPromotion();
				await openAsAdmin(page, `/promotions/${id}/edit`);
				rows.run("update promotions set title = 'Theirs', revision = 2 where id = ?", id);
				await field(page, "title").fill("Mine");
				await save(page).click();
				const meanwhile = words(way, "outro administrador alterou isto", "Another admin has changed this");
				await expect.poll(() => dialog(page).getByRole("alert").innerText()).toContain(meanwhile);
				expect(await field(page, "title").inputValue()).toBe("Mine");
				expect(promotion(id)).toMatchObject({ title: "Theirs", revision: 2 });
			},
			REFUSED,
		));
});

describe("the promotions page", () => {
	it("shows what admins typed as text, the newest first, and stays as wide as the screen", () =>
		journey(browser, site, { lang: "en", width: 360 }, async (page) => {
			const older = rows.addPromotion({ title: "Older" });
			const text = HOSTILE.join(" ");
			const id = rows.addPromotion({
				title: text,
				description: `${HOSTILE.join("\n")}\n${"W".repeat(1000)}`,
				cashback: "W".repeat(60),
				welcome_bonus: "W".repeat(100),
				promocode: "W".repeat(60),
				min_deposit: 100_000_000,
				pat: 99_999.99,
			});
			page.on("dialog", () => expect.unreachable("a script of somebody's has run"));
			await open(page);
			const ids = await page
				.locator("[data-promotion]")
				.evaluateAll((cards) => cards.map((one) => one.getAttribute("data-promotion")));
			expect(ids.slice(0, 2)).toEqual([id, older]);
			expect(await card(page, id).getByRole("heading").innerText()).toBe(text);
			expect(await card(page, id).locator("img, script").count()).toBe(0);
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow).toBe(0);
			expect(await axe(page)).toEqual([]);
			rows.run("delete from promotions where id = ?", id);
		}));

	it("says that it is loading, and copies a code", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			const id = rows.addPromotion({ promocode: "COPY-ME" });
			await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
			await page.goto(`${site.origin}/help`);
			await scriptsRun(page);
			await page.route("**/promotions.data*", async (route) => {
				await page.getByText("Loading promotions...").waitFor();
				await route.continue();
			});
			await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Promotions" }).click();
			await page.waitForURL("**/promotions");
			await card(page, id).getByRole("button", { name: "Copy" }).click();
			await card(page, id).getByRole("button", { name: "Copied" }).waitFor();
			expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("COPY-ME");
		}));

	it("adds one promotion however often the button is pressed", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			rows.run("delete from promotions");
			await openAsAdmin(page);
			await page.getByText("There are no promotions at the moment.").waitFor();
			await page.locator("#add-promotion").dblclick();
			await page.waitForURL("**/promotions/*/edit");
			await dialog(page).waitFor();
			expect(rows.all("select id from promotions")).toHaveLength(1);
		}));
});
