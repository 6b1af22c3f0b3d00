import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { BOTH_SCRIPTS, journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let shelf: Shelf;
let picture: Buffer;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
	shelf = openShelf(site);
	picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#c33a63" } })
		.png()
		.toBuffer();
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const REFUSED = [/status of 40[09]/];
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const form = (page: Page) => page.getByRole("dialog").locator("form");
const save = (page: Page) => form(page).locator("button[type=submit]");
const field = (page: Page, name: string) => form(page).locator(`#field-${name}`);
const item = (name: string) => shelf.all("select * from store_items where name = ?", name)[0] ?? {};
const openStore = async (page: Page) => {
	await signIn(page, site, "admin", "/store");
	await scriptsRun(page);
};
/** Without scripts, the user has to choose the file again after it was refused. */
const upload = { name: "photo.png", mimeType: "image/png" };

describe.each(PAIRS)("an admin of the store: $lang, scripts $scripts, $width px", (variant) => {
	it("sees validation errors, and adds an item with an uploaded image", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `Mug ${newPlayer()}`;
				await openStore(page);
				await page.locator("#add-item").click();
				await page.waitForURL("**/store/new");
				await scriptsRun(page);
				expect(await axe(page)).toEqual([]);
				await field(page, "name").fill(name);
				await field(page, "price").fill("1.000");
				await field(page, "stock").fill("7");
				await save(page).click();
				const digits = localized(variant, "só com algarismos", "digits only");
				await expect.poll(() => form(page).locator("#field-price-error").innerText()).toContain(digits);
				expect(await field(page, "price").inputValue(), "the typed value is kept").toBe("1.000");
				expect(await field(page, "name").inputValue()).toBe(name);
				expect(await axe(page)).toEqual([]);

				await field(page, "price").fill("1000");
				await field(page, "upload").setInputFiles({ ...upload, buffer: Buffer.from("<svg/>") });
				await save(page).click();
				const unreadable = localized(variant, "Não foi possível ler a imagem", "This picture can't be read");
				await expect.poll(() => form(page).locator("#field-upload-error").innerText()).toContain(unreadable);

				await field(page, "upload").setInputFiles({ ...upload, buffer: picture });
				await save(page).click();
				await page.waitForURL(/\/store(#item-|$)/);
				await page
					.getByText(localized(variant, "O item já está na loja.", "The item is now in the store."))
					.waitFor();
				const { id, price, stock, image } = item(name);
				expect([price, stock]).toEqual([1000, 7]);
				// The new card is in view; with scripts its name has the focus.
				await expect
					.poll(() =>
						page.locator(`#item-${id}`).evaluate((one) => {
							const { top, bottom } = one.getBoundingClientRect();
							return top >= 0 && bottom <= innerHeight;
						}),
					)
					.toBe(true);
				if (variant.scripts) await page.locator(`#item-${id}:focus`).waitFor();
				expect(image).toMatch(/^[0-9a-f]{32}\.webp$/);
				await page.locator(`[data-item="${id}"] img[src="/slot-images/${image}"]`).waitFor();
				const served = await page.request.get(`${site.origin}/slot-images/${image}`);
				expect(served.headers()).toMatchObject({
					"content-type": "image/webp",
					"cache-control": "public, max-age=31536000, immutable",
					"content-security-policy": "default-src 'none'; sandbox",
				});
			},
			REFUSED,
		));

	it("edits an item, disables it after a confirmation, and enables it again", () =>
		journey(browser, site, variant, async (page) => {
			const name = `Mug ${newPlayer()}`;
			const id = shelf.add({ name, stock: 5, price: 300 });
			await openStore(page);
			await page.locator(`#edit-${id}`).click();
			await page.waitForURL(`**/store/${id}/edit`);
			await scriptsRun(page);
			await field(page, "price").fill("250");
			await field(page, "question").fill("Which?");
			await field(page, "viewerLimit").fill("2");
			shelf.run(`update store_items set stock = stock - 1 where id = '${id}'`);
			await save(page).click();
			await page.waitForURL(/\/store(#item-|$)/);
			expect(item(name)).toMatchObject({
				price: 250,
				question: "Which?",
				viewer_limit: 2,
				stock: 4,
				revision: 2,
			});

			await page.locator(`#disable-${id}`).click();
			await page.waitForURL(`**/store/${id}/disable`);
			await scriptsRun(page);
			const question = localized(
				variant,
				"Tens a certeza de que queres desativar este item?",
				"Are you sure you want to disable this item?",
			);
			await page.getByText(question).waitFor();
			expect(await axe(page)).toEqual([]);
			await form(page)
				.getByRole("link", { name: localized(variant, "Cancelar", "Cancel") })
				.click();
			await page.waitForURL(/\/store(#item-|$)/);
			expect(item(name).status).toBe("active");
			await page.locator(`#disable-${id}`).click();
			await page.waitForURL(`**/store/${id}/disable`);
			await save(page).click();
			await page.waitForURL(/\/store(#item-|$)/);
			await page.getByText(localized(variant, "Item desativado.", "Item disabled.")).waitFor();
			expect(item(name).status).toBe("disabled");
			expect(await page.locator(`[data-item="${id}"]`).count()).toBe(0);
			expect(await axe(page)).toEqual([]);

			await page.getByTestId("disabled-item").filter({ hasText: name }).getByRole("link").click();
			await page.waitForURL(`**/store/${id}/edit`);
			await scriptsRun(page);
			expect(await save(page).innerText()).toBe(
				localized(variant, "Guardar e trazer de volta", "Save and bring back"),
			);
			await save(page).click();
			await page.waitForURL(/\/store(#item-|$)/);
			await page.locator(`[data-item="${id}"]`).waitFor();
			expect(item(name)).toMatchObject({ status: "active", stock: 4 });
		}));

	it("gives an item codes, whose number is its stock", () =>
		journey(browser, site, variant, async (page) => {
			const name = `Card ${newPlayer()}`;
			await openStore(page);
			await page.goto(`${site.origin}/store/new`);
			await scriptsRun(page);
			expect(await field(page, "codes").isVisible()).toBe(false);
			await field(page, "name").fill(name);
			await field(page, "price").fill("90");
			await form(page).locator("#item-has-codes").check();
			expect(await field(page, "stock").isVisible()).toBe(false);
			await field(page, "codes").fill("A-1\nB-2\nA-1\n\n");
			await save(page).click();
			await page.waitForURL(/\/store(#item-|$)/);
			const { id, stock } = item(name);
			expect(stock).toBe(2);
			await page.goto(`${site.origin}/store/${id}/edit`);
			await scriptsRun(page);
			await form(page).locator("#item-withdrawCodes").check();
			await field(page, "codes").fill("C-3\nD-4\nE-5");
			await save(page).click();
			await page.waitForURL(/\/store(#item-|$)/);
			expect(item(name).stock).toBe(3);
		}));
});

describe.each(BOTH_SCRIPTS)("the store with items of an admin: scripts $scripts", (variant) => {
	it("does not overwrite another admin's change, on every attempt", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `Mug ${newPlayer()}`;
				const id = shelf.add({ name });
				await openStore(page);
				await page.locator(`#edit-${id}`).click();
				await page.waitForURL("**/edit");
				await scriptsRun(page);
				shelf.edit(id, { price: 777 });
				await field(page, "description").fill("Mine");
				for (const attempt of [1, 2]) {
					await save(page).click();
					await scriptsRun(page);
					await expect
						.poll(() => page.getByRole("alert").innerText(), { message: `try ${attempt}` })
						.toContain("Another admin has changed this in the meantime");
				}
				expect(await field(page, "description").inputValue()).toBe("Mine");
				expect(item(name)).toMatchObject({ price: 777, description: "For tea" });
			},
			REFUSED,
		));

	it("shows an image from its URL, and a placeholder for one that does not load", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await page.route("https://pictures.example/**", (route) =>
					route.request().url().endsWith("good.png")
						? route.fulfill({ contentType: "image/png", body: picture })
						: route.fulfill({ status: 404 }),
				);
				const good = shelf.add({
					name: "Good",
					image: "https://pictures.example/good.png",
					price: 9_999_999,
				});
				const bad = shelf.add({
					name: "Bad",
					image: "https://pictures.example/bad.png",
					price: 9_999_998,
				});
				await openStore(page);
				const width = (id: string) =>
					page.locator(`[data-item="${id}"] img`).evaluate((image: HTMLImageElement) => image.naturalWidth);
				const source = page.locator(`[data-item="${good}"] img`);
				expect(await source.getAttribute("src")).toBe("https://pictures.example/good.png");
				if (variant.scripts) {
					await expect.poll(() => width(good)).toBe(1600);
					await expect.poll(() => page.locator(`[data-item="${bad}"] img`).count()).toBe(0);
				}
				shelf.run(`delete from store_items where id in ('${good}', '${bad}')`);
			},
			[/status of 404/],
		));
});

it("the image folder's URL serves no other files and only images", async () => {
	const fetchImage = (name: string) => fetch(`${site.origin}/slot-images/${name}`, { redirect: "manual" });
	for (const name of ["..%2Fsite.sqlite", "%2e%2e%2fsite.sqlite", "none.webp", "x.svg", "..webp"]) {
		expect((await fetchImage(name)).status, name).toBe(404);
	}
	const unreadable = await fetchImage("a%00.png");
	expect([unreadable.status, unreadable.headers.get("location")]).toEqual([302, "/"]);
});

it("redirects visitors from the admins' pages", async () => {
	const id = shelf.add();
	for (const path of ["/store/new", `/store/${id}/edit`, `/store/${id}/disable`]) {
		const response = await fetch(site.origin + path, {
			redirect: "manual",
			headers: { cookie: "age-verified=true" },
		});
		expect([response.status, response.headers.get("location")], path).toEqual([302, "/store"]);
	}
});

it("an admin reads the message about an action although a live event arrives before the page has loaded", () =>
	journey(browser, site, { lang: "en", scripts: true }, async (page) => {
		const id = shelf.add({ name: `Mug ${newPlayer()}`, stock: 5 });
		await openStore(page);
		await page.locator(`#disable-${id}`).click();
		await page.waitForURL(`**/store/${id}/disable`);
		let loads = 0;
		// The server has sent the message with the first answer, which arrives late.
		await page.route(/\/store\.data/, async (route) => {
			loads += 1;
			const response = await route.fetch();
			await page.waitForTimeout(loads === 1 ? 1000 : 0);
			await route.fulfill({ response }).catch(() => {});
		});
		await save(page).click();
		await page.getByText("Item disabled.").waitFor({ timeout: 10_000 });
		await expect.poll(() => loads, { message: "the event loads the page again" }).toBe(2);
		await page.unrouteAll({ behavior: "wait" });
	}));
