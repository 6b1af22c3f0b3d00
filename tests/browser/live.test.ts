import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { journey, openPage, signIn } from "../support/browser/journey";
import { number } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { newPlayer } from "../support/site/new-player";
import { postForm } from "../support/site/single-fetch";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();

/** Plays in the background, until the balance has changed. */
async function playUntilChanged(page: Page): Promise<number> {
	const cookies = await page.context().cookies();
	const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
	const play = async () => {
		const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
		const { data } = await postForm(`${site.origin}/mini-games/plinko`, { cookie }, fields);
		return (data as { balance: number }).balance;
	};
	const before = await play();
	// A ball that pays back its stake leaves the balance unchanged.
	for (;;) {
		const balance = await play();
		if (balance !== before) return balance;
	}
}

it("a tab holds one stream while its page is open, a visitor's none, and shows the points of the stream", async () =>
	journey(await workerBrowser(), site, { lang: "en" }, async (page) => {
		const streams: string[] = [];
		page.on("request", (request) => {
			if (request.resourceType() === "eventsource") streams.push(new URL(request.url()).search);
		});
		await openPage(page, site, "/fairness");
		expect(streams).toEqual([]);
		await signIn(page, site, newPlayer(), "/help");
		for (const path of ["/fairness", "/help"]) await openPage(page, site, path);
		expect(streams).toEqual(Array(3).fill("?topics=notifications,points"));

		const other = await page.context().newPage();
		await openPage(other, site, "/mini-games");
		const first = await playUntilChanged(page);
		for (const tab of [page, other]) await expect.poll(() => number(tab, "balance")).toBe(first);

		// The data of a page arrive after the stream has sent newer points.
		let newer = 0;
		await page.route(/fairness\.data/, async (route) => {
			const older = await route.fetch();
			newer = await playUntilChanged(page);
			await expect.poll(() => number(page, "balance")).toBe(newer);
			await route.fulfill({ response: older });
		});
		await page.locator('a[href="/fairness"]').first().click();
		await page.waitForURL("**/fairness");
		expect(await number(page, "balance")).toBe(newer);
		await page.reload();
		expect(await number(page, "balance")).toBe(newer);
	}));

it("ten tabs are served over HTTP/1.1, the last ones with streams", async () =>
	journey(await workerBrowser(), site, { lang: "en" }, async (page) => {
		await signIn(page, site, newPlayer(), "/mini-games/live-crash");
		const tabs = [page];
		while (tabs.length < 10) {
			const tab = await page.context().newPage();
			tabs.push(tab);
			await tab.goto(`${site.origin}/mini-games`);
		}
		await tabs.at(-1)?.evaluate(() => fetch("/healthz"));
		await page.getByTestId("connection-lost").waitFor();
		await page.mouse.click(2, 2);
		await page.getByTestId("connection-lost").waitFor({ state: "detached" });
		const points = await playUntilChanged(page);
		for (const tab of [page, tabs.at(-1) ?? page])
			await expect.poll(() => number(tab, "balance")).toBe(points);
	}));
