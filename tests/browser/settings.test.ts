import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { journey, openPage, signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { type Visitor, visit } from "../support/http/visitor";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const CHANNEL = "main form[enctype]";
const NAMES = "[data-testid=form-names]";
let browser: Browser;
let admin: Visitor;

beforeAll(async () => {
	browser = await workerBrowser();
	admin = await visit(site, { as: "admin" });
});
/** The site is shared. */
afterAll(async () => {
	await (await admin.open("/settings/texts")).submit(NAMES, { PLINKO_NAME_EN: "" });
	await (await admin.open("/settings")).submit(CHANNEL, { CHANNEL_ABOUT_EN: "" });
});

it("a new name is on the next page without a load, a refused form keeps what was typed, and a choice filters the change log", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 1280 },
		async (page) => {
			await signIn(page, site, "admin", "/settings/texts");
			await page.locator("#field-PLINKO_NAME_EN").fill("Balls");
			let loads = 0;
			page.on("load", () => {
				loads += 1;
			});
			await page.locator(`${NAMES} button[type=submit]`).click();
			await page.getByText("Settings saved.").waitFor();
			await page.getByRole("banner").locator("a[href='/']").first().click();
			await page.getByRole("main").locator("a[href='/mini-games']").first().click();
			await page.getByRole("heading", { name: "Balls", exact: true }).waitFor();
			expect(loads).toBe(0);

			await openPage(page, site, "/settings");
			await (await admin.open("/settings")).submit(CHANNEL, { CHANNEL_ABOUT_EN: "Theirs" });
			await page.locator("#field-CHANNEL_ABOUT_EN").fill("Mine");
			for (const attempt of [1, 2]) {
				const answered = page.waitForResponse((response) => response.request().method() === "POST");
				await page.locator("#save-channel:not([aria-disabled])").click();
				expect((await answered).status(), `attempt ${attempt}`).toBe(409);
				await page.getByRole("alert").getByText("Another admin has changed this in the meantime").waitFor();
			}
			expect(await page.locator("#field-CHANNEL_ABOUT_EN").inputValue()).toBe("Mine");
			expect((await admin.open("/settings")).fields(CHANNEL).CHANNEL_ABOUT_EN).toBe("Theirs");

			await page.goto(`${site.origin}/changes`);
			await page.locator("select[name=action]").selectOption("settings.channel");
			await page.waitForURL(/action=settings\.channel/);
		},
		[/status of 409/],
	));

it("without a connection the forms of the settings and of the team stay, and the one that was sent says so", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 1280 },
		async (page) => {
			await signIn(page, site, "admin", "/overlay");
			await page.route("**", (route) =>
				route.request().method() === "POST" ? route.abort() : route.fallback(),
			);
			for (const [path, form, field] of [
				["/overlay", "[data-testid=form-goal]", "GOAL_TEXT"],
				["/settings/services", "[data-testid=form-webhook]", "WEBHOOK_URL"],
				["/settings/api", "form:has([value=create])", "name"],
				["/settings/admins", "form:has([name=isSubject])", "who"],
				["/team", "section:has([name=minutes])", "points"],
			] as const) {
				await openPage(page, site, path);
				await page.locator(`${form} [name=${field}]`).fill("typed");
				await page.locator(`${form} button[type=submit]`).click();
				await page.locator(`${form} [role=alert]`).getByText("Can't reach the site").waitFor();
				expect(await page.locator(`${form} [name=${field}]`).inputValue()).toBe("typed");
			}
			await page.unroute("**");
		},
		[/ERR_FAILED/],
	));
