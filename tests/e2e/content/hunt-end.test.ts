import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openHunts } from "../../support/data/hunt-rows";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let hunts: ReturnType<typeof openHunts>;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
	hunts = openHunts(site);
});
afterAll(async () => {
	hunts?.close();
	await site?.close();
});

const HOSTILE = `"><img src=x onerror=alert(1)>`;
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const plain = (text: string) => text.replaceAll(/\s/g, " ");

/** Opens a hunt of 100 euros whose two slots paid 150.50 euros, for which `winner` has guessed. */
async function huntOf(winner: Page, guess: string) {
	hunts.finishAll();
	const huntId = hunts.add({ title: HOSTILE });
	hunts.addSlot(huntId, "Wolf Gold", 100, 3000);
	hunts.addSlot(huntId, HOSTILE, 200, 12_050);
	await signIn(winner, site, newPlayer(), "/bonus-hunt");
	await scriptsRun(winner);
	await winner.locator("#guess-amount").fill(guess);
	await winner.locator("#guess-amount").press("Enter");
	await winner.getByTestId("own-guess").waitFor();
	return huntId;
}

/** Finishes the open hunt as an admin without scripts, and returns the admin's page of the past hunt. */
async function finish(): Promise<Page> {
	const admin = await newPage(browser, site.origin, { lang: "en", scripts: false });
	await signIn(admin, site, "admin", "/bonus-hunt/manage?ask=finish");
	await admin.getByTestId("form-finish").locator("button[type=submit]").click();
	await admin.getByTestId("past-won").waitFor();
	return admin;
}

const VIEWERS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360, theme: "light", reducedMotion: true },
	{ lang: "en", scripts: false, width: 1280 },
];

describe.each(VIEWERS)("the end of a hunt: $lang, scripts $scripts, $width px", (variant) => {
	it("is shown with profit, best slot, winner and prize, until the next hunt starts", () =>
		journey(browser, site, variant, async (page) => {
			const pt = variant.lang === "pt";
			const huntId = await huntOf(page, "150");
			const admin = await finish();
			// An open page changes by itself; without scripts it is loaded again.
			if (!variant.scripts) await page.reload();
			const end = page.getByTestId("hunt-end");
			await end.waitFor();
			expect(plain(await page.getByTestId("hunt-outcome").innerText())).toContain(
				pt ? "+50,50 €" : "+€50.50",
			);
			expect(await end.locator("dl").innerText()).toContain(HOSTILE);
			await page
				.getByTestId("hunt-winner")
				.getByText(pt ? "Ganhaste!" : "You won!")
				.waitFor();
			await end.locator(`a[href="/bonus-hunt/past/${huntId}"]`).waitFor();
			await page.getByTestId("next-hunt").waitFor();
			expect(await page.getByTestId("tiles").count()).toBe(0);
			expect([await axe(page), await overflow(page)]).toEqual([[], 0]);

			await admin.locator("#prize-points").fill("250");
			await admin.locator("#prize-points").press("Enter");
			await admin.getByTestId("winner").getByText("250").waitFor();
			await admin.context().close();
			if (!variant.scripts) await page.reload();
			await page.getByTestId("hunt-prize").getByText("250").waitFor();

			hunts.add({ title: "Next" });
			await expect
				.poll(async () => {
					await page.reload();
					return page.getByTestId("hunt-end").count();
				})
				.toBe(0);
			await page.getByTestId("tiles").waitFor();
		}));
});

it("celebrates with the winner once in a browser, by code that no other viewer loads", () =>
	journey(browser, site, { lang: "en", scripts: true }, async (page) => {
		const confetti: string[] = [];
		const other = await newPage(browser, site.origin, { lang: "en" });
		for (const viewer of [page, other]) {
			viewer.on("request", (request) => {
				if (/confetti/.test(request.url())) confetti.push(viewer === page ? "winner" : "other");
			});
		}
		await huntOf(page, "150.50");
		await other.goto(`${site.origin}/bonus-hunt`);
		await scriptsRun(other);
		await (await finish()).context().close();
		await page.getByTestId("hunt-end").waitFor();
		await other.getByTestId("hunt-end").waitFor();
		await expect.poll(() => confetti).toEqual(["winner"]);
		await page.reload();
		await scriptsRun(page);
		await page.getByTestId("hunt-end").waitFor();
		expect(
			await page.evaluate(() => Object.keys(localStorage).filter((key) => /^hunt-won-/.test(key))),
		).toHaveLength(1);
		expect(confetti).toEqual(["winner"]);
		await other.context().close();
	}));

it("the broadcast shows the result after the end, and no longer after some minutes", () =>
	journey(browser, site, { lang: "pt", ageVerified: false }, async (page) => {
		const viewer = await newPage(browser, site.origin);
		await huntOf(viewer, "10");
		await viewer.context().close();
		await page.goto(`${site.origin}/bonus-hunt/overlay?language=en`);
		await page.getByTestId("tiles").waitFor();
		await (await finish()).context().close();
		const end = page.getByTestId("overlay-end");
		await end.waitFor();
		expect(plain(await end.innerText())).toContain("+€50.50");
		expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
		hunts.run("update hunts set finished_at = '2020-01-01T00:00:00.000Z' where status = 'finished'");
		await page.reload();
		await page.getByTestId("overlay").waitFor({ state: "attached" });
		expect(await page.getByTestId("overlay-end").count()).toBe(0);
	}));
