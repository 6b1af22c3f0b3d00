import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { kickEvents, twitchEvents } from "../../../demo/twitch-events.mjs";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import { alert, overflowOf } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { connectChannel, disconnectChannel } from "../../support/site/connect-channel";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;

/** The rules of the example content. */
const FOLLOW = 50;
const SUBSCRIPTION = 500;

beforeAll(async () => {
	const options = { platforms: {}, seed: true, env: { RATE_LIMIT_SCALE: "50" } };
	[site, browser] = await Promise.all([startSite(options), workerBrowser()]);
});
afterAll(() => site?.close());
afterEach(async () => {
	for (const platform of ["twitch", "kick"] as const) await disconnectChannel(site, platform);
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const panel = (page: Page, platform: string) => page.getByTestId(`channel-${platform}`);
const connect = (page: Page, platform: string) =>
	panel(page, platform).locator(`a[href="/settings/stream/${platform}"]`).click();
/** Answers the page of the platform. */
const decide = async (page: Page, decision: "allow" | "cancel") => {
	await page.locator(`button[value=${decision}]`).click();
	await page.waitForURL(`${site.origin}/settings/stream**`);
	await scriptsRun(page);
};

async function expectSound(page: Page) {
	expect(await axe(page)).toEqual([]);
	expect(await overflowOf(page)).toBe(0);
}

/** Reloads the page until it shows a text this number of times. */
const reloadedUntil = (page: Page, text: string, count: number) =>
	expect
		.poll(async () => {
			await page.reload();
			return page.getByText(text, { exact: true }).count();
		})
		.toBe(count);

describe.each(PAIRS)("the stream: $lang, scripts $scripts, $width px", (variant) => {
	const active = localized(variant, "ativa", "active");

	it("an admin connects Twitch, renews what has ended, and disconnects", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "admin", "/settings/stream");
			await scriptsRun(page);
			await panel(page, "twitch")
				.getByText(localized(variant, "Ainda não está ligado.", "Not connected yet."))
				.waitFor();
			// The environment sets both fields.
			expect(await page.getByTestId("form-twitch").getByRole("button").count()).toBe(0);
			await expectSound(page);

			await connect(page, "twitch");
			await decide(page, "cancel");
			await alert(page)
				.filter({ hasText: localized(variant, "não confirmou a ligação", "didn't confirm the connection") })
				.waitFor();
			await expectSound(page);

			await connect(page, "twitch");
			await decide(page, "allow");
			await page.getByText(localized(variant, "O canal está ligado.", "The channel is connected.")).waitFor();
			await panel(page, "twitch")
				.getByText(localized(variant, "Ligado como plateia", "Connected as plateia"))
				.waitFor();
			await reloadedUntil(page, active, 9);
			await scriptsRun(page);
			await expectSound(page);

			await site.platforms.twitch.revoke("channel.raid");
			await reloadedUntil(page, "authorization_revoked", 1);
			await scriptsRun(page);
			await panel(page, "twitch").locator("button[value=renew]").click();
			await expect.poll(() => page.getByText("authorization_revoked").count()).toBe(0);
			await reloadedUntil(page, active, 9);
			await scriptsRun(page);

			await panel(page, "twitch").locator("button[value=disconnect]").click();
			await page
				.getByText(localized(variant, "O canal já não está ligado.", "The channel is no longer connected."))
				.waitFor();
			await panel(page, "twitch")
				.getByText(localized(variant, "Ainda não está ligado.", "Not connected yet."))
				.waitFor();
			expect(site.platforms.twitch.subscriptions()).toEqual([]);
		}));

	it("what a viewer does earns points in the open page, and waits for somebody who signs in later", () =>
		journey(browser, site, variant, async (page) => {
			await connectChannel(site, "twitch");
			const [viewer, stranger] = [newPlayer(), newPlayer()];
			await signIn(page, site, viewer, "/help");
			await scriptsRun(page);
			expect(await number(page, "balance")).toBe(1000);
			const { twitch } = site.platforms;
			await twitch.emit(...(twitchEvents.follow(viewer, new Date()) as [string, object]), { copies: 2 });
			await twitch.emit(...(twitchEvents.follow(viewer, new Date()) as [string, object]));
			await expect
				.poll(async () => {
					if (!variant.scripts) await page.reload();
					return number(page, "balance");
				})
				.toBe(1000 + FOLLOW);
			await page.goto(`${site.origin}/points`);
			expect(await page.locator("tr", { hasText: `+${FOLLOW}` }).count()).toBe(1);

			await twitch.emit(...(twitchEvents.subscription(stranger) as [string, object]));
			const late = await newPage(browser, site.origin, variant);
			await signIn(late, site, stranger, "/notifications");
			const text = localized(
				variant,
				`Tinhas ${SUBSCRIPTION} pontos da Twitch à tua espera.`,
				`${SUBSCRIPTION} points from Twitch were waiting for you.`,
			);
			await expect
				.poll(async () => {
					await late.reload();
					return late.getByTestId("notice").filter({ hasText: text }).count();
				})
				.toBe(1);
			expect(await number(late, "balance")).toBe(1000 + SUBSCRIPTION);
			await scriptsRun(late);
			await expectSound(late);
			await late.context().close();
		}));
});

it("a link on another site does not begin to connect a channel", async () => {
	const cookie = await signInWithCookies(site, "admin");
	const begin = async (from: string) => {
		const headers = { cookie, "sec-fetch-site": from };
		const answer = await fetch(`${site.origin}/settings/stream/kick`, { headers, redirect: "manual" });
		return answer.headers.get("location") ?? "";
	};
	expect(await begin("cross-site")).toBe("/settings/stream");
	expect(await begin("same-origin")).toContain(site.platforms.origin);
});

it("an admin connects Kick, whose events wait for those who have signed in with Twitch", () =>
	journey(browser, site, { lang: "en", scripts: false }, async (page) => {
		await signIn(page, site, "admin", "/settings/stream");
		await connect(page, "kick");
		await decide(page, "allow");
		await panel(page, "kick").getByText("Connected as plateia").waitFor();
		expect(await panel(page, "kick").getByText("active", { exact: true }).count()).toBe(6);
		const viewer = newPlayer();
		const [sent] = await site.platforms.kick.emit(...(kickEvents.follow(viewer) as [string, object]));
		expect(sent?.statuses).toEqual([204]);
		await page.reload();
		await panel(page, "kick").getByText("Last message: ").waitFor();
		await expectSound(page);
	}));
