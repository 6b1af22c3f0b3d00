import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import {
	choose,
	dropButton,
	newPlayer,
	number,
	REFUSED,
	scriptsRun,
	settled,
	shownSlots,
} from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

shareSite((shared) => {
	({ site, browser } = shared);
});

describe.each(PAIRS)("a signed-in round: $lang, scripts $scripts, $width px", (way) => {
	it("falls into the drawn slots and settles the balance", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 20, 5);
			await dropButton(page).click();
			if (way.scripts) {
				await expect.poll(() => number(page, "balance")).toBe(900);
			}
			await settled(page);

			const player = await readPlayer(site, name);
			expect(player.rounds).toHaveLength(1);
			expect(await shownSlots(page)).toEqual(player.rounds[0]?.slots);
			await expect.poll(() => number(page, "balance")).toBe(player.points);
			await expect.poll(() => number(page, "game-balance")).toBe(player.points);
			expect(player.points).toBe(900 + (player.rounds[0]?.payout ?? Number.NaN));

			// Reading the page again shows the same settled round.
			await page.goto(`${site.origin}/mini-games/plinko`);
			expect(await shownSlots(page)).toEqual(player.rounds[0]?.slots);
			await page.getByRole("link", { name: way.lang === "pt" ? "Fechar" : "Close" }).click();
			await page.waitForURL("**/mini-games");
			expect(await number(page, "balance")).toBe(player.points);
		}));
});

describe.each(PAIRS)("a demo round: $lang, scripts $scripts, $width px", (way) => {
	it("plays with 1000 demo points that the page remembers", () =>
		journey(browser, site, way, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			expect(await number(page, "game-balance")).toBe(1000);
			await choose(page, 10, 3);
			await dropButton(page).click();
			await settled(page);
			expect(await page.getByTestId("ball").count()).toBe(3);
			const slots = await shownSlots(page);
			const balance = await number(page, "game-balance");
			await page.goto(`${site.origin}/mini-games/plinko`);
			expect(await number(page, "game-balance")).toBe(balance);
			expect(await shownSlots(page)).toEqual(slots);
		}));
});

describe.each(PAIRS.filter(({ scripts }) => !scripts))("without scripts: $lang, $width px", (way) => {
	it("changes the number of balls by the buttons and refuses what the balance does not cover", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				await signIn(page, site, newPlayer(), "/mini-games/plinko");
				await scriptsRun(page);
				await page.locator("label:has(input[name=stake][value='100'])").click();
				await page.locator("button[name=setBalls][value='10']").click();
				expect(await page.locator("#balls").inputValue()).toBe("10");
				expect(await page.locator("input[name=stake]:checked").inputValue()).toBe("100");
				await page.locator("#balls").fill("11");
				await dropButton(page).click();
				const words = way.lang === "pt" ? "Pontos insuficientes" : "Insufficient points";
				expect(await page.getByRole("alert").innerText()).toBe(words);
				expect(await page.locator("#balls").inputValue()).toBe("11");
				expect(await number(page, "balance")).toBe(1000);
			},
			[REFUSED],
		));
});
