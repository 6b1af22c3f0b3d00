import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { journey, readPlayer, signIn, WAYS } from "../support/journey";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Browser;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), launchBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
});

const number = async (page: Page, testId: string) =>
	Number((await page.getByTestId(testId).innerText()).replace(/\D/g, ""));
const shownSlots = async (page: Page) => {
	const slots = await page
		.getByTestId("ball")
		.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-slot"))));
	return slots.reverse();
};
const dropButton = (page: Page) => page.locator("#plinko-form button[value=play]:not([aria-hidden])");
/** The browser's own line about an answer that is a refusal. */
const REFUSED = /status of 409/;
const settled = (page: Page) => page.locator("[data-testid=round-summary]:not(:empty)").waitFor();
const choose = async (page: Page, stake: number, balls: number) => {
	await page.locator(`label:has(input[name=stake][value="${stake}"])`).click();
	await page.locator("#balls").fill(String(balls));
};
const newPlayer = () => `p${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

describe.each(WAYS)("a signed-in round: $lang, scripts $scripts, $width px", (way) => {
	it("falls into the drawn slots and settles the balance", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
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

describe.each(WAYS)("a demo round: $lang, scripts $scripts, $width px", (way) => {
	it("plays with 1000 demo points that the page remembers", () =>
		journey(browser, site, way, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
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

describe("with scripts", () => {
	const way = { lang: "en", scripts: true } as const;

	it("plays once when the button is double-clicked", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await dropButton(page).dblclick();
			await settled(page);
			expect((await readPlayer(site, name)).rounds).toHaveLength(1);
		}));

	it("shows the settled truth after a reload in the middle of a drop", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await choose(page, 10, 25);
			await dropButton(page).click();
			await expect.poll(() => page.getByTestId("ball").count(), { timeout: 10_000 }).toBeGreaterThan(1);
			await page.reload();
			const { points, rounds } = await readPlayer(site, name);
			expect(await shownSlots(page)).toEqual(rounds[0]?.slots);
			expect(await number(page, "balance")).toBe(points);
		}));

	it("jumps to the result under reduced motion", () =>
		journey(browser, site, { ...way, reducedMotion: true }, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await choose(page, 10, 50);
			await dropButton(page).click();
			await settled(page);
			expect(await page.getByTestId("ball").count()).toBe(50);
		}));

	it("drops on space, changes balls and bet with the arrows, and closes on escape", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
			await page.locator("#dialog-title").waitFor();
			for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight", "Space"])
				await page.keyboard.press(key);
			await settled(page);
			expect((await readPlayer(site, name)).rounds).toMatchObject([{ stake: 20, balls: 2 }]);
			await page.keyboard.press("Escape");
			await page.waitForURL("**/mini-games");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("open-plinko");
		}));

	it("keeps the page and the bet when the connection is lost, and plays once when it is back", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, "/mini-games/plinko");
				await choose(page, 50, 2);
				await page.context().setOffline(true);
				await dropButton(page).click();
				await page.getByText("The site could not be reached").waitFor();
				expect(await number(page, "balance")).toBe(1000);
				await page.context().setOffline(false);
				await dropButton(page).click();
				await settled(page);
				expect((await readPlayer(site, name)).rounds).toMatchObject([{ stake: 50, balls: 2 }]);
			},
			[/ERR_INTERNET_DISCONNECTED/],
		));

	it("says what is not valid and lets no bet above the balance through", () =>
		journey(browser, site, way, async (page) => {
			await signIn(page, site, newPlayer(), "/mini-games/plinko");
			await choose(page, 100, 10);
			expect(await page.getByRole("button", { name: "One ball more" }).isDisabled()).toBe(true);
			expect(await page.getByRole("button", { name: "25 balls" }).isDisabled()).toBe(true);
			await page.locator("#balls").fill("11");
			expect(await dropButton(page).isDisabled()).toBe(true);
			expect(await page.getByRole("alert").innerText()).toBe("Insufficient points");
		}));

	it("turns sound on when asked and remembers it", () =>
		journey(browser, site, way, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await page.getByRole("button", { name: "Turn sound on" }).click();
			await page.reload();
			await page.getByRole("button", { name: "Turn sound off" }).waitFor();
		}));
});

describe.each(WAYS.filter(({ scripts }) => !scripts))("without scripts: $lang, $width px", (way) => {
	it("changes the number of balls by the buttons and refuses what the balance does not cover", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				await signIn(page, site, newPlayer(), "/mini-games/plinko");
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
