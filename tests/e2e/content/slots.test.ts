import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { type CatalogueRows, HOSTILE, openCatalogueRows } from "../../support/data/catalogue-rows";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;
let rows: CatalogueRows;
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { RATE_LIMIT_SCALE: "50" } },
);
beforeAll(() => {
	rows = openCatalogueRows(site);
});
afterAll(() => rows?.close());

const REFUSED = [/status of 40[09]/];
const DEMO_HOST = "https://demogamesfree.pragmaticplay.net";
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const card = (page: Page, id: string) => page.locator(`[data-slot="${id}"]`);
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).locator(`#field-${name}`);
const save = (page: Page) => dialog(page).locator("form button[type=submit]");
const slotOf = (name: string) => rows.all("select * from slots where name = ?", name)[0] ?? {};
const WITH_SCRIPTS: PageOptions = { lang: "en", width: 1280 };
/** The page options of the form tests. */
const BOTH: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360 },
	{ lang: "en", scripts: false, width: 1280 },
];

/** A local page stands in for the demos, so that the tests do not contact the provider. */
const routeDemos = (page: Page) =>
	page
		.context()
		.route(`${DEMO_HOST}/**`, (route) =>
			route.fulfill({ contentType: "text/html", body: "<title>Demo</title><button>Spin</button>" }),
		);
const open = async (page: Page, path = "/slots") => {
	await routeDemos(page);
	await page.goto(site.origin + path);
	await scriptsRun(page);
};
/** Opens the page with a new slot. The page that visitors share may be a second old. */
const openWith = async (page: Page, id: string) => {
	await open(page);
	while ((await card(page, id).count()) === 0) await page.reload();
	await scriptsRun(page);
};
const openAsAdmin = async (page: Page, path = "/slots") => {
	await routeDemos(page);
	await signIn(page, site, "admin", path);
	await scriptsRun(page);
};

describe.each(PAIRS)("slot demos: $lang, scripts $scripts, $width px", (variant) => {
	it("open full-screen in a sandboxed frame, with a close link and a link to a new tab", () =>
		journey(browser, site, variant, async (page) => {
			const id = rows.addSlot({ name: "Wolf Gold" });
			await openWith(page, id);
			await page.getByRole("heading", { level: 1, name: "Slots Pragmatic Play (Demos)" }).waitFor();
			expect(await card(page, id).innerText()).toContain("Howls at the moon");
			expect(await axe(page)).toEqual([]);
			await card(page, id).getByRole("link").click();
			await page.waitForURL(`**/slots/${id}/play`);
			const frame = dialog(page).locator("iframe");
			await frame.waitFor();
			expect(await frame.getAttribute("src")).toBe(`${DEMO_HOST}/gs2c/openGame.do?gameSymbol=wolf`);
			expect(await frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-popups");
			expect(await frame.getAttribute("allow")).toBe("fullscreen; autoplay");
			await frame.contentFrame().getByRole("button", { name: "Spin" }).waitFor();
			const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
			expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
			expect(await axe(page)).toEqual([]);

			const newTab = dialog(page).getByRole("link", {
				name: localized(variant, "Abrir num separador novo", "Open in a new tab"),
			});
			expect(await newTab.getAttribute("href")).toBe(await frame.getAttribute("src"));
			expect(await newTab.getAttribute("target")).toBe("_blank");
			expect(await newTab.getAttribute("rel")).toBe("noopener noreferrer");

			await page.reload();
			await dialog(page).getByRole("heading", { name: "Wolf Gold" }).waitFor();
			await scriptsRun(page);
			await dialog(page)
				.getByRole("link", { name: localized(variant, "Fechar a demo", "Close the demo") })
				.click();
			await page.waitForURL("**/slots");
			await expect.poll(() => dialog(page).count()).toBe(0);
		}));
});

describe("a slot demo with scripts", () => {
	it("traps the focus, closes on Escape and on the back button, and returns the focus", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			const id = rows.addSlot();
			await openWith(page, id);
			await page.locator(`#play-${id}`).focus();
			await page.keyboard.press("Enter");
			await page.locator("#demo-title:focus").waitFor();
			const outside = () =>
				page.evaluate(() => {
					const { activeElement } = document;
					return activeElement !== document.body && !activeElement?.closest("dialog");
				});
			for (let presses = 0; presses < 6; presses++) {
				await page.keyboard.press("Tab");
				expect(await outside(), `after ${presses + 1} times`).toBe(false);
			}
			await page
				.getByRole("link", { name: "Plateia" })
				.evaluateAll((links: HTMLElement[]) => links[0]?.focus());
			expect(await outside(), "elements behind the dialog cannot be focused").toBe(false);

			await dialog(page).getByRole("link", { name: "Close the demo" }).focus();
			await page.keyboard.press("Escape");
			await page.waitForURL("**/slots");
			await page.locator(`#play-${id}:focus`).waitFor();

			await card(page, id).getByRole("link").click();
			await page.waitForURL("**/play");
			await dialog(page).locator("iframe").waitFor();
			await page.goBack();
			await page.waitForURL("**/slots");
			await expect.poll(() => dialog(page).count()).toBe(0);
		}));

	it("counts as play_demo each time it is opened, but not behind the age gate or on revalidation", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			const name = `Counted ${crypto.randomUUID()}`;
			const id = rows.addSlot({ name });
			const gated = await newPage(browser, site.origin, { ...WITH_SCRIPTS, ageVerified: false });
			await gated.goto(`${site.origin}/slots/${id}/play`);
			await gated.getByRole("heading", { name: "Legal notice" }).waitFor();
			await gated.context().close();

			await openWith(page, id);
			await card(page, id).getByRole("link").click();
			await dialog(page).locator("iframe").waitFor();
			await dialog(page).getByRole("link", { name: "Close the demo" }).click();
			await page.waitForURL("**/slots");
			await page.goto(`${site.origin}/slots/${id}/play`);
			await dialog(page).locator("iframe").waitFor();
			const counted = () => rows.countOf("play_demo", `${name} · Pragmatic Play`);
			await expect.poll(counted, { timeout: 20_000 }).toBe(2);
		}));
});

describe("the slots page", () => {
	it("has 1, 2 or 4 columns depending on the width, and shows a loading message", () =>
		journey(browser, site, { lang: "en", width: 360 }, async (page) => {
			for (const name of ["A", "B", "C", "D"]) rows.addSlot({ name });
			await open(page);
			const columns = () =>
				page
					.locator("[data-slot]")
					.first()
					.evaluate((first) => {
						const grid = first.parentElement;
						return grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 0;
					});
			for (const [width, count] of [
				[360, 1],
				[768, 2],
				[1440, 4],
			] as const) {
				await page.setViewportSize({ width, height: 900 });
				expect(await columns(), `${width} px`).toBe(count);
			}
			await page.goto(`${site.origin}/help`);
			await scriptsRun(page);
			await page.route("**/slots.data*", async (route) => {
				await page.getByText("Loading slots...").waitFor();
				await route.continue();
			});
			await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Slots" }).click();
			await page.waitForURL("**/slots");
		}));

	it("shows admins' texts as plain text, hides an image that does not load, and has no horizontal overflow", () =>
		journey(
			browser,
			site,
			{ lang: "en", width: 360 },
			async (page) => {
				const name = HOSTILE.join(" ");
				const id = rows.addSlot({
					name,
					provider: "W".repeat(60),
					description: `${HOSTILE.join("\n")}\n${"W".repeat(500)}`,
					image: "https://pictures.example/gone.png",
				});
				await page.route("https://pictures.example/**", (route) => route.fulfill({ status: 404 }));
				page.on("dialog", () => expect.unreachable("an injected script has run"));
				await openWith(page, id);
				expect(await card(page, id).getByRole("heading").innerText()).toContain(name);
				await expect.poll(() => card(page, id).locator("img").count()).toBe(0);
				expect(await card(page, id).locator("script").count()).toBe(0);
				const tooWide = () =>
					page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
				expect(await tooWide()).toBe(0);
				expect(await axe(page)).toEqual([]);
				await card(page, id).getByRole("link").click();
				await dialog(page).locator("iframe").waitFor();
				expect(await dialog(page).getByRole("heading").innerText()).toBe(name);
				expect(await tooWide()).toBe(0);
				rows.run("delete from slots where id = ?", id);
			},
			[/status of 404/],
		));

	it("frames only the configured hosts, and links to demos that it may not frame", async () => {
		const policy = (await fetch(`${site.origin}/slots`)).headers.get("content-security-policy");
		expect(policy).toContain(`frame-src https://www.instagram.com ${DEMO_HOST};`);
		await journey(browser, site, WITH_SCRIPTS, async (page) => {
			const id = rows.addSlot({ demo_url: "https://elsewhere.example/demo" });
			await open(page, `/slots/${id}/play`);
			await page.getByText("This demo can't be shown here. Open it in a new tab.").waitFor();
			expect(await page.locator("iframe").count()).toBe(0);
			const link = dialog(page).getByRole("link", { name: "Open in a new tab" });
			expect(await link.getAttribute("href")).toBe("https://elsewhere.example/demo");
			rows.run("delete from slots where id = ?", id);
			await page.goto(`${site.origin}/slots/${id}/play`);
			expect(new URL(page.url()).pathname, "a deleted slot").toBe("/slots");
		});
	});
});

describe.each(BOTH)("an admin of slots: $lang, scripts $scripts, $width px", (variant) => {
	it("sees validation errors, adds a slot with an image, edits it, and deletes it after a confirmation", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `Slot ${crypto.randomUUID()}`;
				await openAsAdmin(page);
				await page.getByRole("link", { name: localized(variant, "Adicionar slot", "Add Slot") }).click();
				await page.waitForURL("**/slots/new");
				await scriptsRun(page);
				expect(await axe(page)).toEqual([]);
				await field(page, "name").fill(name);
				await field(page, "image").fill("javascript:alert(1)");
				await field(page, "demoUrl").fill("javascript:alert(1)");
				await save(page).click();
				const https = localized(variant, "comece por https://", "starts with https://");
				await expect.poll(() => dialog(page).locator("#field-demoUrl-error").innerText()).toContain(https);
				expect(await dialog(page).locator("#field-image-error").innerText()).not.toBe("");
				expect(await field(page, "name").inputValue(), "the typed value is kept").toBe(name);

				await field(page, "image").fill("");
				await field(page, "demoUrl").fill("https://elsewhere.example/demo");
				await save(page).click();
				const host = "demogamesfree.pragmaticplay.net";
				await expect.poll(() => dialog(page).locator("#field-demoUrl-error").innerText()).toContain(host);
				expect(await axe(page)).toEqual([]);

				await field(page, "demoUrl").fill(`${DEMO_HOST}/x`);
				const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#c33a63" } })
					.png()
					.toBuffer();
				await field(page, "upload").setInputFiles({ name: "wolf.png", mimeType: "image/png", buffer });
				await save(page).click();
				await page.waitForURL("**/slots");
				await page
					.getByText(localized(variant, "A slot está na página.", "The slot is on the page."))
					.waitFor();
				const { id, image } = slotOf(name);
				expect(image).toMatch(/^[0-9a-f]{32}\.webp$/);
				await card(page, String(id)).locator(`img[src="/slot-images/${image}"]`).waitFor();

				await page.locator(`#edit-${id}`).click();
				await page.waitForURL(`**/slots/${id}/edit`);
				await scriptsRun(page);
				expect(await save(page).innerText()).toBe(localized(variant, "Guardar alterações", "Save Changes"));
				await field(page, "description").fill("Mine");
				await save(page).click();
				await page.waitForURL("**/slots");
				await card(page, String(id)).getByText("Mine").waitFor();
				expect(slotOf(name)).toMatchObject({ description: "Mine", image, revision: 2 });

				await page.locator(`#edit-${id}`).click();
				await page.waitForURL(`**/slots/${id}/edit`);
				await dialog(page)
					.getByRole("link", { name: localized(variant, "Eliminar", "Delete"), exact: true })
					.click();
				await page.waitForURL(`**/slots/${id}/delete`);
				const question = localized(
					variant,
					"Tens a certeza de que queres eliminar esta slot?",
					"Are you sure you want to delete this slot?",
				);
				await page.getByText(question).waitFor();
				expect(await axe(page)).toEqual([]);
				await dialog(page)
					.getByRole("link", { name: localized(variant, "Cancelar", "Cancel") })
					.click();
				await page.waitForURL(`**/slots/${id}/edit`);
				expect(slotOf(name).id).toBe(id);
				await page.goto(`${site.origin}/slots/${id}/delete`);
				await scriptsRun(page);
				await save(page).click();
				await page.waitForURL("**/slots");
				await page.getByText(localized(variant, "Slot eliminada.", "Slot deleted.")).waitFor();
				expect(slotOf(name)).toEqual({});
				const logged = rows.all("select action from admin_changes where subject = ? order by id", id ?? null);
				expect(logged.map(({ action }) => action)).toEqual(["slot.add", "slot.edit", "slot.delete"]);
			},
			REFUSED,
		));

	it("returns from each dialog to the same list", () =>
		journey(browser, site, variant, async (page) => {
			const name = `Zebra ${crypto.randomUUID()}`;
			const query = "?q=zebra&sort=name";
			const isAt = (path: string) =>
				page.waitForURL((url) => url.pathname === path && url.search === query, { waitUntil: "commit" });
			const openDialog = async (selector: string, path: string) => {
				await page.locator(selector).click();
				await isAt(path);
				await dialog(page).waitFor();
				await scriptsRun(page);
			};
			const hrefs = () =>
				dialog(page)
					.getByRole("link", { name: /^(Fechar|Close|Cancelar|Cancel)$/ })
					.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
			await openAsAdmin(page, `/slots${query}`);
			await openDialog("#add-slot", "/slots/new");
			expect(await hrefs()).toEqual([`/slots${query}`, `/slots${query}`]);
			await field(page, "name").fill(name);
			await field(page, "demoUrl").fill(`${DEMO_HOST}/x`);
			await save(page).click();
			await isAt("/slots");
			await page.locator("[data-slot]").waitFor();
			const id = String(slotOf(name).id);

			await openDialog(`#edit-${id}`, `/slots/${id}/edit`);
			expect(await hrefs()).toEqual([`/slots${query}`, `/slots${query}`]);
			await save(page).click();
			await isAt("/slots");
			await openDialog(`#edit-${id}`, `/slots/${id}/edit`);
			await openDialog(`#delete-${id}`, `/slots/${id}/delete`);
			expect(await hrefs()).toEqual([`/slots${query}`, `/slots/${id}/edit${query}`]);
			if (variant.scripts) {
				await page.keyboard.press("Escape");
				await isAt("/slots");
				await openDialog(`#edit-${id}`, `/slots/${id}/edit`);
				await openDialog(`#delete-${id}`, `/slots/${id}/delete`);
			}
			await save(page).click();
			await isAt("/slots");
			await expect.poll(() => slotOf(name)).toEqual({});
		}));

	it("does not overwrite another admin's change, and keeps the typed values", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `Slot ${crypto.randomUUID()}`;
				const id = rows.addSlot({ name });
				await openAsAdmin(page, `/slots/${id}/edit`);
				rows.run("update slots set description = 'Theirs', revision = 2 where id = ?", id);
				await field(page, "description").fill("Mine");
				await save(page).click();
				const conflict = localized(
					variant,
					"outro administrador alterou isto",
					"Another admin has changed this",
				);
				await expect.poll(() => dialog(page).getByRole("alert").innerText()).toContain(conflict);
				expect(await field(page, "description").inputValue()).toBe("Mine");
				expect(slotOf(name)).toMatchObject({ description: "Theirs", revision: 2 });
			},
			REFUSED,
		));
});

it("saving a slot shows 'Saving...' and acts once when the button is pressed repeatedly", () =>
	journey(browser, site, WITH_SCRIPTS, async (page) => {
		const name = `Slot ${crypto.randomUUID()}`;
		await openAsAdmin(page, "/slots/new");
		await field(page, "name").fill(name);
		await field(page, "demoUrl").fill(`${DEMO_HOST}/x`);
		await page.route("**/slots/new.data*", async (route) => {
			if (route.request().method() === "POST") await dialog(page).getByText("Saving...").waitFor();
			await route.continue();
		});
		await save(page).dblclick();
		await page.waitForURL("**/slots");
		expect(rows.all("select id from slots where name = ?", name)).toHaveLength(1);
	}));

it("an admin opens a demo from its card, next to the edit button", () =>
	journey(browser, site, WITH_SCRIPTS, async (page) => {
		const id = rows.addSlot();
		await openAsAdmin(page);
		await page.locator(`#edit-${id}`).waitFor();
		await card(page, id).getByRole("heading").click();
		await page.waitForURL(`**/slots/${id}/play`);
		await dialog(page).locator("iframe").waitFor();
	}));
