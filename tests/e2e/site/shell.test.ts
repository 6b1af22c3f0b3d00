import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe, newPage } from "../../support/browser/browser";
import { journey, PAIRS, signIn, WAYS } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

const PAGES = [
	"/",
	"/mini-games",
	"/tournament",
	"/mini-games/plinko",
	"/mini-games/plinko/info",
	"/mini-games/crash",
	"/mini-games/crash/info",
	"/mini-games/live-crash",
	"/mini-games/live-crash/info",
	"/store",
	"/slots",
	"/promotions",
	"/bonus-hunt",
	"/bonus-hunt/past",
	"/bonus-hunt/overlay",
	"/fairness",
	"/social",
	"/bio",
	"/help",
	"/terms",
	"/privacy",
	"/cookies",
	"/login/failed?reason=cancelled",
];

let site: Site;
let browser: Browser;

shareSite((shared) => {
	({ site, browser } = shared);
});

const open = (page: Page, path: string) => page.goto(site.origin + path);
const rootClass = (page: Page) => page.locator("html").getAttribute("class");

describe("every page", () => {
	it.each([
		{ theme: "dark", width: 360 },
		{ theme: "light", width: 1280 },
	] as const)(
		"in the $theme theme at $width px is accessible, cuts nothing off and has nothing to say",
		{ timeout: 240_000 },
		({ theme, width }) =>
			journey(browser, site, { theme, width }, async (page) => {
				for (const path of PAGES) {
					await open(page, path);
					await scriptsRun(page);
					expect(await axe(page), path).toEqual([]);
					const overflow = await page.evaluate(
						() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
					);
					expect(overflow, path).toBe(0);
				}
				await signIn(page, site, "ana", "/fairness");
				expect(await axe(page), "/fairness signed in").toEqual([]);
				await page.context().clearCookies({ name: "age-verified" });
				await open(page, "/");
				expect(await axe(page), "age gate").toEqual([]);
			}),
	);
});

describe.each(WAYS)("language $lang, scripts $scripts, $width px", (way) => {
	it("shows the age gate at the same URL until the visitor confirms their age", () =>
		journey(browser, site, { ...way, ageVerified: false }, async (page) => {
			await open(page, "/fairness");
			await page.getByRole("heading", { name: way.lang === "pt" ? "Aviso Legal" : "Legal Notice" }).waitFor();
			expect(await page.getByRole("main").locator("h2").count()).toBe(0);
			await page.locator("button[name=ageVerified]").click();
			await page
				.getByRole("heading", { name: way.lang === "pt" ? "Jogo justo" : "Fair play", level: 1 })
				.waitFor();
			expect(new URL(page.url()).pathname).toBe("/fairness");
		}));

	it("renders language and theme on the server, and keeps the choice", () =>
		journey(browser, site, way, async (page) => {
			const answer = await open(page, "/");
			const html = await answer?.text();
			expect(html).toContain(`<html lang="${way.lang}" class="dark"`);
			await scriptsRun(page);
			await page.locator("button[name=theme]").click();
			await expect.poll(() => rootClass(page)).toBe("light");
			const other = way.lang === "pt" ? "en" : "pt";
			await page.locator(`button[name=language][value=${other}]`).click();
			await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(other);
			await page.reload();
			expect(await rootClass(page)).toBe("light");
			expect(await page.getByRole("main").innerText()).toContain(
				other === "en" ? "The community home of the channel" : "A casa da comunidade do canal",
			);
		}));

	it("can be used by its navigation", () =>
		journey(browser, site, way, async (page) => {
			await open(page, "/");
			const nav = page.locator("#site-navigation");
			if ((way.width ?? 0) < 1024) {
				expect(await nav.isVisible()).toBe(false);
				await page.getByRole("button", { name: "Menu", exact: true }).click();
				await nav.getByRole("button").click();
				await expect.poll(() => nav.isVisible()).toBe(false);
				await page.getByRole("button", { name: "Menu", exact: true }).click();
			}
			await nav.getByRole("link", { name: way.lang === "pt" ? "Minijogos" : "Mini Games" }).click();
			await page.waitForURL("**/mini-games");
			await nav.locator("[aria-current=page][href='/mini-games']").waitFor({ state: "attached" });
			if ((way.width ?? 0) < 1024) await expect.poll(() => nav.isVisible()).toBe(false);
		}));
});

describe.each(PAIRS)("language $lang, scripts $scripts, $width px", (way) => {
	it("signs in and out, with a message", () =>
		journey(browser, site, way, async (page) => {
			await signIn(page, site, "bruno", "/mini-games");
			expect(new URL(page.url()).pathname).toBe("/mini-games");
			const signedIn = way.lang === "pt" ? "Entraste na tua conta." : "You are signed in.";
			await page.getByText(signedIn).waitFor();
			await page.locator("form[action='/logout'] button").click();
			await page.waitForURL(`${site.origin}/`);
			expect(await page.getByTestId("balance").count()).toBe(0);
			await page.getByText(way.lang === "pt" ? "Saíste da tua conta." : "You are signed out.").waitFor();
		}));

	it("redirects unknown URLs to the start page", () =>
		journey(browser, site, way, async (page) => {
			await open(page, "/no/such/page?x=1");
			expect(page.url()).toBe(`${site.origin}/`);
		}));
});

describe.each(WAYS.filter(({ width }) => width === 360))("on a phone: $lang, scripts $scripts", (way) => {
	it("opens its drawer over a game, and closes it by the link to the current page", () =>
		journey(browser, site, way, async (page) => {
			const nav = page.locator("#site-navigation");
			const menu = page.getByRole("button", { name: "Menu", exact: true });
			await open(page, "/mini-games");
			await menu.click();
			await nav.locator("a[href='/mini-games']").click();
			await expect.poll(() => nav.isVisible()).toBe(false);
			await open(page, "/mini-games/plinko");
			await menu.click();
			await nav.locator("a[href='/']").click();
			await page.waitForURL(`${site.origin}/`);
		}));
});

describe("with scripts", () => {
	it("blocks right-click and the developer shortcuts, except in form fields", () =>
		journey(browser, site, {}, async (page) => {
			await open(page, "/fairness");
			await scriptsRun(page);
			const prevented = (selector: string, event: string, init: object) =>
				page
					.locator(selector)
					.first()
					.evaluate(
						(element, { type, options }) =>
							!element.dispatchEvent(
								type === "contextmenu"
									? new MouseEvent(type, { bubbles: true, cancelable: true })
									: new KeyboardEvent(type, { bubbles: true, cancelable: true, ...options }),
							),
						{ type: event, options: init },
					);
			expect(await prevented("h1", "contextmenu", {})).toBe(true);
			expect(await prevented("#round", "contextmenu", {})).toBe(false);
			for (const key of [
				{ key: "F12" },
				{ key: "I", ctrlKey: true, shiftKey: true },
				{ key: "J", ctrlKey: true, shiftKey: true },
				{ key: "u", ctrlKey: true },
			]) {
				expect(await prevented("h1", "keydown", key)).toBe(true);
				expect(await prevented("#round", "keydown", key)).toBe(false);
			}
			expect(await prevented("h1", "keydown", { key: "c", ctrlKey: true })).toBe(false);
		}));

	it.each([
		["/store", "Loading store..."],
		["/orders", "Loading orders..."],
		["/user-points", "Loading users..."],
	])("shows that %s is loading: %s", (path, text) =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, "admin", "/");
			await scriptsRun(page);
			let answer = () => {};
			const asked = new Promise<void>((resolve) => {
				answer = resolve;
			});
			await page.route(`**${path}.data**`, async (route) => {
				await asked;
				await route.continue();
			});
			await page.locator(`#site-navigation a[href='${path}']`).click();
			await page.getByText(text, { exact: true }).waitFor();
			answer();
			await page.waitForURL(`**${path}`);
			await page.getByText(text, { exact: true }).waitFor({ state: "detached" });
		}),
	);

	it("skips to the content, and returns focus when a dialog is closed", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await open(page, "/mini-games");
			await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
			await scriptsRun(page);
			await page.locator("#open-plinko").click();
			await page.locator("#open-info").click();
			await page.waitForURL("**/mini-games/plinko/info");
			await page.locator("#dialog-over-title:focus").waitFor();
			for (let count = 0; count < 12; count += 1) {
				await page.keyboard.press("Tab");
				expect(await page.evaluate(() => document.activeElement?.closest("header, nav, footer"))).toBeNull();
			}
			await page.keyboard.press("Escape");
			await page.waitForURL("**/mini-games/plinko");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("open-info");
		}));

	it("tells a viewer that their session was ended elsewhere, and continues as a visitor", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, "carla");
			const stranger = await newPage(browser, site.origin);
			await stranger.context().addCookies(await page.context().cookies());
			await stranger.goto(site.origin);
			await stranger.locator("form[action='/logout'] button").click();
			await stranger.waitForURL(`${site.origin}/`);
			await stranger.context().close();
			await open(page, "/mini-games");
			await page.getByText("Your session has ended.").waitFor();
			expect(await page.getByTestId("balance").count()).toBe(0);
		}));
});
