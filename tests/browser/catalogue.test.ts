import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { overflowOf } from "../support/browser/browser";
import { journey, signIn } from "../support/browser/journey";
import { scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { type CatalogueRows, HOSTILE, openCatalogueRows } from "../support/data/catalogue-rows";
import { visit } from "../support/http/visitor";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const DEMO_HOST = "https://demogamesfree.pragmaticplay.net";
let browser: Browser;
let rows: CatalogueRows;

beforeAll(async () => {
	browser = await workerBrowser();
	rows = openCatalogueRows(site);
});
afterAll(() => rows.close());

const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialog(page).locator("form button[type=submit]");
const slot = (page: Page, id: string) => page.locator(`[data-slot="${id}"]`);
const promotion = (page: Page, id: string) => page.locator(`[data-promotion="${id}"]`);
/** Opens a page that shows a row. The page that visitors share may be a second old. */
async function openWith(page: Page, path: string, selector: string) {
	do await page.goto(site.origin + path);
	while ((await page.locator(selector).count()) === 0);
	await scriptsRun(page);
}
/** Local pages stand in for other sites. */
async function routeOthers(page: Page) {
	const html = (body: string) => ({ contentType: "text/html", body });
	await page
		.context()
		.route(`${DEMO_HOST}/**`, (route) => route.fulfill(html("<title>Demo</title><button>Spin</button>")));
	await page
		.context()
		.route("https://casino.example/**", (route) => route.fulfill(html("<title>Casino</title>")));
	await page.route("https://pictures.example/**", (route) => route.fulfill({ status: 404 }));
}

it("a demo fills the window, holds the focus, and is closed by Escape and by a step back", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const id = rows.addSlot();
		await routeOthers(page);
		await openWith(page, "/slots", `#play-${id}`);
		await page.locator(`#play-${id}`).focus();
		await page.keyboard.press("Enter");
		await page.locator("#demo-title:focus").waitFor();
		const frame = dialog(page).locator("iframe");
		await frame.contentFrame().getByRole("button", { name: "Spin" }).waitFor();
		const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
		expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
		const isOutside = () =>
			page.evaluate(() => {
				const { activeElement } = document;
				return activeElement !== document.body && !activeElement?.closest("dialog");
			});
		for (let presses = 1; presses <= 6; presses++) {
			await page.keyboard.press("Tab");
			expect(await isOutside(), `after ${presses} times`).toBe(false);
		}
		const home = page.getByRole("link", { name: "Plateia" });
		await home.evaluateAll((links: HTMLElement[]) => links[0]?.focus());
		expect(await isOutside(), "elements behind the dialog cannot be focused").toBe(false);
		await dialog(page).getByRole("link", { name: "Close the demo" }).focus();
		await page.keyboard.press("Escape");
		await page.waitForURL("**/slots");
		await page.locator(`#play-${id}:focus`).waitFor();
		await page.keyboard.press("Enter");
		await frame.waitFor();
		await page.goBack();
		await page.waitForURL("**/slots");
		await expect.poll(() => dialog(page).count()).toBe(0);

		await signIn(page, site, "admin", "/slots");
		await page.locator(`#edit-${id}`).waitFor();
		await slot(page, id).getByRole("heading").click();
		await page.waitForURL(`**/slots/${id}/play`);
		await frame.waitFor();
	}));

it("long and hostile texts stay within the page; a picture that does not load is hidden", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 360 },
		async (page) => {
			const name = HOSTILE.join(" ");
			const description = `${HOSTILE.join("\n")}\n${"W".repeat(500)}`;
			const image = "https://pictures.example/gone.png";
			const ids = [
				rows.addSlot({ name, description, image, provider: "W".repeat(60) }),
				...["A", "B", "C"].map((one) => rows.addSlot({ name: one })),
			];
			const [hostile = ""] = ids;
			const offer = rows.addPromotion({
				...{ title: name, description, cashback: "W".repeat(60), welcome_bonus: "W".repeat(100) },
				...{ promocode: "W".repeat(60), min_deposit: 100_000_000, pat: 99_999.99 },
			});
			page.on("dialog", () => expect.unreachable("an injected script has run"));
			await routeOthers(page);
			await openWith(page, "/slots", `[data-slot="${hostile}"]`);
			await expect.poll(() => slot(page, hostile).locator("img").count()).toBe(0);
			expect(await overflowOf(page)).toBe(0);
			const columns = () =>
				page
					.locator("[data-slot]")
					.first()
					.evaluate(({ parentElement: grid }) =>
						grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 0,
					);
			for (const [width, count] of [
				[768, 2],
				[1440, 4],
				[360, 1],
			] as const) {
				await page.setViewportSize({ width, height: 900 });
				await expect.poll(columns, { message: `${width} px` }).toBe(count);
			}
			await slot(page, hostile).getByRole("link").click();
			await dialog(page).locator("iframe").waitFor();
			expect(await overflowOf(page)).toBe(0);
			await openWith(page, "/promotions", `[data-promotion="${offer}"]`);
			expect(await overflowOf(page)).toBe(0);
			for (const id of ids) rows.run("delete from slots where id = ?", id);
			rows.run("delete from promotions where id = ?", offer);
		},
		[/status of 404/],
	));

it("the pages say that they load, and a form that is sent twice acts once", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const offer = rows.addPromotion({ promocode: "COPY-ME" });
		rows.run("delete from promotions where is_draft = 1");
		await routeOthers(page);
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
		await signIn(page, site, "admin", "/help");
		for (const [path, name] of [
			["slots", "Slots"],
			["promotions", "Promotions"],
		]) {
			await page.route(`**/${path}.data*`, async (route) => {
				await page.getByText(`Loading ${path}...`).waitFor();
				await route.continue();
			});
			await page.locator(`#site-navigation a[href='/${path}']`).click();
			await page.getByRole("heading", { level: 1, name }).waitFor();
			await page.unroute(`**/${path}.data*`);
		}
		await promotion(page, offer).getByRole("button", { name: "Copy" }).click();
		await promotion(page, offer).getByRole("button", { name: "Copied" }).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("COPY-ME");
		await page.locator("#add-promotion").dblclick();
		await page.waitForURL("**/promotions/*/edit");
		await dialog(page).waitFor();
		expect(rows.all("select id from promotions where is_draft = 1")).toHaveLength(1);

		const name = `Slot ${crypto.randomUUID()}`;
		await page.goto(`${site.origin}/slots/new`);
		await dialog(page).locator("#field-name").fill(name);
		await dialog(page).locator("#field-demoUrl").fill(`${DEMO_HOST}/x`);
		await page.route("**/slots/new.data*", async (route) => {
			if (route.request().method() === "POST") await dialog(page).getByText("Saving...").waitFor();
			await route.continue();
		});
		await save(page).dblclick();
		await page.waitForURL("**/slots#edit-*");
		expect(rows.all("select id from slots where name = ?", name)).toHaveLength(1);
		rows.run("delete from promotions where is_draft = 1");
	}));

it("views, claims and demos are counted, but not behind the age gate", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const name = `Counted ${crypto.randomUUID()}`;
		const id = rows.addSlot({ name });
		const offer = rows.addPromotion({ title: name });
		const gated = await visit(site, { ageVerified: false });
		for (const path of ["/promotions", `/slots/${id}/play`]) await gated.open(path);
		await routeOthers(page);
		await openWith(page, "/promotions", `[data-promotion="${offer}"]`);
		const claim = promotion(page, offer).getByRole("link");
		const [tab] = await Promise.all([page.context().waitForEvent("page"), claim.click()]);
		await tab.waitForURL("https://casino.example/**");
		await openWith(page, "/slots", `[data-slot="${id}"]`);
		await slot(page, id).getByRole("link").click();
		await dialog(page).locator("iframe").waitFor();
		await page.goto(`${site.origin}/slots/${id}/play`);
		await dialog(page).locator("iframe").waitFor();
		const counted = () => [
			rows.countOf("promotion_claim", name),
			rows.countOf("play_demo", `${name} · Pragmatic Play`),
		];
		await expect.poll(counted).toEqual([1, 2]);
		expect(rows.countOf("promotion_view", name)).toBe(1);
	}));
