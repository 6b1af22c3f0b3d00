import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { type Site, startSite } from "../../support/site/site";

const VARIANTS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360 },
	{ lang: "en", scripts: false, width: 1280 },
];
const REFUSED = [/status of 40[09]/];
const HOSTILE = `<script>alert(1)</script> "><img src=x onerror=alert(1)> שלום 👩‍👩‍👧`;

let site: Site;
let browser: Browser;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
});
afterAll(async () => {
	await site?.close();
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const save = (page: Page) => page.locator("main form[enctype] button[type=submit]");
const openSettings = async (page: Page) => {
	await signIn(page, site, "admin", "/settings");
	await scriptsRun(page);
};
const widthOver = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(VARIANTS)("an admin of the settings: $lang, scripts $scripts, $width px", (variant) => {
	it("changes the site's name and texts, and every page shows them", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await openSettings(page);
				expect(await axe(page)).toEqual([]);
				await field(page, "contactEmail").fill("nobody");
				await field(page, "taglinePt").fill(HOSTILE);
				await save(page).click();
				const wrong = localized(variant, "Um e-mail, por exemplo", "An email address, e.g.");
				await expect.poll(() => page.locator("#field-contactEmail-error").innerText()).toContain(wrong);
				expect(await field(page, "taglinePt").inputValue(), "the typed value is kept").toBe(HOSTILE);
				expect(await axe(page)).toEqual([]);

				const name = localized(variant, "Navalhas", "Blades");
				await field(page, "name").fill(name);
				await field(page, "taglineEn").fill("");
				await field(page, "contactEmail").fill("ola@navalhas.example");
				await field(page, "upload").setInputFiles({
					name: "me.png",
					mimeType: "image/png",
					buffer: await sharp({ create: { width: 400, height: 400, channels: 3, background: "#c33a63" } })
						.png()
						.toBuffer(),
				});
				await page.locator("input[name=soloDraw][value=even]").check();
				await save(page).click();
				await page.getByText(localized(variant, "Definições guardadas.", "Settings saved.")).waitFor();
				await expect.poll(() => field(page, "image").inputValue()).toMatch(/^[0-9a-f]{32}\.webp$/);
				expect(await page.title()).toBe(`${localized(variant, "Definições", "Settings")} · ${name}`);

				await page.goto(site.origin);
				expect(await page.title()).toBe(name);
				expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
				const tagline = page.getByRole("main").getByText(HOSTILE);
				await tagline.waitFor();
				expect(await tagline.getAttribute("lang")).toBe("pt");
				expect(await page.locator("footer").innerText()).toContain(
					`© ${new Date().getUTCFullYear()} ${name}`,
				);
				expect(await page.locator("main img").first().getAttribute("src")).toMatch(
					/^\/slot-images\/[0-9a-f]{32}\.webp$/,
				);
				if (variant.scripts) {
					const isLoaded = () =>
						page
							.locator("main img")
							.first()
							.evaluate((image: HTMLImageElement) => image.naturalWidth);
					await expect.poll(isLoaded).toBe(400);
					expect(await widthOver(page)).toBe(0);
				}
				await page.goto(`${site.origin}/changes`);
				await scriptsRun(page);
				const [latest] = await page.getByTestId("change").all();
				const text = (await latest?.innerText()) ?? "";
				expect(text).toContain(localized(variant, "Definições editadas", "Settings edited"));
				expect(text).toContain("admin");
				expect(text).toContain(name);
				expect(await axe(page)).toEqual([]);
				if (variant.scripts) expect(await widthOver(page)).toBe(0);
			},
			REFUSED,
		));

	it("filters the change log by kind", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "admin", "/mini-games");
			await scriptsRun(page);
			const start = page.locator("button[value=start]:not([aria-disabled]):not([disabled])");
			const stop = page.locator("button[value=stop]:not([aria-disabled]):not([disabled])");
			await start.click();
			await stop.waitFor();
			await stop.click();
			await start.waitFor();
			await page.goto(`${site.origin}/changes`);
			await scriptsRun(page);
			await page.locator("select[name=action]").selectOption("liveCrash.stop");
			if (!variant.scripts) await page.locator("form[role=search] button").click();
			await page.waitForURL(/action=liveCrash\.stop/);
			await expect
				.poll(async () => new Set(await page.getByTestId("change").locator("h2").allInnerTexts()))
				.toEqual(
					new Set([
						localized(
							variant,
							"Jogo ao vivo parado: Navalhas Crash (MP)",
							"Live game stopped: Navalhas Crash (MP)",
						),
					]),
				);
			await page.getByRole("link", { name: localized(variant, "Mostrar tudo", "Show all") }).click();
			await page.waitForURL(`${site.origin}/changes`);
		}));
});

it("does not overwrite another admin's change, and keeps the typed values", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			await openSettings(page);
			const other = await page.context().newPage();
			await other.goto(`${site.origin}/settings`);
			await scriptsRun(other);
			await field(other, "name").fill("Theirs");
			await save(other).click();
			await other.getByText("Settings saved.").waitFor();
			await field(page, "name").fill("Mine");
			for (const attempt of [1, 2]) {
				await save(page).click();
				await expect
					.poll(() => page.getByRole("alert").innerText(), { message: `try ${attempt}` })
					.toContain("Another admin has changed this in the meantime");
			}
			expect(await field(page, "name").inputValue()).toBe("Mine");
			await page.goto(site.origin);
			expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Theirs");
		},
		REFUSED,
	));

it("applies changed settings to the next solo flight", () =>
	journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
		const inUse = async () => {
			await page.goto(`${site.origin}/fairness/crash`);
			return page.getByRole("main").innerText();
		};
		for (const [draw, version] of [
			["table", 1],
			["even", 2],
		] as const) {
			await openSettings(page);
			await page.locator(`input[name=soloDraw][value=${draw}]`).check();
			await save(page).click();
			await page.getByText("Settings saved.").waitFor();
			expect(await inUse()).toMatch(new RegExp(`[Dd]raw ${version}`));
		}
		const db = openDatabase(site.databaseUrl);
		const row = await db
			.selectFrom("site_settings")
			.select("value")
			.where("key", "=", "soloDraw")
			.executeTakeFirst();
		await db.destroy();
		expect(row?.value).toBe('"even"');
	}));

it("redirects visitors from the settings and the change log", async () => {
	for (const path of ["/settings", "/changes"]) {
		const response = await fetch(site.origin + path, {
			redirect: "manual",
			headers: { cookie: "age-verified=true" },
		});
		expect([response.status, response.headers.get("location")], path).toEqual([302, "/"]);
	}
});
