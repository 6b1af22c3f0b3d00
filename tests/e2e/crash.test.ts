import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import {
	bet,
	bigNumber,
	cashOut,
	hasEnded,
	lastResult,
	mainAction,
	message,
	offers,
	ownBet,
	phase,
	readBets,
	settledBets,
} from "../support/crash-page";
import { journey, readPlayer, signIn, WAYS } from "../support/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../support/plinko-page";
import { type Site, startSite } from "../support/site";

const ADDRESS = "/mini-games/crash";

let site: Site;
let browser: Browser;

beforeAll(async () => {
	// Long enough to bet at leisure, short enough to wait for.
	[site, browser] = await Promise.all([startSite({ env: { CRASH_PAUSE_SCALE: "0.25" } }), launchBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
});

describe.each(WAYS)("solo Crash: $lang, scripts $scripts, $width px", (way) => {
	it("pays an automatic cash-out, or takes the bet, as the database says", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-crash").click();
			await page.waitForURL("**/mini-games/crash");
			await scriptsRun(page);
			await bet(page, { target: "1.20" });
			await hasEnded(page);

			const [stored, ...more] = await settledBets(site, name);
			expect(more).toEqual([]);
			expect(stored).toMatchObject({
				amount: 10,
				target: 120,
				status: await lastResult(page).getAttribute("data-status"),
			});
			expect(stored?.status).toBe((stored?.crash_point ?? 0) >= 120 ? "cashed_out" : "lost");
			const { points } = await readPlayer(site, name);
			expect(points).toBe(stored?.status === "cashed_out" ? 1002 : 990);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await expect.poll(() => number(page, "game-balance")).toBe(points);
		}));
});

describe.each(WAYS)("a solo demo: $lang, scripts $scripts, $width px", (way) => {
	it("plays with 1000 demo points of the visitor's own", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				await page.goto(site.origin + ADDRESS);
				await scriptsRun(page);
				expect(await number(page, "game-balance")).toBe(1000);
				await bet(page);
				await expect.poll(() => number(page, "game-balance")).toBe(990);
				await cashOut(page);
				await hasEnded(page);
				const won = (await lastResult(page).getAttribute("data-status")) === "cashed_out";
				await expect.poll(() => number(page, "game-balance")).toBeGreaterThanOrEqual(won ? 1000 : 990);
				// Another page of the same visitor goes on from there.
				const points = await number(page, "game-balance");
				await page.goto(site.origin + ADDRESS);
				expect(await number(page, "game-balance")).toBe(points);
			},
			[REFUSED],
		));
});

describe("with scripts", () => {
	const way = { lang: "en", scripts: true } as const;

	it("gives the stake back when the bet is cancelled while the round waits", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await bet(page);
			await offers(page, "cancel");
			expect(await number(page, "balance")).toBe(990);
			await mainAction(page).click();
			await offers(page, "place");
			await expect.poll(() => number(page, "balance")).toBe(1000);
			expect(readBets(site, name)).toMatchObject([{ status: "cancelled" }]);
		}));

	it("bets once when the button is double-clicked", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await offers(page, "place");
			await mainAction(page).dblclick();
			await offers(page, "cancel");
			expect(readBets(site, name)).toMatchObject([{ status: "active" }]);
			await expect.poll(() => number(page, "balance")).toBe(990);
		}));

	it("bets and cashes out by the space key, and changes the bet by the arrows", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, ADDRESS);
				await scriptsRun(page);
				await page.locator("#dialog-title").waitFor();
				await offers(page, "place");
				for (const key of ["ArrowUp", "ArrowUp", "Space"]) await page.keyboard.press(key);
				await Promise.race([offers(page, "cash-out"), hasEnded(page)]);
				if ((await phase(page)) === "flying") await page.keyboard.press("Space");
				await hasEnded(page);
				expect(readBets(site, name)).toMatchObject([{ amount: 30 }]);
			},
			[REFUSED],
		));

	it("shows the same flight after a reload, and in another tab of the player", () =>
		journey(browser, site, way, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await bet(page, { target: "1.30" });
			await ownBet(page).waitFor();
			await page.reload();
			await ownBet(page).waitFor();
			const other = await page.context().newPage();
			await other.goto(site.origin + ADDRESS);
			await ownBet(other).waitFor();
			await hasEnded(page);
			await hasEnded(other);
			expect(await lastResult(other).innerText()).toBe(await lastResult(page).innerText());
			expect(await settledBets(site, name)).toHaveLength(1);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(other, "balance")).toBe(points);
			await expect.poll(() => number(page, "balance")).toBe(points);
		}));

	it("climbs without ever showing more than the flight ends at", () =>
		journey(browser, site, way, async (page) => {
			await signIn(page, site, newPlayer(), ADDRESS);
			await scriptsRun(page);
			await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
			const seen: number[] = [];
			while ((await phase(page)) === "flying") seen.push(await bigNumber(page));
			seen.pop();
			await expect.poll(() => phase(page)).toBe("crashed");
			const end = await bigNumber(page);
			expect(seen.toSorted((one, other) => one - other)).toEqual(seen);
			expect(Math.max(...seen, 100)).toBeLessThanOrEqual(end);
		}));

	it("says what is wrong with a bet and keeps what was typed", () =>
		journey(
			browser,
			site,
			{ ...way, scripts: false },
			async (page) => {
				await signIn(page, site, newPlayer(), ADDRESS);
				await offers(page, "place");
				await page.locator("form#crash-form").evaluate((form) => form.setAttribute("novalidate", ""));
				await page.locator("input[name=stake]").fill("15");
				await mainAction(page).click();
				await page.getByText("Bet at least 10 points, in steps of 10.").waitFor();
				expect(await page.locator("input[name=stake]").inputValue()).toBe("15");
				expect(await message(page).innerText()).not.toBe("");
			},
			[/status of 400/],
		));
});
