import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { journey, openPage } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { addShortFlights } from "../support/data/crash-rows";
import { openHunts } from "../support/data/hunt-rows";
import { type Visitor, visit } from "../support/http/visitor";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let browser: Browser;
let admin: Visitor;

beforeAll(async () => {
	[site, browser] = await Promise.all([
		startSite({ env: { RATE_LIMIT_SCALE: "50", CRASH_PAUSE_SCALE: "0.2" }, prepare: addShortFlights }),
		workerBrowser(),
	]);
	admin = await visit(site, { as: "admin" });
});
afterAll(() => site?.close());

async function switchCrash(value: "start" | "stop") {
	const button = `button[value=${value}]`;
	await (await admin.open("/mini-games")).submit(button, {}, { button });
}

it("an open page counts down to the stream, shows that it is live, and requests nothing from Twitch before a click", () =>
	journey(browser, site, { lang: "pt", width: 360, theme: "light" }, async (page) => {
		const requests: string[] = [];
		await page.context().route(/twitch\.tv/, (route) => {
			requests.push(route.request().url());
			return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
		});
		await (await admin.open("/settings")).submit("main form[enctype]", {
			TWITCH_CHANNEL: "navalhas",
			NEXT_STREAM: "2099-07-01T21:30",
		});
		await openPage(page, site, "/");
		const stream = page.getByTestId("stream");
		await expect.poll(() => page.getByTestId("countdown").innerText()).toMatch(/\d\d/);
		expect(await stream.locator("time").innerText(), "in Lisbon").toContain("21:30");

		await (await admin.open("/")).submit("[data-testid=stream-switch]");
		await stream.getByText("Em direto", { exact: true }).waitFor();
		await expect.poll(() => page.locator("iframe").count()).toBe(0);
		expect(requests).toEqual([]);
		await stream.getByRole("button").click();
		await expect
			.poll(() => requests)
			.toEqual(["https://player.twitch.tv/?channel=navalhas&parent=localhost&autoplay=true"]);
	}));

it("an open page fills a wide screen and follows live Crash and the running hunt to its result", () =>
	journey(browser, site, { lang: "pt", width: 1920 }, async (page) => {
		const hunts = openHunts(site);
		const huntId = hunts.add({ title: "Sexta-feira" });
		hunts.addSlot(huntId, "Wolf Gold", 100, 5000);
		hunts.addSlot(huntId, "Fruit Party", 100);
		hunts.close();
		await openPage(page, site, "/?index");
		expect((await page.locator(".home").boundingBox())?.width).toBeGreaterThan(1450);
		const hunt = page.getByTestId("home-hunt");
		await hunt.getByText("Sexta-feira").waitFor();
		await hunt.getByText("1 de 2 abertos").waitFor();
		expect(await page.locator("[data-testid=home-games] li").count()).toBe(2);

		await switchCrash("start");
		const crash = page.getByTestId("crash-now");
		for (const [phase, text] of [
			["waiting", /\w/],
			["flying", /^[\d.]+,\d\dx$/],
			["crashed", /\d,\d\dx/],
		] as const) {
			await crash
				.and(page.locator(`[data-phase=${phase}]`))
				.filter({ hasText: text })
				.waitFor();
		}
		await switchCrash("stop");

		await (await admin.open("/bonus-hunt/manage")).submit("#next-payout", { payout: 100 });
		await hunt.getByText("2 de 2 abertos").waitFor();
		await (await admin.open("/bonus-hunt/manage?ask=finish")).submit("[data-testid=form-finish]");
		await hunt.getByText("+50,00").waitFor();
	}));
