import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openRows } from "../../support/site/rows";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
});
afterAll(() => site?.close());
beforeEach(() => reset());

/** As before the list was dismissed and a link was saved. */
function reset() {
	const rows = openRows(site);
	rows.script("delete from site_settings where key = 'checklist.dismissed'; delete from social_links");
	rows.close();
}

describe.each(PAIRS)("an admin of a new site: $lang, scripts $scripts, $width px", (variant) => {
	const localized = (pt: string, en: string) => (variant.lang === "pt" ? pt : en);

	it("is led to what is left to set up, until the list is hidden", () =>
		journey(browser, site, variant, async (page) => {
			const list = page.getByTestId("home-checklist");
			await page.goto(site.origin);
			await page.locator("main h1").first().waitFor();
			expect(await page.content()).not.toContain("checklist");
			await signIn(page, site, "ana", "/");
			expect(await list.count()).toBe(0);
			await page.context().clearCookies({ name: /session/ });

			await signIn(page, site, "admin", "/");
			await scriptsRun(page);
			await list.waitFor();
			expect(await axe(page)).toEqual([]);
			expect(
				await page.evaluate(
					() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
				),
			).toBe(0);
			const paths = await list
				.locator("ol a")
				.evaluateAll((links) => links.map((a) => a.getAttribute("href")));
			expect(paths).toHaveLength(9);
			for (const path of paths) {
				await page.goto(site.origin + path);
				expect(new URL(page.url()).pathname).toBe(path);
			}
			await page.goto(`${site.origin}/social/links`);
			await scriptsRun(page);
			await page.locator("input[name=twitch]").fill("https://www.twitch.tv/plateia");
			await page.locator("form:has(input[name=twitch]) button[type=submit]").last().click();
			await page.waitForURL(`${site.origin}/social`);
			await page.goto(site.origin);
			await list.getByText(localized("1 de 9 feitos", "1 of 9 done")).waitFor();
			expect(await list.locator("[data-done=true]").innerText()).toContain(
				localized("Redes sociais", "Social links"),
			);
			await scriptsRun(page);
			await list.getByRole("button").click();
			await list.waitFor({ state: "detached" });
			await page.goto(site.origin);
			await page.locator("main h1").first().waitFor();
			expect(await list.count()).toBe(0);
			await page.goto(`${site.origin}/changes`);
			expect(await page.getByTestId("change").first().innerText()).toContain(
				localized("Lista dos primeiros passos escondida", "List of first steps hidden"),
			);
		}));
});
