import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import {
	choose,
	dropButton,
	newPlayer,
	number,
	scriptsRun,
	settled,
	shownSlots,
} from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

shareSite((shared) => {
	({ site, browser } = shared);
});

const SIZES = [
	{ width: 360, height: 640 },
	{ width: 740, height: 360 },
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
] as const;

const PARTS = {
	board: ".plinko-board",
	button: "#plinko-form button[value=play]:not([aria-hidden])",
	summary: "[data-testid=round-summary]",
	stats: "[aria-labelledby=stats]",
	results: "#results",
};

/** Distances of the parts from the window's edges, scrolled to the top. */
const placesOf = async (page: Page) => {
	await page.locator(".full-screen-dialog").evaluate((dialog) => dialog.scrollTo(0, 0));
	const places = Object.entries(PARTS).map(async ([name, selector]) => {
		const box = await page.locator(selector).boundingBox();
		return [name, box && [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round)] as const;
	});
	return Object.fromEntries(await Promise.all(places));
};

describe.each(SIZES)("Plinko's stage at $width × $height", ({ width, height }) => {
	it.each([true, false])("shows the whole board, the result and the button, scripts %s", (scripts) =>
		journey(browser, site, { lang: "pt", scripts, width, height, reducedMotion: true }, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			const before = await placesOf(page);
			for (const part of ["board", "button", "summary"]) {
				const [left = -1, top = -1, right = Infinity, bottom = Infinity] = before[part] ?? [];
				expect(left, part).toBeGreaterThanOrEqual(0);
				expect(top, part).toBeGreaterThanOrEqual(64);
				expect(right, part).toBeLessThanOrEqual(width);
				expect(bottom, part).toBeLessThanOrEqual(height);
			}
			expect(await overflowOf(page)).toBe(0);
			await choose(page, 10, 5);
			await dropButton(page).click();
			await settled(page);
			expect(await placesOf(page), "nothing has moved").toEqual(before);
			expect(await axe(page)).toEqual([]);
		}),
	);
});

describe("a round on Plinko's stage", () => {
	it("ends at once when the player finishes it, with the net of the round", () =>
		journey(browser, site, { lang: "en", scripts: true, width: 360 }, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games/plinko");
			await scriptsRun(page);
			await choose(page, 10, 50);
			await dropButton(page).click();
			await page.getByTestId("finish").press("Enter");
			await settled(page);
			expect(await page.evaluate(() => document.activeElement?.id)).toBe("plinko-drop");
			expect(await page.getByTestId("finish").count()).toBe(0);
			const { points, rounds } = await readPlayer(site, name);
			const { slots = [], payout = 0 } = rounds[0] ?? {};
			expect([...(await shownSlots(page))].sort()).toEqual([...slots].sort());
			await expect.poll(() => number(page, "game-balance")).toBe(points);
			const net = payout - 500;
			const signed = `${net > 0 ? "+" : net < 0 ? "−" : ""}${Math.abs(net).toLocaleString("en-GB")}`;
			expect(await page.getByTestId("round-summary").innerText()).toBe(
				`You received ${payout.toLocaleString("en-GB")} · ${signed}`,
			);
			expect(await page.getByTestId("round-net").innerText()).toBe(signed);
		}));

	it("keeps stake and balls when the language is changed", () =>
		journey(browser, site, { lang: "pt", scripts: true }, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			await choose(page, 20, 25);
			await page.locator("button[name=language][value=en]").click();
			await page.locator("html[lang=en]").waitFor();
			expect(await page.locator("#balls").inputValue()).toBe("25");
			expect(await page.locator("input[name=stake]:checked").inputValue()).toBe("20");
		}));

	it("cannot be dropped with an empty number of balls", () =>
		journey(browser, site, { lang: "en", scripts: true }, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			await choose(page, 10, 4);
			await page.locator("#balls").fill("");
			await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
			expect(await dropButton(page).innerText()).toBe("Drop");
			await page.locator("#balls").blur();
			expect(await dropButton(page).isDisabled()).toBe(true);
			expect(await page.getByRole("alert").innerText()).toBe("Choose from 1 to 50 balls.");
			await page.getByRole("button", { name: "5 balls", exact: true }).click();
			await expect.poll(() => dropButton(page).innerText()).toBe("Drop · 50");
		}));
});
