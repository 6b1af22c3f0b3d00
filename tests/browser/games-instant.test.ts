/** Games with one draw, which are closed on other sites. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { journey, openPage, signIn } from "../support/browser/journey";
import { number, settled } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { readPlayer } from "../support/data/players";
import { newPlayer } from "../support/site/new-player";
import { type Site, startSite } from "../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { DICE_OPEN: "true", WHEEL_OPEN: "true" } });
});
afterAll(() => site?.close());

it.each(["dice", "wheel"])(
	"%s is played by keyboard, and shows the points once the outcome is revealed",
	async (id) =>
		journey(await workerBrowser(), site, { lang: "en" }, async (page) => {
			const name = newPlayer();
			await page.clock.install();
			await signIn(page, site, name, `/mini-games/${id}`);
			const [lowest, next] = id === "dice" ? [5, 10] : [20, 50];
			await page.keyboard.press("ArrowRight");
			await expect.poll(() => page.locator(`#${id}-drop`).innerText()).toContain(String(next));
			await page.keyboard.press("ArrowLeft");
			await expect.poll(() => page.locator(`#${id}-drop`).innerText()).toContain(String(lowest));
			if (id === "dice") {
				const chance = await page.locator("select[name=chance]").inputValue();
				await page.keyboard.press("ArrowUp");
				await expect.poll(() => page.locator("select[name=chance]").inputValue()).not.toBe(chance);
			}
			// The page's clock stands still, so that the stage waits for a slow test.
			await page.clock.pauseAt(Date.now() + 5000);
			await page.keyboard.press("Space");
			// The stake is taken at once; the payout waits for the stage.
			await page.locator("[data-testid=stage][data-playing]").waitFor();
			for (const shown of ["game-balance", "balance"])
				await expect.poll(() => number(page, shown)).toBe(1000 - lowest);
			await page.clock.resume();
			await settled(page);
			const { points, rounds } = readPlayer(site, name);
			for (const shown of ["game-balance", "balance"])
				await expect.poll(() => number(page, shown)).toBe(points);
			expect(rounds).toMatchObject([{ game: id, stake: lowest }]);
			const drawn = id === "dice" ? "[data-roll]" : "[data-segment]";
			const shown = await page.locator(drawn).getAttribute(drawn.slice(1, -1));
			expect(Number(shown)).toBe(rounds[0]?.outcome[0]);
			await expect.poll(() => page.getByTestId("result").count()).toBe(1);
		}),
);

it("a bet that could win too much is refused before it is sent, and the demo is played again under reduced motion", async () =>
	journey(await workerBrowser(), site, { lang: "pt", reducedMotion: true }, async (page) => {
		await openPage(page, site, "/mini-games/dice?stake=250&chance=99");
		await expect.poll(() => page.locator("#dice-error").innerText()).toContain("O ganho máximo é de 500.");
		await page.setViewportSize({ width: 360, height: 800 });
		const sides = page.locator("label:has([name=side]) span");
		const lines = await sides.evaluateAll((texts) => texts.map((text) => text.getClientRects().length));
		expect(lines, "lines of the labels").toEqual([1, 1]);
		expect(await page.getByTestId("roll").textContent()).toBe("––,––");
		await page.locator("#dice-drop").click({ force: true });
		expect(await page.getByTestId("result").count()).toBe(0);
		await page.locator("select[name=chance]").selectOption("4950");
		for (const count of [1, 2]) {
			await page.locator("#dice-drop").click();
			await expect.poll(() => page.getByTestId("result").count()).toBe(count);
		}
	}));
