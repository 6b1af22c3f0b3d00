import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GAMES } from "~/games/games.server";
import { journey, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addItem, addOrder } from "../../support/data/store-rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ seed: true }), workerBrowser()]);
	await signInWithCookies(site, "ana");
	const db = openDatabase(site.databaseUrl);
	const users = db.selectFrom("users").select("id").where("twitch_username", "=", "ana");
	const { id } = await users.executeTakeFirstOrThrow();
	await addOrder(db, id, await addItem(db, "Mug", { price: 10, stock: 5 }));
	await db.destroy();
});
afterAll(async () => {
	await site?.close();
});

/** URLs of modal dialogs; those of the example content are read from its pages. */
const DIALOGS: readonly (readonly [page: string, opener: string])[] = [
	...GAMES.map(({ card }) => [card.path, "#open-info"] as const),
	["/store", "#add-item"],
	["/store", "a[href^='/store/'][href$='/edit']"],
	["/store", "a[href^='/store/'][href$='/disable']"],
	["/slots", "#add-slot"],
	["/slots", "a[href^='/slots/'][href$='/play']"],
	["/slots", "a[href^='/slots/'][href$='/edit']"],
	["/promotions", "a[href^='/promotions/'][href$='/edit']"],
	["/promotions", "a[href^='/promotions/'][href$='/delete']"],
	["/social", "#edit-links"],
	["/social", "#add-post"],
	["/orders", "a[href*='order=']:not([href*='decide='])"],
	["/orders", "a[href*='decide=cancel']"],
];

/** Focusable elements outside the dialog. Notices are in front of dialogs and can be closed. */
const reachedOutside = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']")]
			.filter((one) => !one.closest("[inert], [role=dialog], dialog, [role=status]"))
			.filter((one) => one.tabIndex >= 0 && one.checkVisibility())
			.map((one) => one.outerHTML.slice(0, 120)),
	);

describe.each([true, false])("the page behind a modal dialog, scripts %s", (scripts) => {
	it("has no focusable control in the page or the shell", { timeout: 180_000 }, () =>
		journey(browser, site, { lang: "en", scripts, width: 1280 }, async (page) => {
			await page
				.context()
				.route(/^https:/, (route) => route.fulfill({ contentType: "text/html", body: "<p>Demo</p>" }));
			await signIn(page, site, "admin", "/store");
			for (const [address, opener] of DIALOGS) {
				await page.goto(site.origin + address);
				if (!address.startsWith("/mini-games")) expect(await reachedOutside(page), address).not.toEqual([]);
				const path = await page.locator(opener).first().getAttribute("href");
				await page.goto(site.origin + path);
				await scriptsRun(page);
				await page.locator("[role=dialog], dialog").last().waitFor();
				expect(await reachedOutside(page), `${address} ${opener}`).toEqual([]);
			}
		}),
	);

	it("keeps the header usable behind a full-screen dialog", () =>
		journey(browser, site, { lang: "en", scripts }, async (page) => {
			for (const path of ["/mini-games", "/mini-games/plinko", "/orders?order=none"]) {
				await page.goto(site.origin + path);
				expect(await page.locator("[inert] > header.fixed").count(), path).toBe(0);
			}
		}));
});
