/** The first screen of the games in four windows. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { overflowOf } from "../support/browser/browser";
import { mainAction, offers, phase } from "../support/browser/crash-page";
import { journey, openPage, signIn } from "../support/browser/journey";
import { choose, dropButton, settled } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const SIZES = [
	{ width: 360, height: 640 },
	{ width: 740, height: 360 },
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
];
const GAMES = {
	plinko: {
		/** Lie wholly in the window. */
		first: [".plinko-board", "#plinko-form button[value=play]:not([aria-hidden])", ".instant-summary"],
		others: ["[aria-labelledby=stats]", "#results"],
	},
	crash: { first: ["[data-testid=stage]", "[data-testid=main-action]"], others: [] },
};

/** The edges of the parts: left, top, right, bottom. Scrolled to the top. */
async function placesOf(page: Page, parts: readonly string[]) {
	await page.locator(".full-screen-dialog").evaluate((dialog) => dialog.scrollTo(0, 0));
	const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
	return boxes.map((box) => box && [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round));
}

it("the games show their stage and their button on the first screen, and move nothing when a bet is placed", async () =>
	journey(await workerBrowser(), site, { lang: "pt", reducedMotion: true }, async (page) => {
		for (const [game, { first, others }] of Object.entries(GAMES)) {
			for (const size of SIZES) {
				const what = `${game} at ${size.width} × ${size.height}`;
				await page.setViewportSize(size);
				if (game === "crash") await signIn(page, site, newPlayer(), `/mini-games/${game}`);
				else await openPage(page, site, `/mini-games/${game}`);
				if (game === "crash") await expect.poll(() => phase(page)).toBe("waiting");
				const header = await page.evaluate(
					() => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
				);
				const before = await placesOf(page, [...first, ...others]);
				for (const place of before.slice(0, first.length)) {
					const [left = -1, top = -1, right = Infinity, bottom = Infinity] = place ?? [];
					expect([left >= 0, top >= header, bottom > top], what).toEqual([true, true, true]);
					expect(right, what).toBeLessThanOrEqual(size.width);
					expect(bottom, what).toBeLessThanOrEqual(size.height);
				}
				expect(await overflowOf(page), what).toBe(0);
				if (game === "plinko") {
					await choose(page, 10, 5);
					await dropButton(page).click();
					await settled(page);
				} else {
					await offers(page, "place");
					await mainAction(page).click();
					await offers(page, "fly");
				}
				expect(await placesOf(page, [...first, ...others]), what).toEqual(before);
			}
		}
	}));
