import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { openShelf } from "../../support/data/store-content";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { ANALYTICS_DASHBOARD_URL: "https://dashboard.example/plateia", RATE_LIMIT_SCALE: "50" } },
);

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const own = { "sec-fetch-site": "same-origin" };

/** The counts of an event, after the site has stored them. */
async function counted(event: string): Promise<Record<string, number>> {
	const db = openDatabase(site.databaseUrl);
	const rows = await db.selectFrom("event_counts").selectAll().where("event", "=", event).execute();
	await db.destroy();
	return Object.fromEntries(rows.map(({ label, count }) => [label, count]));
}
let admin: string | undefined;
/** The analytics page stores pending counts before it reads. */
async function write() {
	admin ??= await signInWithCookies(site, "admin");
	await fetch(`${site.origin}/analytics`, { headers: { cookie: admin } });
}
const readAll = async (event: string) => {
	await write();
	return counted(event);
};

describe.each(PAIRS)("an admin of the analytics: $lang, scripts $scripts, $width px", (variant) => {
	it("sees the link to the dashboard and the counts of the site", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "admin", "/help");
			await scriptsRun(page);
			await page.goto(`${site.origin}/analytics`);
			await scriptsRun(page);
			await page
				.getByRole("heading", { level: 1, name: localized(variant, "Estatísticas", "Analytics") })
				.waitFor();
			const link = page.getByRole("link", {
				name: localized(variant, "Abrir o painel", "Open the dashboard"),
			});
			expect(await link.getAttribute("href")).toBe("https://dashboard.example/plateia");
			const views = page.getByTestId("event-page_view");
			expect(Number(await views.getByTestId("total").innerText())).toBeGreaterThanOrEqual(1);
			await views.getByRole("img").waitFor();
			await views.getByRole("cell", { name: "/help" }).waitFor();
			await page
				.getByText(localized(variant, "Dia a dia, em tabela", "Day by day, as a table"))
				.first()
				.click();
			await page.locator("details[open] table").waitFor();
			expect(await axe(page)).toEqual([]);
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow).toBe(0);
		}));

	it("sees each click on a help link counted, and the link works", () =>
		journey(browser, site, variant, async (page) => {
			const before = (await readAll("resource_click"))["Gambling Therapy"] ?? 0;
			await page
				.context()
				.route("https://www.gamblingtherapy.org/**", (route) => route.fulfill({ body: "there" }));
			await page.goto(`${site.origin}/help`);
			await scriptsRun(page);
			const opened = page.waitForEvent("popup");
			await page.getByRole("link", { name: localized(variant, "Saber mais", "Learn more") }).click();
			const tab: Page = await opened;
			await tab.waitForURL("https://www.gamblingtherapy.org/**");
			await expect
				.poll(async () => (await readAll("resource_click"))["Gambling Therapy"], { interval: 200 })
				.toBe(before + 1);
		}));
});

it("counts a page view once, by a document request or by client-side navigation", () =>
	journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
		const before = await readAll("page_view");
		await page.goto(`${site.origin}/bio`);
		await scriptsRun(page);
		await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Store" }).click();
		await page.waitForURL("**/store");
		await page.getByRole("heading", { level: 1, name: "Store" }).waitFor();
		// A revalidation is not another page view.
		await page.getByRole("button", { name: "Light theme" }).click();
		await page.getByRole("button", { name: "Dark theme" }).waitFor();
		const after = await readAll("page_view");
		const more = (label: string) => (after[label] ?? 0) - (before[label] ?? 0);
		expect({ bio: more("/bio"), store: more("/store") }).toEqual({ bio: 1, store: 1 });
	}));

it("does not count pages behind the age gate or missing pages", async () => {
	const before = await readAll("page_view");
	const statusOf = async (path: string, cookie = "") =>
		(await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" })).status;
	expect(await statusOf("/store")).toBe(200);
	expect(await statusOf("/no/such/page", "age-verified=true")).toBe(302);
	expect(await statusOf("/terms")).toBe(200);
	const after = await readAll("page_view");
	const more = (label: string) => (after[label] ?? 0) - (before[label] ?? 0);
	expect({ store: more("/store"), none: more("/no/such/page"), terms: more("/terms") }).toEqual({
		store: 0,
		none: 0,
		terms: 1,
	});
});

it("counts new viewers, viewed items and redeemed items, each once and without names", async () => {
	const shelf = openShelf(site);
	shelf.add({ id: "tray" });
	const { name } = shelf.all("select name from store_items where id = 'tray'")[0] as { name: string };
	shelf.close();
	const registered = (await readAll("profile_registered"))[""] ?? 0;
	const cookie = await signInWithCookies(site, "newcomer");
	await signInWithCookies(site, "newcomer");
	const address = `${site.origin}/store/tray/redeem`;
	await fetch(address, { headers: { cookie } });
	const body = () =>
		new URLSearchParams({
			idempotencyKey: "00000000-0000-4000-8000-000000000001",
			revision: "1",
			price: "100",
			stock: "5",
		});
	for (let time = 0; time < 2; time += 1) {
		await fetch(address, {
			method: "POST",
			headers: { cookie, ...own, referer: address },
			body: body(),
			redirect: "manual",
		});
	}
	expect((await readAll("profile_registered"))[""]).toBe(registered + 1);
	expect((await counted("view"))[name]).toBe(1);
	expect((await counted("redeem"))[name]).toBe(1);
	const db = openDatabase(site.databaseUrl);
	const all = await db.selectFrom("event_counts").selectAll().execute();
	await db.destroy();
	expect(JSON.stringify(all)).not.toContain("newcomer");
});

it.each([
	["social_click", "twitch", 204, "Twitch"],
	["social_click", "elsewhere", 404],
	["resource_click", "<script>", 404],
	["promotion_claim", "no-such-promotion", 404],
	["page_view", "%2Finvented", 404],
	["redeem", "nothing", 404],
])("answers a click reported as %s of %s with %i", async (event, subject, status, label = subject) => {
	const response = await fetch(`${site.origin}/events/${event}/${encodeURIComponent(subject)}`, {
		method: "POST",
		headers: own,
		body: new URLSearchParams(),
	});
	expect(response.status).toBe(status);
	if (status === 204) expect(await readAll(event)).toHaveProperty([label]);
	else expect(await readAll(event)).not.toHaveProperty([label]);
});

it("stores pending counts before it exits", async () => {
	await fetch(`${site.origin}/events/social_click/telegram`, {
		method: "POST",
		headers: own,
		body: new URLSearchParams(),
	});
	await site.stop();
	expect(await counted("social_click")).toMatchObject({ Telegram: 1 });
	await site.restart();
});
