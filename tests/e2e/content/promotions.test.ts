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
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
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

describe.each(PAIRS)("promotions: $lang, scripts $scripts, $width px", (variant) => {
	it("show all fields of a promotion, open it in a new tab, and count the click", () =>
		journey(browser, site, variant, async (page) => {
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
			await page
				.getByRole("heading", { level: 1, name: localized(variant, "Promoções", "Promotions") })
				.waitFor();
			const text = await textOf(page, id);
			for (const said of [
				title,
				"AURORA100",
				"First line\nSecond line",
				localized(variant, "12,50 €", "€12.50"),
				"10%",
				"100% up to €200",
				"24h",
				localized(variant, "18+ | Aplicam-se termos e condições", "+18 | T&C APPLY"),
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

describe.each(BOTH)("an admin of promotions: $lang, scripts $scripts, $width px", (variant) => {
	it("adds a draft, edits it, clears its fields, and deletes it after a confirmation", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await openAsAdmin(page);
				await page
					.getByRole("button", { name: localized(variant, "Adicionar promoção", "Add promotion") })
					.click();
				await page.waitForURL("**/promotions/*/edit");
				await scriptsRun(page);
				const id = page.url().split("/").at(-2) ?? "";
				expect(promotion(id)).toMatchObject({
					title: localized(variant, "Nova promoção", "New Promotion"),
					is_draft: 1,
					claim_url: "https://example.com/",
					image_url: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
					description: null,
					min_deposit: null,
					cashback: null,
					welcome_bonus: null,
					pat: null,
					promocode: null,
				});
				expect(await field(page, "title").inputValue()).toBe(promotion(id).title);
				await dialog(page)
					.getByRole("heading", { name: localized(variant, "Nova promoção", "New promotion") })
					.waitFor();
				const seen = await fetch(`${site.origin}/promotions`);
				expect(await seen.text(), "visitors do not see the draft").not.toContain(id);
				expect(await axe(page)).toEqual([]);

				for (const name of ["claimUrl", "image"]) {
					expect(await field(page, name).getAttribute("type"), name).toBe("url");
				}
				await field(page, "title").fill("Farol");
				await field(page, "minDeposit").fill("1.000");
				await field(page, "pat").fill("a day");
				await field(page, "claimUrl").fill("javascript:alert(1)");
				await save(page).click();
				const hours = localized(
					variant,
					"Um número de horas, por exemplo 24 ou 1,5",
					"A number of hours, e.g. 24 or 1.5",
				);
				await expect.poll(() => dialog(page).locator("#field-pat-error").innerText()).toContain(hours);
				for (const name of ["minDeposit", "claimUrl"]) {
					expect(await dialog(page).locator(`#field-${name}-error`).innerText(), name).not.toBe("");
				}
				expect(await field(page, "title").inputValue(), "the typed value is kept").toBe("Farol");
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
				await expect.poll(async () => (await fetch(`${site.origin}/promotions`)).text()).toContain(id);
				expect(promotion(id)).toMatchObject({
					title: "Farol",
					min_deposit: 12.5,
					pat: 48,
					cashback: "5%",
					welcome_bonus: "50 spins",
					promocode: "FAROL",
					claim_url: CLAIM,
					image_url: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
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
				await page.getByText(localized(variant, "Promoção guardada.", "Promotion saved.")).waitFor();
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
				const question = localized(
					variant,
					"Tens a certeza de que queres eliminar esta promoção?",
					"Are you sure you want to delete this promotion?",
				);
				await page.getByText(question).waitFor();
				expect(await axe(page)).toEqual([]);
				await save(page).click();
				await page.waitForURL("**/promotions");
				await page.getByText(localized(variant, "Promoção eliminada.", "Promotion deleted.")).waitFor();
				expect(await card(page, id).count()).toBe(0);
				expect(promotion(id)).toEqual({});
				const logged = rows.all("select action from admin_changes where subject = ? order by id", id);
				expect(logged.map(({ action }) => action)).toEqual([
					"promotion.add",
					"promotion.edit",
					"promotion.delete",
				]);
			},
			REFUSED,
		));

	it("does not overwrite another admin's change, and keeps the typed values", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const id = rows.addPromotion();
				await openAsAdmin(page, `/promotions/${id}/edit`);
				rows.run("update promotions set title = 'Theirs', revision = 2 where id = ?", id);
				await field(page, "title").fill("Mine");
				await save(page).click();
				const conflict = localized(
					variant,
					"outro administrador alterou isto",
					"Another admin has changed this",
				);
				await expect.poll(() => dialog(page).getByRole("alert").innerText()).toContain(conflict);
				expect(await field(page, "title").inputValue()).toBe("Mine");
				expect(promotion(id)).toMatchObject({ title: "Theirs", revision: 2 });
			},
			REFUSED,
		));
});

describe("the promotions page", () => {
	it("shows admins' texts as plain text, newest first, without horizontal overflow", () =>
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
			page.on("dialog", () => expect.unreachable("an injected script has run"));
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

	it("shows a loading message, and copies a code", () =>
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

	it("keeps one draft for admins when the button is pressed repeatedly and the dialog is cancelled", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			rows.run("delete from promotions");
			await openAsAdmin(page);
			await page.getByText("There are no promotions right now.").waitFor();
			await page.locator("#add-promotion").dblclick();
			await page.waitForURL("**/promotions/*/edit");
			await dialog(page).waitFor();
			const [draft] = rows.all("select id from promotions");
			await dialog(page).getByRole("link", { name: "Cancel" }).click();
			await page.waitForURL("**/promotions");
			await card(page, String(draft?.id)).getByText("Draft · only admins see it").waitFor();
			await page.locator("#add-promotion").click();
			await page.waitForURL(`**/promotions/${draft?.id}/edit`);
			expect(rows.all("select id from promotions")).toHaveLength(1);
		}));
});
