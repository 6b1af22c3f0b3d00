import { openDatabase } from "db/open";
import { SQLite } from "db/sqlite/driver";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addShortFlights } from "../../support/data/crash-rows";
import { openHunts } from "../../support/data/hunt-rows";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let hunts: ReturnType<typeof openHunts>;
let database: InstanceType<typeof SQLite>;

beforeAll(async () => {
	[site, browser] = await Promise.all([
		startSite({ env: { RATE_LIMIT_SCALE: "50", CRASH_PAUSE_SCALE: "0.2" } }),
		workerBrowser(),
	]);
	await site.stop();
	const db = openDatabase(site.databaseUrl);
	await addShortFlights(db);
	await db.destroy();
	await site.restart();
	hunts = openHunts(site);
	database = new SQLite(site.database);
	database.pragma("busy_timeout = 5000");
});
beforeEach(() => {
	database.exec("delete from hunt_steps; delete from hunt_slots; delete from hunts; delete from store_items");
});
afterAll(async () => {
	database?.close();
	hunts?.close();
	await site?.close();
});

const PLAYER = "https://player.twitch.tv";
const localized = ({ lang }: PageOptions, pt: string, en: string) => (lang === "pt" ? pt : en);
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const addItem = (name: string, price: number, stock = 5) =>
	database
		.prepare(
			`insert into store_items (id, name, description, image, price, stock, status, has_codes, revision, created_at,
			updated_at)
			values (?, ?, '', '', ?, ?, 'active', 0, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
		)
		.run(crypto.randomUUID(), name, price, stock);
/** Opens the page until it contains what was written directly to the database: visitors share pages for a second. */
const openUntil = (page: Page, path: string, holds: () => Promise<boolean>) =>
	expect
		.poll(async () => {
			await page.goto(site.origin + path);
			return holds();
		})
		.toBe(true);

/** Saves the settings of the stream, and marks it as live or over on the home page. */
async function setStream(isLive: boolean, settings: { login?: string; next?: string }) {
	const page = await newPage(browser, site.origin, { lang: "en", scripts: false });
	await signIn(page, site, "admin", "/settings");
	await page.locator("#field-twitchLogin").fill(settings.login ?? "");
	await page.locator("#field-nextStream").fill(settings.next ?? "");
	await page.locator("main form[enctype] button[type=submit]").click();
	await page.goto(site.origin);
	const button = page.getByTestId("stream-switch").locator(`button[value=${isLive ? "start" : "end"}]`);
	if (await button.count()) await button.click();
	await page
		.getByTestId("stream-switch")
		.locator(`button[value=${isLive ? "end" : "start"}]`)
		.waitFor();
	await page.context().close();
}

const VISITORS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360, theme: "light" },
	{ lang: "en", scripts: false, width: 1280 },
];

describe.each(VISITORS)("a visitor of the home page: $lang, scripts $scripts, $width px", (variant) => {
	it("sees the next stream, then that it is live, and requests nothing from Twitch before a click", () =>
		journey(browser, site, variant, async (page) => {
			const requests: string[] = [];
			await page.context().route(/twitch\.tv/, (route) => {
				requests.push(route.request().url());
				return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
			});
			await setStream(false, { login: "https://www.twitch.tv/Navalhas", next: "2099-07-01T21:30" });
			const stream = page.getByTestId("stream");
			await openUntil(page, "/", async () => (await stream.locator("time").count()) === 1);
			// 21:30 in Lisbon, whatever the time zone of the browser.
			expect(await stream.locator("time").getAttribute("datetime")).toBe("2099-07-01T20:30:00.000Z");
			expect(await stream.locator("time").innerText()).toContain("21:30");
			expect(await page.getByTestId("countdown").isVisible()).toBe(variant.scripts);
			if (variant.scripts) {
				await scriptsRun(page);
				await expect.poll(() => page.getByTestId("countdown").innerText()).toMatch(/\d\d/);
			}
			expect([await axe(page), await overflow(page)]).toEqual([[], 0]);

			await setStream(true, { login: "navalhas" });
			const live = stream.getByText(localized(variant, "Em direto", "Live"), { exact: true });
			// An open page changes by itself.
			if (!variant.scripts) await openUntil(page, "/", async () => (await live.count()) === 1);
			await live.waitFor();
			expect(await stream.locator('a[href="https://www.twitch.tv/navalhas"]').count()).toBe(1);
			expect(await page.locator("iframe").count()).toBe(0);
			expect(requests).toEqual([]);
			expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
			const watch = stream.getByRole("button");
			expect(await watch.count()).toBe(variant.scripts ? 1 : 0);
			if (variant.scripts) {
				await watch.click();
				await expect
					.poll(() => requests)
					.toEqual([`${PLAYER}/?channel=navalhas&parent=localhost&autoplay=true`]);
			}
			await setStream(false, {});
			await openUntil(page, "/", async () => (await stream.count()) === 0);
		}));
});

it("the home page may frame Twitch's player only while a channel is set", async () => {
	const policy = async () => (await fetch(site.origin)).headers.get("content-security-policy") ?? "";
	await setStream(false, { login: "navalhas" });
	await expect.poll(policy).toContain(PLAYER);
	await setStream(false, {});
	await expect.poll(policy).not.toContain(PLAYER);
});

it("the running hunt shows its progress, changes live, and ends with its result", () =>
	journey(browser, site, { lang: "pt", width: 1280 }, async (page) => {
		const huntId = hunts.add({ title: "Sexta-feira" });
		hunts.addSlot(huntId, "Wolf Gold", 100, 5000);
		hunts.addSlot(huntId, "Fruit Party", 100);
		const hunt = page.getByTestId("home-hunt");
		await openUntil(page, "/", async () => (await hunt.getByText("Sexta-feira").count()) === 1);
		await hunt.getByText("1 de 2 abertos").waitFor();
		await scriptsRun(page);

		const admin = await newPage(browser, site.origin, { scripts: false });
		await signIn(admin, site, "admin", "/bonus-hunt/manage");
		await admin.locator("#next-payout").fill("100");
		await admin.locator("#next-payout").press("Enter");
		await hunt.getByText("2 de 2 abertos").waitFor();
		await admin.goto(`${site.origin}/bonus-hunt/manage?ask=finish`);
		await admin.getByTestId("form-finish").locator("button[type=submit]").click();
		await hunt.getByText("+50,00").waitFor();
		await admin.context().close();
	}));

it("live Crash shows its current phase and multiplier", () =>
	journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
		const admin = await newPage(browser, site.origin, { lang: "en", scripts: false });
		await signIn(admin, site, "admin", "/mini-games");
		await admin.locator("button[name=intent][value=start]").click();
		const now = page.getByTestId("crash-now");
		await openUntil(
			page,
			"/",
			async () => (await page.locator('[data-testid="home-games"] li').count()) === 3,
		);
		await scriptsRun(page);
		await page.locator('[data-testid="crash-now"][data-phase="waiting"]').waitFor();
		await page.locator('[data-testid="crash-now"][data-phase="flying"]').waitFor();
		expect(await now.innerText()).toMatch(/^[\d,]+\.\d\dx$/);
		await page.locator('[data-testid="crash-now"][data-phase="crashed"]').waitFor();
		await admin.goto(`${site.origin}/mini-games`);
		await admin.locator("button[name=intent][value=stop]").click();
		await admin.context().close();
	}));

it("a viewer sees what 1000 points can buy, and how many are missing for the nearest item beyond", () =>
	journey(browser, site, { lang: "en", width: 360, scripts: false }, async (page) => {
		for (const [name, price, stock] of [
			["Sticker", 100],
			["Emote", 400],
			["Cup", 800],
			["Song", 1000],
			["Shirt", 1500],
			["Sold out", 1200, 0],
		] as const)
			addItem(name, price, stock);
		await signIn(page, site, newPlayer(), "/");
		const offers = page.getByTestId("offer");
		const texts = await offers.allInnerTexts();
		expect(texts.map((text) => text.split("\n")[0])).toEqual(["Song", "Cup", "Emote", "Shirt"]);
		expect(texts.at(-1)).toContain("500 points to go");
		expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
		await offers.first().getByRole("link").click();
		await page.waitForURL(/\/store\/[^/]+\/redeem$/);
	}));

it("empty sections invite an admin and are left out for viewers, and the page fills a wide screen", () =>
	journey(browser, site, { lang: "en", width: 1920, scripts: true }, async (page) => {
		await openUntil(page, "/", async () => (await page.getByTestId("offer").count()) === 0);
		for (const section of ["stream", "home-hunt", "home-offers"])
			expect(await page.getByTestId(section).count(), section).toBe(0);
		await signIn(page, site, "admin", "/");
		for (const [section, path] of [
			["stream", "/settings"],
			["home-hunt", "/bonus-hunt/manage"],
			["home-offers", "/store/new"],
		] as const)
			await page.getByTestId(section).locator(`a[href="${path}"]`).waitFor();
		const box = await page.locator(".home").boundingBox();
		expect(box?.width).toBeGreaterThan(1450);
		expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
	}));
