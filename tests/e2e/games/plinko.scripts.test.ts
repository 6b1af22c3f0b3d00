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

describe("Plinko with scripts", () => {
	const variant = { lang: "en", scripts: true } as const;

	it("plays once when the button is double-clicked", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await dropButton(page).dblclick();
			await settled(page);
			expect((await readPlayer(site, name)).rounds).toHaveLength(1);
		}));

	it("shows the settled result after a reload during a drop", () =>
		journey(browser, site, variant, async (page) => {
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

	it("shows the result immediately under reduced motion", () =>
		journey(browser, site, { ...variant, reducedMotion: true }, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 10, 50);
			await dropButton(page).click();
			await settled(page);
			await expect.poll(() => page.getByTestId("ball").count()).toBe(50);
		}));

	it("drops with the space key, changes balls and bet with the arrow keys, and closes with Escape", () =>
		journey(browser, site, variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-plinko").click();
			await page.waitForURL("**/mini-games/plinko");
			// The dialog handles keys once it has the focus.
			await page.locator("#dialog-title:focus").waitFor();
			for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight", "Space"])
				await page.keyboard.press(key);
			await settled(page);
			expect((await readPlayer(site, name)).rounds).toMatchObject([{ stake: 20, balls: 2 }]);
			await page.keyboard.press("Escape");
			await page.waitForURL("**/mini-games");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("open-plinko");
		}));

	it("keeps the page and the bet when the connection is lost, and plays once after it is restored", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, "/mini-games/plinko");
				await scriptsRun(page);
				await choose(page, 50, 2);
				await page.context().setOffline(true);
				await dropButton(page).click();
				await page.getByText("Can't reach the site").waitFor();
				await expect.poll(() => number(page, "balance")).toBe(1000);
				await page.context().setOffline(false);
				await dropButton(page).click();
				await settled(page);
				expect((await readPlayer(site, name)).rounds).toMatchObject([{ stake: 50, balls: 2 }]);
			},
			[/ERR_INTERNET_DISCONNECTED/],
		));

	it("can play again after a drop, and keeps the keyboard focus", () =>
		journey(browser, site, { ...variant, reducedMotion: true }, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			for (const rounds of [1, 2, 3]) {
				const key = await page.locator("#plinko-form [name=idempotencyKey]").inputValue();
				await dropButton(page).focus();
				await page.keyboard.press("Enter");
				await page
					.locator(`#plinko-form [name=idempotencyKey]:not([value="${key}"])`)
					.waitFor({ state: "attached" });
				await expect.poll(() => dropButton(page).getAttribute("aria-disabled")).toBe(null);
				expect((await readPlayer(site, name)).rounds).toHaveLength(rounds);
				expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Drop");
			}
			const { points, rounds } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await expect.poll(() => shownSlots(page)).toEqual(rounds.at(-1)?.slots);
		}));

	it("shows the correct balance when the dialog is closed during a drop", () =>
		journey(browser, site, variant, async (page) => {
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

	it("completes the animation when the connection is lost after the response", () =>
		journey(browser, site, variant, async (page) => {
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

	it("does not play with a balance that the page did not show", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await page.goto(`${site.origin}/mini-games/plinko`);
				await scriptsRun(page);
				const other = await page.context().newPage();
				await signIn(other, site, name);
				await dropButton(page).click();
				await page.getByText("The signed-in account has changed").waitFor();
				expect((await readPlayer(site, name)).rounds).toEqual([]);
				// The demo balance was the same number. The header shows that the page was revalidated.
				await expect.poll(() => number(page, "balance")).toBe(1000);
				await expect.poll(() => number(page, "game-balance")).toBe(1000);
				await dropButton(page).click();
				await settled(page);
				expect((await readPlayer(site, name)).rounds).toHaveLength(1);
			},
			[REFUSED],
		));

	it("shows validation errors and limits the bet to the balance", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, newPlayer(), "/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 100, 10);
			await expect.poll(() => page.getByRole("button", { name: "One more ball" }).isDisabled()).toBe(true);
			expect(await page.getByRole("button", { name: "25 balls" }).isDisabled()).toBe(true);
			await page.locator("#balls").fill("11");
			await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
			await expect.poll(() => page.getByRole("alert").innerText()).toBe("Insufficient points");
		}));

	it("turns sound on and sets its volume in the panel, and remembers both in every game", () =>
		journey(browser, site, variant, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			await page.getByRole("button", { name: "Sound: off" }).click();
			await page.getByLabel("Sound", { exact: true }).check();
			await page.getByLabel("Volume").fill("25");
			await page.getByRole("button", { name: "Sound: on" }).waitFor();
			await page.goto(`${site.origin}/mini-games/crash`);
			await page.getByRole("button", { name: "Sound: on" }).click();
			expect(await page.getByLabel("Volume").inputValue()).toBe("25");
		}));
});
