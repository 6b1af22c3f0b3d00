import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { atNoon } from "../../support/site/noon";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies as sessionOf } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { ...atNoon(), RATE_LIMIT_SCALE: "100" } },
);

/** The browser's console message for a page that does not exist. */
const NOT_FOUND = /status of 404/;
const rounds = (page: Page) => page.getByTestId("round");

/** Plays rounds of Plinko of 2 balls of 10 points. */
async function play(name: string, count: number) {
	const cookie = await sessionOf(site, name);
	for (let n = 0; n < count; n++) {
		const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 2 };
		await postForm(`${site.origin}/mini-games/plinko`, { cookie }, fields);
	}
}

describe.each(PAIRS)("the history: $lang, scripts $scripts, $width px", (variant) => {
	it("is empty at first, lists each round with the day's net, is filtered, paged and verified", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/points/history");
			await page.locator("main a[href='/mini-games']").waitFor();
			await play(name, 26);
			await page.reload();
			await scriptsRun(page);
			expect(await rounds(page).count()).toBe(25);
			const { points } = await readPlayer(site, name);
			const net = points - 1000;
			const shown = (await page.getByTestId("day-net").first().innerText()).replace(/[^\d−]/g, "");
			expect(Number(shown.replace("−", "-"))).toBe(net);
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);

			await page.locator("a[rel=next]").click();
			await expect.poll(() => rounds(page).count()).toBe(1);
			await page.locator("select[name=game]").selectOption("crash");
			if (!variant.scripts) await page.locator("form[role=search] button").click();
			await page.waitForURL(/game=crash/);
			await expect.poll(() => rounds(page).count()).toBe(0);
			await page.locator("main a[href='/points/history'].link").click();
			await expect.poll(() => rounds(page).count()).toBe(25);

			await rounds(page).first().locator("a[href^='/fairness?round=']").click();
			await page.waitForURL(/fairness\?round=/);
		}));

	it("shares a round at an address that visitors can open until it is withdrawn", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await play(name, 1);
				await signIn(page, site, name, "/points/history");
				await scriptsRun(page);
				await rounds(page).locator("button[value=share]").click();
				await page.waitForURL(/\/shared\/[0-9a-f]{24}$/);
				const address = page.url();
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);

				await journey(browser, site, variant, async (visitor) => {
					await visitor.goto(address);
					expect(await visitor.locator("h1").innerText()).toContain(name);
					expect(await visitor.locator("button[value=unshare]").count()).toBe(0);
					const meta = (name: string) =>
						visitor.locator(`meta[property="og:${name}"]`).getAttribute("content");
					expect(await meta("image")).toBe(`${address}/picture.png?language=${variant.lang}`);
					expect(await meta("description")).toContain(name);
				});
				const picture = await fetch(`${address}/picture.png?language=${variant.lang}`);
				expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

				await page.locator("button[value=unshare]").click();
				await page.waitForURL("**/points/history");
				expect((await fetch(address)).status).toBe(404);
				expect((await fetch(`${address}/picture.png`)).status).toBe(404);
				await page.goto(address);
				expect(await page.locator("main").innerText()).not.toContain(name);
			},
			[NOT_FOUND],
		));
});
