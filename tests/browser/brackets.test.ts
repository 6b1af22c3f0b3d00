import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { overflowOf } from "../support/browser/browser";
import { journey, openPage, signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { openBrackets } from "../support/data/bracket-rows";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let browser: Browser;
let brackets: ReturnType<typeof openBrackets>;

beforeAll(async () => {
	browser = await workerBrowser();
	brackets = openBrackets(site);
});
afterAll(() => {
	brackets.endAll();
	brackets.close();
});

/** Waits until the field with this name has the focus. */
const focused = (page: Page, name: string) =>
	page.waitForFunction((field) => document.activeElement?.getAttribute("name") === field, name);

it("a bracket of 8 takes at most 20 taps on a phone; a typed number with its last key is one", () =>
	journey(browser, site, { lang: "en", width: 360, height: 740 }, async (page) => {
		brackets.endAll();
		const { id, ids } = brackets.add(8);
		await signIn(page, site, "admin", `/tournament/${id}/manage`);
		let taps = 0;
		const tap = async (name: string) => {
			taps++;
			await page.getByRole("button", { name }).click();
		};
		/** Types into the field that has the focus by itself. */
		const type = async (field: string, number: string) => {
			taps++;
			await focused(page, field);
			await page.keyboard.type(number);
			await page.keyboard.press("Enter");
		};
		await tap("Draw the seats and start");
		for (const match of ids.slice(1).keys()) {
			if (match === 0) await type("costA", "100");
			await type("payoutA", "120.50");
			if (match === 0) await type("costB", "100");
			await type("payoutB", "80");
			expect(await overflowOf(page)).toBe(0);
		}
		taps++;
		await page.locator("summary", { hasText: "Finish and pay the prizes" }).click();
		await tap("Finish and pay the prizes");
		await page.getByText("The bracket is finished").waitFor();
		expect(taps).toBeLessThanOrEqual(20);
		expect(brackets.rows.one("select state from tournaments where id = ?", id).state).toBe("ended");
	}));

it("the page of tournaments stays while the site cannot be reached", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			brackets.endAll();
			const { id } = brackets.add(8);
			await page.clock.install();
			await openPage(page, site, "/tournament");
			await page.route("**/tournament.data*", (route) => route.abort());
			const failed = page.waitForEvent("requestfailed");
			await page.clock.runFor(11_000);
			await failed;
			await page.clock.runFor(1000);
			await page.locator(`#tournament-${id}`).waitFor();
		},
		[/tournament\.data/],
	));
