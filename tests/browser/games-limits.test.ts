import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bet } from "../support/browser/crash-page";
import { journey, openPage, signIn } from "../support/browser/journey";
import { choose, dropButton, REFUSED, settled } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { readPlayer } from "../support/data/players";
import { newPlayer } from "../support/site/new-player";
import { atNoon } from "../support/site/noon";
import { openRows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
beforeAll(async () => {
	// The reminder is due immediately: a player's second round shows it.
	site = await startSite({ env: { ...atNoon(), RATE_LIMIT_SCALE: "100", PLAY_REMINDER_MINUTES: "0.00001" } });
});
afterAll(() => site?.close());

/** Of the game: the lobby under it has one too. */
const banner = (page: Page) => page.locator("[role=dialog] [data-testid=on-break]");

/** Sends a form of the limits page as another tab of the player does. */
const sendElsewhere = (page: Page, form: Record<string, string>) =>
	page.request.post(`${site.origin}/points/care`, { form, headers: { "sec-fetch-site": "same-origin" } });

function moveBreak(userId: string, fromNow: number) {
	const rows = openRows(site);
	const until = new Date(Date.now() + fromNow).toISOString();
	rows.run("update play_limits set break_until = ? where user_id = ?", until, userId);
	rows.close();
}

const ON_THIS_PAGE = "data-not-reloaded";
const mark = (page: Page) =>
	page.evaluate((name) => document.documentElement.setAttribute(name, ""), ON_THIS_PAGE);
const isMarked = (page: Page) =>
	page.evaluate((name) => document.documentElement.hasAttribute(name), ON_THIS_PAGE);

it("open pages show a reminder, a limit that a bet has reached, and a break of another tab until its end", async () =>
	journey(
		await workerBrowser(),
		site,
		{ lang: "en" },
		async (page) => {
			const open = async (path: string) => {
				await openPage(page, site, path);
				await mark(page);
			};
			const name = newPlayer();
			await page.clock.install();
			await signIn(page, site, name, "/");
			await open("/mini-games/plinko");
			await choose(page, 10, 1);
			await dropButton(page).click();
			await settled(page);
			const reminder = page.getByTestId("play-reminder");
			expect(await reminder.count()).toBe(0);
			await dropButton(page).click();
			await reminder.waitFor();
			await reminder.locator("button[value=dismiss]").click();
			await expect.poll(() => reminder.count()).toBe(0);

			await settled(page);
			const played = page.waitForResponse((response) => response.request().method() === "POST");
			await dropButton(page).click();
			await played;
			await sendElsewhere(page, { intent: "break", length: "day" });
			await banner(page).filter({ hasText: "You're on a break" }).waitFor();
			expect(await page.getByTestId("round-summary").innerText(), "after the ball has landed").not.toBe("");
			await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
			expect(await isMarked(page)).toBe(true);

			const { id } = readPlayer(site, name);
			moveBreak(id, 90_000);
			await open("/mini-games/plinko");
			await banner(page).waitFor();
			moveBreak(id, -1000);
			await page.clock.fastForward(91_000);
			await banner(page).waitFor({ state: "detached" });
			await expect.poll(() => dropButton(page).isDisabled()).toBe(false);
			expect(await isMarked(page)).toBe(true);

			await signIn(page, site, newPlayer(), "/");
			await open("/mini-games/crash");
			await sendElsewhere(page, { intent: "limit", dailyLoss: "10" });
			expect(await banner(page).count()).toBe(0);
			await page.locator("input[name=stake]").fill("10");
			await bet(page);
			await banner(page).filter({ hasText: "You've reached your daily limit" }).waitFor();
			expect(await isMarked(page)).toBe(true);
		},
		[REFUSED],
	));
