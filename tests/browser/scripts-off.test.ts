/** Pages whose forms and layout a browser without scripts must show; what they answer is tested without a browser. */
import { expect, it } from "vitest";
import { newPage, overflowOf } from "../support/browser/browser";
import { signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const PAGES = ["/", "/store", "/mini-games/plinko", "/mini-games/crash", "/bonus-hunt", "/points/care"];

it("six pages show their contents and fit a phone without scripts, and Plinko plays", async () => {
	const page = await newPage(await workerBrowser(), site.origin, { lang: "en", width: 360, scripts: false });
	await signIn(page, site, newPlayer());
	for (const path of PAGES) {
		await page.goto(site.origin + path);
		expect(await page.locator("h1:visible").count(), path).toBeGreaterThan(0);
		expect(await overflowOf(page), path).toBe(0);
	}
	await page.goto(`${site.origin}/mini-games/plinko`);
	await page.locator("#plinko-form button[value=play]:not([aria-hidden])").click();
	await page.getByTestId("round-summary").waitFor();
	await page.context().close();
});
