/** What only a browser shows of the shell around every page. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, expectQuiet, newPage } from "../support/browser/browser";
import {
	dialogHasFocus,
	focusedId,
	holdRequests,
	journey,
	openPage,
	signIn,
} from "../support/browser/journey";
import { scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { openShelf, type Shelf } from "../support/data/store-content";
import { visit } from "../support/http/visitor";
import { builtRoutes } from "../support/site/built-routes";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let browser: Browser;
let shelf: Shelf;

beforeAll(async () => {
	browser = await workerBrowser();
	shelf = openShelf(site);
});
afterAll(() => shelf.close());

const isNavigationVisible = (page: Page) => page.locator("#site-navigation").isVisible();
const openMenu = (page: Page) => page.getByRole("button", { name: "Menu", exact: true }).click();
/** The number of columns of the elements. */
const columnsOf = (page: Page, selector: string) =>
	page
		.locator(selector)
		.evaluateAll((cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().left))).size);

it("the menu has 300 px beside the page from 1024 px on, and is a drawer below; the store has 1, 2 or 3 columns", () =>
	journey(browser, site, { lang: "en", width: 1024 }, async (page) => {
		await openPage(page, site, "/fairness");
		const nav = page.locator("#site-navigation");
		expect((await nav.boundingBox())?.width).toBe(300);
		await page.setViewportSize({ width: 1023, height: 900 });
		await expect.poll(() => isNavigationVisible(page)).toBe(false);
		await openMenu(page);
		await expect.poll(async () => (await nav.boundingBox())?.x).toBe(0);
		expect((await nav.boundingBox())?.width).toBe(300);
		// The backdrop, the button, a link to another page and the link to the same page close the drawer.
		await page.mouse.click(900, 500);
		await expect.poll(() => isNavigationVisible(page)).toBe(false);
		await page.mouse.wheel(0, 400);
		await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
		expect((await page.locator("header").first().boundingBox())?.y, "the header stays visible").toBe(0);
		await openMenu(page);
		await nav.getByRole("button").first().click();
		await expect.poll(() => isNavigationVisible(page)).toBe(false);
		for (let time = 0; time < 2; time += 1) {
			await openMenu(page);
			await nav.locator("a[href='/mini-games']").click();
			await page.waitForURL("**/mini-games");
			await expect.poll(() => isNavigationVisible(page)).toBe(false);
		}
		// Over a game.
		await openPage(page, site, "/mini-games/plinko");
		await openMenu(page);
		await nav.locator("a[href='/store']").click();
		await page.waitForURL("**/store");

		for (let count = 0; count < 3; count += 1) shelf.add({ name: `Mug ${newPlayer()}` });
		await openPage(page, site, "/store?sort=newest");
		for (const [width, columns] of [
			[360, 1],
			[768, 2],
			[1440, 3],
		] as const) {
			await page.setViewportSize({ width, height: 900 });
			await expect.poll(() => columnsOf(page, "[data-item]"), { message: `${width}` }).toBe(columns);
		}
	}));

it("the header's menu, language and theme and the admins' group work at once, and the group stays folded", () =>
	journey(browser, site, { lang: "pt", width: 360, ageVerified: false }, async (page) => {
		await openPage(page, site, "/fairness");
		expect(await axe(page), "age gate").toEqual([]);
		await page.locator("button[name=ageVerified]").click();
		await page.getByRole("heading", { name: "Jogo justo", level: 1 }).waitFor();
		await signIn(page, site, "admin", "/fairness");
		for (const name of ["language", "theme"]) {
			const box = await page.locator(`header button[name=${name}]`).boundingBox();
			expect((box?.x ?? 0) + (box?.width ?? 9999), name).toBeLessThanOrEqual(360);
		}
		await page.locator("button[name=theme]").click();
		await expect.poll(() => page.locator("html").getAttribute("class")).toBe("light");
		await page.locator("button[name=language][value=en]").click();
		await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");

		const menu = page.locator("#account-menu");
		const opener = page.locator("button[popovertarget='account-menu']");
		await opener.press("Enter");
		await menu.waitFor();
		expect(await axe(page), "account menu").toEqual([]);
		await page.keyboard.press("Escape");
		await expect.poll(() => menu.isVisible()).toBe(false);
		await opener.click();
		await menu.locator("a[href='/points/care']").click();
		await page.waitForURL("**/points/care");
		await expect.poll(() => menu.isVisible()).toBe(false);

		await page.setViewportSize({ width: 1280, height: 800 });
		const group = page.getByTestId("admin-menu");
		const last = group.getByRole("link").last();
		const box = await last.boundingBox();
		expect((box?.y ?? 0) + (box?.height ?? 9999)).toBeLessThanOrEqual(800);
		await group.getByText("Admin", { exact: true }).click();
		await expect.poll(() => last.isVisible()).toBe(false);
		await page.reload();
		await scriptsRun(page);
		await expect.poll(() => last.isVisible()).toBe(false);
		await group.getByText("Admin", { exact: true }).click();
		await expect.poll(() => last.isVisible()).toBe(true);
	}));

it("the keyboard skips to the content, stays in a dialog and returns to its opener; developer keys are blocked", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await openPage(page, site, "/mini-games");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await expect.poll(() => focusedId(page)).toBe("content");
		await page.locator("#open-plinko").click();
		await page.locator("#open-info").click();
		await page.waitForURL("**/mini-games/plinko/info");
		await dialogHasFocus(page);
		for (let count = 0; count < 12; count += 1) {
			await page.keyboard.press("Tab");
			expect(await page.evaluate(() => document.activeElement?.closest("header, nav, footer"))).toBeNull();
		}
		await page.keyboard.press("Escape");
		await page.waitForURL("**/mini-games/plinko");
		await expect.poll(() => focusedId(page)).toBe("open-info");

		await openPage(page, site, "/fairness");
		const isPrevented = (selector: string, key?: Pick<KeyboardEventInit, "key" | "ctrlKey" | "shiftKey">) =>
			page
				.locator(selector)
				.first()
				.evaluate((element, init) => {
					const options = { bubbles: true, cancelable: true, ...init };
					const event = init ? new KeyboardEvent("keydown", options) : new MouseEvent("contextmenu", options);
					return !element.dispatchEvent(event);
				}, key);
		for (const key of [
			undefined,
			{ key: "F12" },
			{ key: "I", ctrlKey: true, shiftKey: true },
			{ key: "J", ctrlKey: true, shiftKey: true },
			{ key: "u", ctrlKey: true },
		])
			expect([key, await isPrevented("h1", key), await isPrevented("#round", key)]).toEqual([
				key,
				true,
				false,
			]);
		expect(await isPrevented("h1", { key: "c", ctrlKey: true })).toBe(false);
	}));

it("a page that is loading says so while the previous one is displayed", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await signIn(page, site, "admin", "/fairness");
		for (const [path, text] of [
			["/store", "Loading store..."],
			["/orders", "Loading orders..."],
			["/user-points", "Loading users..."],
			["/social", "Loading social links..."],
			["/bonus-hunt", "Loading…"],
		] as const) {
			const answer = await holdRequests(page, `**${path}.data**`);
			await page.locator(`#site-navigation a[href="${path}"]`).click();
			await page.getByText(text, { exact: true }).waitFor({ state: "attached" });
			answer();
			await page.waitForURL(`**${path}`);
			await page.getByText(text, { exact: true }).waitFor({ state: "detached" });
		}
	}));

/** What others do to a page before its scripts start. All run in the browser. */
const STRANGERS: Record<string, () => void> = {
	"a style that is there first": () =>
		new MutationObserver((_, observer) => {
			if (!document.head) return;
			observer.disconnect();
			document.head.append(document.createElement("foreign-node"));
		}).observe(document, { childList: true, subtree: true }),
	"a toolbar": () =>
		document.addEventListener("DOMContentLoaded", () =>
			document.body.prepend(document.createElement("foreign-node")),
		),
	"an icon at a field, and a translated text": () =>
		document.addEventListener("DOMContentLoaded", () => {
			document.querySelector("input[name=code]")?.after(document.createElement("b"));
			document.querySelector("h1")?.firstChild?.replaceWith(document.createElement("font"));
		}),
};

it("what others put into a page before its scripts start stays, without errors, and nothing typed is lost", async () => {
	for (const [stranger, act] of [
		...Object.entries(STRANGERS),
		["a proxy that rewrites", undefined] as const,
	]) {
		await journey(
			browser,
			site,
			{ lang: "en", width: 1440 },
			async (page) => {
				await signIn(page, site, "ana", "/help");
				const start = await holdRequests(page, "**/assets/*.js");
				if (act) await page.addInitScript(act);
				else {
					await page.route("**/claim", async (route) => {
						const response = await route.fetch();
						const body = (await response.text()).replace("</h1>", "!</h1>");
						await route.fulfill({ response, body });
					});
				}
				await page.goto(`${site.origin}/claim`, { waitUntil: "domcontentloaded" });
				const field = page.locator("main input[name=code]");
				await field.fill("festa");
				await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 3));
				start();
				await scriptsRun(page);
				expect(await field.inputValue(), stranger).toBe("festa");
				const selection = await field.evaluate((input: HTMLInputElement) => [
					document.activeElement === input,
					input.selectionStart,
					input.selectionEnd,
				]);
				expect(selection, stranger).toEqual([true, 1, 3]);
				const isThere = await page.locator("foreign-node").count();
				expect(isThere, stranger).toBe(stranger.startsWith("a style") || stranger === "a toolbar" ? 1 : 0);
			},
			act ? [] : [/Minified React error #(418|423|425)/],
		);
	}
});

it("a page of which a file cannot be loaded is opened as a document by a click, once, and works", async () => {
	const route = builtRoutes().find(({ id }) => id === "routes/analytics");
	for (const files of [[route?.module], route?.css ?? []]) {
		expect(files).not.toEqual([]);
		await journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				await signIn(page, site, "admin", "/help");
				const documents: string[] = [];
				page.on("request", (request) => {
					if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
				});
				for (const file of files) await page.route(`**${file}`, (blocked) => blocked.abort());
				await page.locator("#site-navigation a[href='/analytics']").click();
				await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
				expect([...new Set(documents)]).toEqual(["/analytics"]);
				await page.locator("#site-navigation a[href='/operations']").click();
				await page.getByRole("heading", { level: 1, name: "Site status" }).waitFor();
			},
			[/Failed to load resource/, /net::ERR_FAILED/],
		);
	}
});

it("in an older browser the scripts do not start, and the page works as without them", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await page.addInitScript(() => {
			Reflect.deleteProperty(Element.prototype, "role");
			Reflect.deleteProperty(HTMLElement.prototype, "popover");
		});
		await page.goto(`${site.origin}/fairness`, { waitUntil: "load" });
		expect(await page.evaluate(() => [window.pageStart?.isPlain, "__remixRouter" in window])).toEqual([
			true,
			false,
		]);
		await page.locator("main button.without-scripts").first().waitFor();
		await page.getByRole("button", { name: "Light theme" }).click({ noWaitAfter: true });
		await page.locator("html.light").waitFor({ state: "attached" });
		const menu = page.locator("#site-navigation");
		for (const isOpen of [true, false]) {
			await page.locator("header [popovertarget=site-navigation]").dispatchEvent("click");
			await expect
				.poll(async () => /popover-open/.test((await menu.getAttribute("class")) ?? ""))
				.toBe(isOpen);
		}
	}));

it("the installed site shows the offline page while it has no connection, and recovers", async () => {
	const page = await newPage(browser, site.origin, { lang: "en" });
	await page.goto(`${site.origin}/fairness`);
	// As in the installed site, whose display mode a test cannot choose.
	await page.evaluate(async () => {
		await (await caches.open("offline-earlier")).add("/offline");
		await navigator.serviceWorker.register("/sw.js");
		await navigator.serviceWorker.ready;
	});
	await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
	await page.context().setOffline(true);
	await page.goto(`${site.origin}/store`);
	await page.getByRole("heading", { name: "You're offline" }).waitFor();
	await page.getByRole("heading", { name: "Estás sem ligação" }).waitFor();
	const stored = await page.evaluate(async () => {
		const names = await caches.keys();
		const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
		return requests.flat().map(({ url }) => new URL(url).pathname);
	});
	expect(stored, "nothing else, and no earlier version").toEqual(["/offline"]);
	const unanswered = await page.evaluate(() => fetch("/store.data").catch(({ name }: Error) => name));
	expect(unanswered).toBe("TypeError");
	await page.context().setOffline(false);
	await page.getByRole("link", { name: "Try again" }).click();
	await page.waitForURL(`${site.origin}/store`);
	await page.locator("#site-navigation").waitFor({ state: "attached" });
	await page.context().close();
});

it("the scripts keep the reference of an error page, and show that of the data request after a navigation", async () => {
	shelf.run("alter table slots rename to slots_away");
	const page = await newPage(browser, site.origin, { lang: "en" });
	try {
		const response = await page.goto(`${site.origin}/slots?a=1`);
		const shown = page.getByText("Reference: ");
		await scriptsRun(page);
		const reference = await shown.innerText();
		expect((await response?.text())?.replaceAll("<!-- -->", "")).toContain(reference);
		await page.goto(`${site.origin}/store`);
		await page.getByRole("link", { name: "Slots", exact: true }).first().click();
		await shown.waitFor();
		expect(await shown.innerText()).toMatch(/Reference: [\w-]{36}/);
		expect(await shown.innerText()).not.toBe(reference);
		await expectQuiet(page, [/500/, /Unexpected Server Error/]);
	} finally {
		shelf.run("alter table slots_away rename to slots");
		await page.context().close();
	}
});

it("a page view is counted once, by a request or by a navigation, and a click on a link of the help page once", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const admin = await visit(site, { as: "admin" });
		const countsOf = async (event: string) => {
			// The page stores the counts so far.
			await admin.open("/analytics");
			const rows = shelf.all("select label, count from event_counts where event = ?", event);
			return (label: string) =>
				rows.filter((row) => row.label === label).reduce((sum, row) => sum + Number(row.count), 0);
		};
		const before = await countsOf("page_view");
		await openPage(page, site, "/bio");
		await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Store" }).click();
		await page.waitForURL("**/store");
		await page.getByRole("heading", { level: 1, name: "Store" }).waitFor();
		// A revalidation is not another page view.
		await page.getByRole("button", { name: "Light theme" }).click();
		await page.getByRole("button", { name: "Dark theme" }).waitFor();
		const after = await countsOf("page_view");
		expect(["/bio", "/store"].map((label) => after(label) - before(label))).toEqual([1, 1]);

		const clicks = async () => (await countsOf("resource_click"))("Gambling Therapy");
		const clicked = await clicks();
		const elsewhere = "https://www.gamblingtherapy.org/**";
		await page.context().route(elsewhere, (route) => route.fulfill({ body: "there" }));
		await openPage(page, site, "/help");
		const opened = page.waitForEvent("popup");
		await page.getByRole("link", { name: "Learn more" }).click();
		await (await opened).waitForURL(elsewhere);
		await expect.poll(clicks).toBe(clicked + 1);
	}));
