import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
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

describe("with scripts", () => {
	const way = { lang: "en", scripts: true } as const;

	it("plays once when the button is double-clicked", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await dropButton(page).dblclick();
			await settled(page);
			expect((await readPlayer(site, name)).rounds).toHaveLength(1);
		}));

	it("shows the settled truth after a reload in the middle of a drop", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
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
			await scriptsRun(page);
			await choose(page, 10, 50);
			await dropButton(page).click();
			await settled(page);
			await expect.poll(() => page.getByTestId("ball").count()).toBe(50);
		}));

	it("drops on space, changes balls and bet with the arrows, and closes on escape", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
			// Its keys are listened to from when it takes the focus.
			await page.locator("#dialog-title:focus").waitFor();
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
				await scriptsRun(page);
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

	it("plays on after a drop, and keeps the focus of whoever plays by keyboard", () =>
		journey(browser, site, { ...way, reducedMotion: true }, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			for (const rounds of [1, 2, 3]) {
				await dropButton(page).focus();
				await page.keyboard.press("Enter");
				await expect.poll(async () => (await readPlayer(site, name)).rounds.length).toBe(rounds);
				await expect.poll(() => dropButton(page).getAttribute("aria-disabled")).toBe(null);
				expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Drop");
			}
			const { points, rounds } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await expect.poll(() => shownSlots(page)).toEqual(rounds.at(-1)?.slots);
		}));

	it("shows the true balance when the dialog is closed in the middle of a drop", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 10, 10);
			await dropButton(page).click();
			await expect.poll(() => number(page, "balance")).toBe(900);
			await page.getByRole("link", { name: "Close" }).click();
			await page.waitForURL("**/mini-games");
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await page.waitForTimeout(500);
			expect(await number(page, "balance")).toBe(points);
		}));

	it("goes on falling when the connection is lost after the answer", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await page.route("**/*.data*", (route) =>
				route.request().method() === "GET" ? route.abort() : route.continue(),
			);
			await dropButton(page).click();
			await settled(page);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
		}));

	it("does not play with points that the page did not show", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				await page.goto(`${site.origin}/mini-games/plinko`);
				await scriptsRun(page);
				const other = await page.context().newPage();
				await signIn(other, site, name);
				await dropButton(page).click();
				await page.getByText("Who is signed in has changed").waitFor();
				expect((await readPlayer(site, name)).rounds).toEqual([]);
				// The demo's points were as many: the header tells that the page was read again.
				await expect.poll(() => number(page, "balance")).toBe(1000);
				await expect.poll(() => number(page, "game-balance")).toBe(1000);
				await dropButton(page).click();
				await settled(page);
				expect((await readPlayer(site, name)).rounds).toHaveLength(1);
			},
			[REFUSED],
		));

	it("says what is not valid and lets no bet above the balance through", () =>
		journey(browser, site, way, async (page) => {
			await signIn(page, site, newPlayer(), "/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 100, 10);
			await expect.poll(() => page.getByRole("button", { name: "One ball more" }).isDisabled()).toBe(true);
			expect(await page.getByRole("button", { name: "25 balls" }).isDisabled()).toBe(true);
			await page.locator("#balls").fill("11");
			await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
			await expect.poll(() => page.getByRole("alert").innerText()).toBe("Insufficient points");
		}));

	it("turns sound on when asked and remembers it", () =>
		journey(browser, site, way, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			await page.getByRole("button", { name: "Turn sound on" }).click();
			await page.getByRole("button", { name: "Turn sound off" }).waitFor();
			await page.reload();
			await page.getByRole("button", { name: "Turn sound off" }).waitFor();
		}));
});
