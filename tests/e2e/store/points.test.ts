import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { bet } from "../../support/browser/crash-page";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import { changeBalance, downloadOf, overflowOf, registerUser } from "../../support/browser/points-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { RATE_LIMIT_SCALE: "100" } },
);

describe.each(PAIRS)("the viewer's points page: $lang, scripts $scripts, $width px", (variant) => {
	it("draws the balance, describes every entry, is paginated, and exports the data", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			const id = await registerUser(site, name);
			await changeBalance(site, id, ...Array.from({ length: 30 }, (_, n) => (n % 2 ? -40 : 65)));
			await signIn(page, site, name);
			await page.locator("header button[popovertarget='account-menu']").click();
			await page.locator("#account-menu a[href='/points']").click();
			await page.waitForURL("**/points");
			await page.getByTestId("own-points").waitFor();
			expect(await number(page, "own-points")).toBe(1375);
			expect(await page.getByTestId("balance-chart").locator("svg path").count()).toBe(2);

			const entries = page.getByTestId("entry");
			expect(await entries.count()).toBe(25);
			const bookedBet =
				variant.lang === "pt" ? /Plinko: aposta[\s\S]*Tu[\s\S]*−40/ : /Plinko: bet[\s\S]*You[\s\S]*−40/;
			expect(await entries.first().innerText()).toMatch(bookedBet);
			await page.locator("a[rel=next]").click();
			await expect.poll(() => entries.count()).toBe(6);
			const first = variant.lang === "pt" ? "Pontos de boas-vindas" : "Welcome points";
			expect(await entries.last().innerText()).toContain(first);
			await page.locator("a[href*='period=week']").click();
			await page.waitForURL("**period=week**");
			await page.locator("a[href*='period=week'][aria-current]").waitFor();
			expect(await entries.count(), "another period keeps the page number").toBe(6);
			await page.locator("a[rel=prev]").click();
			await expect.poll(() => entries.count()).toBe(25);
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);

			const { type, text } = await downloadOf(page, "/points/export");
			expect(type).toMatch(/^application\/json/);
			const data = JSON.parse(text);
			expect(data.profile).toMatchObject({ id, username: name });
			expect([data.points, data.ledger.length]).toEqual([1375, 31]);
		}));
});

it("the points page updates the balance while it is open", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await signIn(page, site, newPlayer(), "/points");
		await scriptsRun(page);
		const game = await page.context().newPage();
		await game.goto(`${site.origin}/mini-games/crash`);
		await scriptsRun(game);
		await bet(game);
		await expect.poll(() => number(page, "own-points")).toBe(990);
		expect(await number(page, "own-points")).toBe(await number(page, "balance"));
	}));

it("the points page requires sign-in", () =>
	journey(browser, site, {}, async (page) => {
		for (const path of ["/points", "/points/export"]) {
			const response = await page.goto(site.origin + path);
			let first = response?.request();
			while (first?.redirectedFrom()) first = first.redirectedFrom() ?? undefined;
			expect((await first?.response())?.headers().location).toBe("/login?returnTo=%2Fpoints");
		}
	}));
