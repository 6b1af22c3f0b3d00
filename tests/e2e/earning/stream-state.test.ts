import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { authorize, kickClient, startPlatforms, twitchClient } from "../../support/platforms";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

/** A title of the maximum length, in which no line can break. */
const TITLE = `<b>${"W".repeat(137)}`;

let site: Site;
let browser: Browser;
let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let cookie: string;

beforeAll(async () => {
	platforms = await startPlatforms({ now: () => new Date() });
	const env = {
		...{ PLATFORM_ORIGIN: platforms.origin, RATE_LIMIT_SCALE: "50" },
		...{ TWITCH_CLIENT_ID: twitchClient.id, TWITCH_CLIENT_SECRET: twitchClient.secret },
		...{ KICK_CLIENT_ID: kickClient.id, KICK_CLIENT_SECRET: kickClient.secret },
	};
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
	cookie = await signInWithCookies(site, "admin");
	await connect();
});
afterAll(async () => {
	await site?.close();
	await platforms?.close();
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const get = (path: string, cookies: string) =>
	fetch(site.origin + path, { headers: { cookie: cookies }, redirect: "manual" });

/** Connects the channel of Twitch, as its owner does in the browser. */
async function connect() {
	const path = "/settings/stream/twitch";
	const begun = await get(path, cookie);
	const set = begun.headers.getSetCookie().map((one) => one.split(";")[0]);
	const answer = await authorize(begun.headers.get("location") ?? "");
	const connected = await get(`${path}?${answer}`, [cookie, ...set].join("; "));
	expect(connected.headers.get("location")).toBe("/settings/stream");
}

const post = (path: string, fields: Record<string, string>) =>
	fetch(site.origin + path, {
		method: "POST",
		headers: { cookie, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(fields),
		redirect: "manual",
	});

/** Starts or ends the stream of Twitch, and lets the site read its state. */
async function setLive(isLive: boolean) {
	await (isLive ? platforms.goLive({ chatters: 1234, title: TITLE }) : platforms.goOffline());
	expect((await post("/settings/stream", { platform: "twitch", intent: "renew" })).status).toBeLessThan(400);
}

/** Opens the page until it contains the last change: visitors share pages for a second. */
const openUntil = (page: Page, path: string, holds: () => Promise<boolean>) =>
	expect
		.poll(async () => {
			await page.goto(site.origin + path);
			return holds();
		})
		.toBe(true);

async function expectSound(page: Page) {
	expect([await axe(page), await overflowOf(page)]).toEqual([[], 0]);
}

describe.each(PAIRS)("the stream of a connected channel: $lang, scripts $scripts, $width px", (variant) => {
	it("is shown to visitors with its title and viewers, on the home page and in the lobby", () =>
		journey(browser, site, variant, async (page) => {
			await setLive(true);
			const details = page.getByTestId("stream-details");
			for (const path of ["/", "/mini-games"]) {
				await openUntil(page, path, async () => (await details.count()) === 1);
				const text = await details.innerText();
				expect(text).toContain(TITLE);
				expect(text).toMatch(
					variant.lang === "pt"
						? /Slots · Desde as \d\d:\d\d · 1\u00a0234 espectadores/
						: /Slots · Since \d\d:\d\d · 1,234 viewers/,
				);
				await expectSound(page);
			}
			await scriptsRun(page);
			await setLive(false);
			// An open page changes by itself.
			if (!variant.scripts) await openUntil(page, "/mini-games", async () => (await details.count()) === 0);
			await details.waitFor({ state: "detached" });
			expect(await page.getByTestId("stream-line").count()).toBe(0);
		}));

	it("cannot be switched by hand, and is on the operations page", () =>
		journey(browser, site, variant, async (page) => {
			await setLive(true);
			await signIn(page, site, "admin", "/");
			const stream = page.getByTestId("stream");
			await stream
				.getByText(
					localized(
						variant,
						"A Twitch diz ao site quando estás em direto.",
						"Twitch tells the site when you're live.",
					),
				)
				.waitFor();
			expect(await page.getByTestId("stream-switch").count()).toBe(0);
			await expectSound(page);
			await page.goto(`${site.origin}/operations`);
			const metric = (id: string) => page.locator(`[data-metric=${id}]`).innerText();
			expect(await metric("streamTitle")).toBe(TITLE);
			expect(await metric("streamViewers")).toMatch(/^1[\u00a0,]234$/);
			expect([await metric("twitch"), await metric("kick")]).toEqual([
				localized(variant, "Ligado", "Connected"),
				localized(variant, "Não ligado", "Not connected"),
			]);
			await expectSound(page);
		}));
});

it("a form that was opened before the channel was connected switches nothing", async () => {
	const refused = await post("/?index", { intent: "start" });
	expect(refused.status).toBe(409);
	expect(await refused.text()).toMatch(/Um canal ligado diz ao site|A connected channel tells the site/);
});
