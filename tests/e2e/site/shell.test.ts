import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe, newPage } from "../../support/browser/browser";
import { journey, PAIRS, signIn, signOut } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { VISITOR_PAGES } from "../../support/data/access-table";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

const PAGES = [...VISITOR_PAGES, "/login/failed?reason=cancelled"];

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
		"is accessible in the $theme theme at $width px, without horizontal overflow or console messages",
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

describe.each(PAIRS)("the shell before sign-in: $lang, scripts $scripts, $width px", (variant) => {
	it("shows the age gate at the same URL until the visitor confirms their age", () =>
		journey(browser, site, { ...variant, ageVerified: false }, async (page) => {
			await open(page, "/fairness");
			await page
				.getByRole("heading", { name: variant.lang === "pt" ? "Aviso Legal" : "Legal notice" })
				.waitFor();
			expect(await page.getByRole("main").locator("h2").count()).toBe(0);
			await page.locator("button[name=ageVerified]").click();
			await page
				.getByRole("heading", { name: variant.lang === "pt" ? "Jogo justo" : "Fair play", level: 1 })
				.waitFor();
			expect(new URL(page.url()).pathname).toBe("/fairness");
		}));

	it("renders language and theme on the server, and keeps the choice", () =>
		journey(browser, site, variant, async (page) => {
			const answer = await open(page, "/");
			const html = await answer?.text();
			expect(html).toContain(`<html lang="${variant.lang}" class="dark"`);
			await scriptsRun(page);
			await page.locator("button[name=theme]").click();
			await expect.poll(() => rootClass(page)).toBe("light");
			const other = variant.lang === "pt" ? "en" : "pt";
			await page.locator(`button[name=language][value=${other}]`).click();
			await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(other);
			await page.reload();
			expect(await rootClass(page)).toBe("light");
			expect(await page.getByRole("main").innerText()).toContain(
				other === "en" ? "The channel's community home" : "A casa da comunidade do canal",
			);
		}));

	it("can be used with its navigation", () =>
		journey(browser, site, variant, async (page) => {
			await open(page, "/");
			const nav = page.locator("#site-navigation");
			if ((variant.width ?? 0) < 1024) {
				expect(await nav.isVisible()).toBe(false);
				await page.getByRole("button", { name: "Menu", exact: true }).click();
				await nav.getByRole("button").click();
				await expect.poll(() => nav.isVisible()).toBe(false);
				await page.getByRole("button", { name: "Menu", exact: true }).click();
			}
			await nav.getByRole("link", { name: variant.lang === "pt" ? "Minijogos" : "Mini Games" }).click();
			await page.waitForURL("**/mini-games");
			await nav.locator("[aria-current=page][href='/mini-games']").waitFor({ state: "attached" });
			if ((variant.width ?? 0) < 1024) await expect.poll(() => nav.isVisible()).toBe(false);
		}));
});

describe.each(PAIRS)("the shell with sign-in: $lang, scripts $scripts, $width px", (variant) => {
	it("signs in and out, with a message", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "bruno", "/mini-games");
			expect(new URL(page.url()).pathname).toBe("/mini-games");
			const signedIn = variant.lang === "pt" ? "Entraste na tua conta." : "You're signed in.";
			await page.getByText(signedIn).waitFor();
			await signOut(page);
			await page.waitForURL(`${site.origin}/`);
			expect(await page.getByTestId("balance").count()).toBe(0);
			await page.getByText(variant.lang === "pt" ? "Saíste da tua conta." : "You're signed out.").waitFor();
		}));

	it("redirects unknown URLs to the start page, with a message", () =>
		journey(browser, site, variant, async (page) => {
			await open(page, "/no/such/page?x=1");
			expect(page.url()).toBe(`${site.origin}/`);
			await page
				.getByText(variant.lang === "pt" ? "Essa página não existe" : "That page doesn't exist")
				.waitFor();
		}));

	it("redirects viewers from an admins' page to the start page, with a message", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "bruno", "/settings");
			expect(page.url()).toBe(`${site.origin}/`);
			await page
				.getByText(
					variant.lang === "pt" ? "Essa página é só para administradores." : "That page is for admins only.",
				)
				.waitFor();
		}));

	it("shows name and balance in the header, and the personal pages in its menu", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "bruno", "/fairness");
			const header = page.locator("header");
			expect(await page.getByTestId("username").isVisible()).toBe(true);
			expect(await page.getByTestId("balance").isVisible()).toBe(true);
			for (const name of ["language", "theme"]) {
				const box = await header.locator(`button[name=${name}]`).boundingBox();
				expect((box?.x ?? 0) + (box?.width ?? 9999), name).toBeLessThanOrEqual(variant.width);
			}
			const menu = page.locator("#account-menu");
			expect(await menu.isVisible()).toBe(false);
			await page.locator("button[popovertarget='account-menu']").focus();
			await page.keyboard.press("Enter");
			await menu.waitFor();
			await page.keyboard.press("Escape");
			await expect.poll(() => menu.isVisible()).toBe(false);
			for (const path of ["/points", "/points/orders", "/points/care", "/points/page"]) {
				await page.locator("button[popovertarget='account-menu']").click();
				await menu.locator(`a[href='${path}']`).click();
				await page.waitForURL(`${site.origin}${path}`);
				await expect.poll(() => menu.isVisible()).toBe(false);
			}
		}));

	it("shows the picture of the sign-in provider from its own address, and an initial without one", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "carla", "/fairness");
			const picture = page.locator("button[popovertarget='account-menu'] img");
			await expect
				.poll(async () => {
					await page.reload();
					return (await picture.count()) > 0 ? await picture.getAttribute("src") : undefined;
				})
				.toMatch(/^\/avatars\/[0-9a-f]{32}\.webp$/);
			await expect
				.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
				.toBe(160);
			await page.context().clearCookies({ name: "session" });
			await signIn(page, site, "bruno", "/fairness");
			expect(await picture.count()).toBe(0);
			expect(await page.locator("button[popovertarget='account-menu'] text").textContent()).toBe("B");
		}));

	it("leads visitors from a personal page to the sign-in and back", () =>
		journey(browser, site, variant, async (page) => {
			await open(page, "/points?after=x");
			await page.locator("button[name=name][value=bruno]").click();
			await page.waitForURL(`${site.origin}/points?after=x`);
		}));
});

describe.each(PAIRS.filter(({ width }) => width === 360))(
	"the shell on a phone: $lang, scripts $scripts",
	(variant) => {
		it("opens the navigation drawer over a game, and closes it by the link to the current page", () =>
			journey(browser, site, variant, async (page) => {
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
	},
);

it("files that do not exist have status 404, without a cookie", async () => {
	for (const [path, destination] of [
		["/assets/none.js", "document"],
		["/none.png", "image"],
		["/none.js", "script"],
	] as const) {
		const response = await fetch(site.origin + path, {
			headers: { "Sec-Fetch-Dest": destination },
			redirect: "manual",
		});
		expect([response.status, response.headers.getSetCookie()], path).toEqual([404, []]);
	}
});

describe("a page's tags for search engines and link previews", () => {
	const PREVIEWED = [
		"/",
		"/store",
		"/mini-games",
		"/mini-games/plinko",
		"/tournament",
		"/bonus-hunt",
		"/slots",
	];

	it.each(["pt", "en"] as const)("describe each page in its language: %s", async (lang) => {
		for (const path of PREVIEWED) {
			const html = await (
				await fetch(site.origin + path, { headers: { cookie: `age-verified=true; language=${lang}` } })
			).text();
			const content = (name: string) =>
				new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
			const address = site.origin + (path === "/tournament" ? "/mini-games" : path);
			expect(content("description"), path).toMatch(/.{20,}/);
			expect(content("og:description"), path).toBe(content("description"));
			expect(content("og:title"), path).toBeTruthy();
			expect(content("og:site_name"), path).toBe("Plateia");
			expect(content("og:locale"), path).toBe({ pt: "pt_PT", en: "en_GB" }[lang]);
			expect(content("og:url"), path).toBe(address);
			expect(content("og:image"), path).toBe(`${site.origin}/share.png`);
			expect(content("twitter:card"), path).toBe("summary_large_image");
			expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1], path).toBe(address);
		}
	});

	it("exclude the players' pages from search engines", async () => {
		const html = await (await fetch(`${site.origin}/players/nobody`)).text();
		expect(html).toContain('<meta name="robots" content="noindex"/>');
	});
});

describe("the menu for admins", () => {
	it.each([true, false])(
		"has their pages in a group that fits the screen and can be folded: scripts %s",
		(scripts) =>
			journey(browser, site, { lang: "en", scripts, width: 1280, height: 800 }, async (page) => {
				await signIn(page, site, "admin", "/");
				const group = page.getByTestId("admin-menu");
				const last = group.getByRole("link").last();
				const box = await last.boundingBox();
				expect((box?.y ?? 0) + (box?.height ?? 9999)).toBeLessThanOrEqual(800);
				await scriptsRun(page);
				await group.getByText("Admin", { exact: true }).click();
				await expect.poll(() => last.isVisible()).toBe(false);
				if (!scripts) return;
				await page.reload();
				await expect.poll(() => last.isVisible()).toBe(false);
				await group.getByText("Admin", { exact: true }).click();
				await expect.poll(() => last.isVisible()).toBe(true);
			}),
	);
});

it("the installed site shows the offline page while it has no connection, and recovers", async () => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	await open(page, "/fairness");
	// As in the installed site, whose display mode a test cannot choose.
	await page.evaluate(async () => {
		await navigator.serviceWorker.register("/sw.js");
		await navigator.serviceWorker.ready;
	});
	await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
	await page.context().setOffline(true);
	await open(page, "/store");
	await page.getByRole("heading", { name: "You're offline" }).waitFor();
	await page.getByRole("heading", { name: "Estás sem ligação" }).waitFor();
	const stored = await page.evaluate(async () => {
		const names = await caches.keys();
		const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
		return requests.flat().map(({ url }) => new URL(url).pathname);
	});
	expect(stored).toEqual(["/offline"]);
	await page.context().setOffline(false);
	await page.getByRole("link", { name: "Try again" }).click();
	await page.waitForURL(`${site.origin}/store`);
	await page.locator("#site-navigation").waitFor({ state: "attached" });
	await page.context().close();
});

describe("the shell with scripts", () => {
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
			const released = new Promise<void>((resolve) => {
				answer = resolve;
			});
			await page.route(`**${path}.data**`, async (route) => {
				await released;
				await route.continue();
			});
			await page.locator(`#site-navigation a[href='${path}']`).click();
			await page.getByText(text, { exact: true }).waitFor();
			answer();
			await page.waitForURL(`**${path}`);
			await page.getByText(text, { exact: true }).waitFor({ state: "detached" });
		}),
	);

	it("skips to the content, and returns the focus when a dialog is closed", () =>
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

	it("shows a viewer that their session was ended elsewhere, and continues as a visitor", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, "carla");
			const otherPage = await newPage(browser, site.origin);
			await otherPage.context().addCookies(await page.context().cookies());
			await otherPage.goto(site.origin);
			await signOut(otherPage);
			await otherPage.waitForURL(`${site.origin}/`);
			await otherPage.context().close();
			await open(page, "/mini-games");
			await page.getByText("Your session has ended.").waitFor();
			expect(await page.getByTestId("balance").count()).toBe(0);
		}));
});
