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

describe.each(PAIRS)("a signed-in Plinko round: $lang, scripts $scripts, $width px", (variant) => {
	it("drops the balls into the drawn slots and settles the balance", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 20, 5);
			await dropButton(page).click();
			if (variant.scripts) {
				await expect.poll(() => number(page, "balance")).toBe(900);
			}
			await settled(page);

			const player = await readPlayer(site, name);
			expect(player.rounds).toHaveLength(1);
			expect(await shownSlots(page)).toEqual(player.rounds[0]?.slots);
			await expect.poll(() => number(page, "balance")).toBe(player.points);
			await expect.poll(() => number(page, "game-balance")).toBe(player.points);
			expect(player.points).toBe(900 + (player.rounds[0]?.payout ?? Number.NaN));

			// A reload shows the same settled round.
			await page.goto(`${site.origin}/mini-games/plinko`);
			expect(await shownSlots(page)).toEqual(player.rounds[0]?.slots);
			await page.getByRole("link", { name: variant.lang === "pt" ? "Fechar" : "Close" }).click();
			await page.waitForURL("**/mini-games");
			expect(await number(page, "balance")).toBe(player.points);
		}));
});

describe.each(PAIRS)("a demo Plinko round: $lang, scripts $scripts, $width px", (variant) => {
	it("starts with 1000 demo points and keeps the demo balance", () =>
		journey(browser, site, variant, async (page) => {
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

describe.each(PAIRS.filter(({ scripts }) => !scripts))(
	"Plinko without scripts: $lang, $width px",
	(variant) => {
		it("changes the number of balls with the buttons and refuses a bet above the balance", () =>
			journey(
				browser,
				site,
				variant,
				async (page) => {
					await signIn(page, site, newPlayer(), "/mini-games/plinko");
					await scriptsRun(page);
					await page.locator("label:has(input[name=stake][value='100'])").click();
					await page.locator("button[name=setBalls][value='10']").click();
					expect(await page.locator("#balls").inputValue()).toBe("10");
					expect(await page.locator("input[name=stake]:checked").inputValue()).toBe("100");
					await page.locator("#balls").fill("11");
					await dropButton(page).click();
					const message = variant.lang === "pt" ? "Pontos insuficientes" : "Insufficient points";
					expect(await page.getByRole("alert").innerText()).toBe(message);
					expect(await page.locator("#balls").inputValue()).toBe("11");
					expect(await number(page, "balance")).toBe(1000);
				},
				[REFUSED],
			));
	},
);
