import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { BOTH_SCRIPTS, journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { type CatalogueRows, openCatalogueRows } from "../../support/data/catalogue-rows";
import { openHunts } from "../../support/data/hunt-rows";
import { addItem, addOrder } from "../../support/data/store-rows";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;
let rows: CatalogueRows;
let hunts: ReturnType<typeof openHunts>;
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { RATE_LIMIT_SCALE: "50" } },
);
beforeAll(() => {
	rows = openCatalogueRows(site);
	hunts = openHunts(site);
});
afterAll(() => {
	rows?.close();
	hunts?.close();
});

const REFUSED = [/status of 40[09]/];
const question = (page: Page) => page.locator("dialog[open]");
const notice = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
/** The focused element: its id, or its text. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const { activeElement: one } = document;
		if (!one || one === document.body) return "nothing";
		return one.id || (one as HTMLElement).innerText || one.tagName;
	});
const isInView = (page: Page, selector: string) =>
	page.locator(selector).evaluate((one) => {
		const { top, bottom } = one.getBoundingClientRect();
		return top >= 0 && bottom <= innerHeight;
	});
const openAsAdmin = async (page: Page, path: string) => {
	await signIn(page, site, "admin", path);
	await scriptsRun(page);
};
const open = async (page: Page, path: string) => {
	await page.goto(site.origin + path);
	await scriptsRun(page);
};

async function withDb<Result>(act: (db: ReturnType<typeof openDatabase>) => Promise<Result>) {
	const db = openDatabase(site.databaseUrl);
	try {
		return await act(db);
	} finally {
		await db.destroy();
	}
}

async function addOrders(count: number): Promise<string[]> {
	const viewer = newPlayer();
	await signInWithCookies(site, viewer);
	return withDb(async (db) => {
		const { id } = await db
			.selectFrom("users")
			.select("id")
			.where("twitch_username", "=", viewer)
			.executeTakeFirstOrThrow();
		const itemId = await addItem(db, `Mug ${viewer}`, { price: 10 });
		const ids: string[] = [];
		for (let n = 0; n < count; n++) {
			ids.push(await addOrder(db, id, itemId, { at: new Date(Date.now() - n * 1000) }));
		}
		return ids;
	});
}

describe("the keyboard focus", () => {
	it("stays near a decided order, and goes to the next one if the row leaves the table", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			const [first = "", second = "", third = ""] = await addOrders(3);
			await openAsAdmin(page, "/orders");
			const decide = async (id: string) => {
				await page.locator(`#approve-${id}`).press("Enter");
				await page.locator("#dialog-over-title:focus").waitFor();
				await page.getByTestId("decide").locator("button[name=intent]").press("Enter");
				await notice(page, "Order approved.");
			};
			await decide(first);
			await expect.poll(() => focused(page)).toBe(`order-${first}`);
			await open(page, "/orders?status=created");
			await decide(second);
			await expect
				.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.dataset.order))
				.toBe(third);
			await decide(third);
			await expect.poll(() => focused(page)).toBe("Orders");
		}));

	it("is not lost when an item is disabled, a slot is deleted or settings are saved", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			const [kept, deleted] = [rows.addSlot({ name: "Kept" }), rows.addSlot({ name: "Deleted" })];
			await withDb((db) => addItem(db, `Cap ${newPlayer()}`));
			await openAsAdmin(page, "/store");
			await page.locator("a[href$='/disable']").first().press("Enter");
			await page.locator("#dialog-over-title:focus").waitFor();
			await page.getByRole("dialog").locator("button[type=submit]").press("Enter");
			await notice(page, "Item disabled.");
			await expect.poll(() => focused(page)).not.toBe("nothing");

			await open(page, "/slots");
			await page.locator(`#edit-${deleted}`).press("Enter");
			await page.locator(`#delete-${deleted}`).press("Enter");
			await page.waitForURL("**/delete");
			await page.locator("#dialog-over-title:focus").waitFor();
			await page.getByRole("dialog").locator("button[type=submit]").press("Enter");
			await notice(page, "Slot deleted.");
			await expect.poll(() => focused(page)).not.toBe("nothing");
			expect(rows.all("select id from slots where id = ?", kept)).toHaveLength(1);

			await open(page, "/settings");
			await page.locator("#field-name").fill(`Praça ${newPlayer()}`);
			await page.locator("#save-settings").press("Enter");
			await notice(page, "Settings saved.");
			await expect.poll(() => focused(page)).toBe("save-settings");
		}));

	it("is not lost in the preview of an import, and at the end of a hunt", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			await openAsAdmin(page, "/user-points/import");
			await page.locator("textarea").fill("username,points\nadmin,1500");
			await page.locator("button[value=preview]").press("Enter");
			await page.locator("button[value=import]").waitFor();
			await expect.poll(() => focused(page)).toBe("Import points");

			hunts.finishAll();
			const hunt = hunts.add({ title: "Saturday" });
			hunts.addSlot(hunt, "Wolf", 100, 200);
			await open(page, "/bonus-hunt/manage");
			await page.getByRole("link", { name: "Finish the hunt" }).press("Enter");
			await page.getByTestId("form-finish").waitFor();
			await expect.poll(() => focused(page)).toBe("finish");
			await page.getByTestId("form-finish").locator("button").press("Enter");
			await page.waitForURL(`**/bonus-hunt/past/${hunt}`);
			await expect.poll(() => focused(page)).toBe("Saturday");
		}));
});

describe.each(PAIRS)("a refused form: $lang, scripts $scripts, $width px", (variant) => {
	it("has the focus in its first faulty field, in view", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await openAsAdmin(page, "/slots/new");
				await page.locator("#field-name").fill("Wolf");
				await page.locator("#field-demoUrl").fill("http://demogamesfree.pragmaticplay.net/wolf");
				await page.getByRole("dialog").locator("button[type=submit]").click();
				await expect.poll(() => page.locator("#field-demoUrl-error").innerText()).not.toBe("");
				await expect.poll(() => focused(page)).toBe("field-demoUrl");
				expect(await isInView(page, "#field-demoUrl")).toBe(true);

				await page.goto(`${site.origin}/store/new`);
				await scriptsRun(page);
				await page.getByRole("dialog").locator("button[type=submit]").click();
				await expect.poll(() => page.locator("#field-name-error").innerText()).not.toBe("");
				await expect.poll(() => focused(page)).toBe("field-name");

				await page.goto(`${site.origin}/settings`);
				await scriptsRun(page);
				await page.locator("#field-contactEmail").fill("nobody");
				await page.locator("#save-settings").click();
				await expect.poll(() => page.locator("#field-contactEmail-error").innerText()).not.toBe("");
				await expect.poll(() => focused(page)).toBe("field-contactEmail");
				expect(await isInView(page, "#field-contactEmail")).toBe(true);
			},
			REFUSED,
		));
});

it("a refused form leaves the focus in the field in which somebody types while the page is still loading", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 1280 },
		async (page) => {
			await openAsAdmin(page, "/settings/rules");
			let release = () => {};
			const released = new Promise<void>((resolve) => {
				release = resolve;
			});
			await page.route(/\/settings\/rules\.data/, async (route) => {
				if (route.request().method() === "GET") await released;
				await route.continue();
			});
			await page.locator("#field-STARTING_POINTS").fill("lots");
			const save = page.locator("[data-testid=form-rules] button[type=submit]");
			await save.click();
			await expect.poll(() => page.locator("#field-STARTING_POINTS-error").innerText()).not.toBe("");
			await page.locator("#field-SITE_TIMEZONE").fill("Atlantic");
			release();
			await page.locator("[data-testid=form-rules] button:not([aria-disabled])").waitFor();
			// The focus moves in the second frame.
			await page.evaluate(
				() =>
					new Promise((done) =>
						requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
					),
			);
			expect(await focused(page)).toBe("field-SITE_TIMEZONE");
			expect(await page.locator("#field-STARTING_POINTS").inputValue()).toBe("lots");
		},
		REFUSED,
	));

describe("changes that are not saved", () => {
	it("are asked about before another page is opened, in both languages", () =>
		journey(browser, site, { lang: "pt", width: 1280 }, async (page) => {
			await openAsAdmin(page, "/bio");
			await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Definições" }).click();
			await page.waitForURL("**/settings");
			await page.locator("#field-name").waitFor();
			const link = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Loja" });
			const name = await page.locator("#field-name").inputValue();
			await page.locator("#field-name").fill("Outro nome");
			await page.locator("#field-name").fill(name);
			await link.click();
			// The address changes before the page does.
			await page.locator("#add-item").waitFor();
			await page.goBack();
			await page.locator("#field-name").waitFor();
			await page.waitForURL("**/settings");

			await page.locator("#field-name").fill("Outro nome");
			await link.click();
			await question(page).getByRole("heading", { name: "Sair sem guardar?" }).waitFor();
			expect(await focused(page)).toBe("Continuar a editar");
			expect(await axe(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await question(page).waitFor({ state: "detached" });
			expect(page.url()).toContain("/settings");
			expect(await page.locator("#field-name").inputValue()).toBe("Outro nome");

			await page.goBack();
			await question(page).getByRole("button", { name: "Continuar a editar" }).click();
			expect(page.url()).toContain("/settings");
			await link.click();
			await question(page).getByRole("button", { name: "Sair sem guardar" }).click();
			await page.waitForURL("**/store");
		}));

	it.each([
		["/store", "#add-item", "/store/new", "#field-name"],
		["/slots", "#add-slot", "/slots/new", "#field-name"],
		["/social", "#edit-links", "/social/links", "#field-twitch"],
	])("are asked about before a dialog of %s closes, but not after it is saved", (path, opener, form, field) =>
		journey(browser, site, { lang: "en", width: 360 }, async (page) => {
			await openAsAdmin(page, path);
			await page.locator(opener).click();
			await page.locator("#dialog-over-title:focus").waitFor();
			await page.keyboard.press("Escape");
			await page.waitForURL(`**${path}`);

			await page.locator(opener).click();
			await page.locator("#dialog-over-title:focus").waitFor();
			await page.locator(field).fill("https://www.twitch.tv/praca");
			for (const close of [
				() => page.keyboard.press("Escape"),
				() => page.getByRole("dialog").getByRole("link", { name: "Close" }).click(),
				() => page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click(),
				() => page.goBack(),
			]) {
				await close();
				await question(page).getByRole("button", { name: "Keep editing" }).click();
				await question(page).waitFor({ state: "detached" });
				expect(page.url()).toContain(form);
			}
			expect(await page.locator(field).inputValue()).toBe("https://www.twitch.tv/praca");
			const saves = path === "/social";
			if (saves) {
				await page.getByRole("dialog").locator("button[type=submit]").click();
			} else {
				await page.keyboard.press("Escape");
				await question(page).getByRole("button", { name: "Leave without saving" }).click();
			}
			await page.waitForURL(`**${path}`);
			expect(await question(page).count()).toBe(0);
		}),
	);

	it("keep the tab open until the viewer confirms, and a saved form closes without a question", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			hunts.finishAll();
			const hunt = hunts.add();
			await openAsAdmin(page, "/bonus-hunt/manage");
			const asked: string[] = [];
			page.on("dialog", (dialog) => {
				asked.push(dialog.type());
				void dialog.accept();
			});
			await page.locator("#add-name").fill("Wolf");
			await page.locator("#add-bet").fill("1");
			await page.locator("#add-bet").press("Enter");
			await expect.poll(() => hunts.slots(hunt)).toHaveLength(1);
			await expect.poll(() => page.locator("#add-name").inputValue()).toBe("");
			await expect.poll(() => page.locator(".progress-line").count()).toBe(0);
			await page.reload();
			await scriptsRun(page);
			expect(asked).toEqual([]);
			await page.locator("#add-name").pressSequentially("Fox");
			await page.reload();
			expect(asked).toEqual(["beforeunload"]);
		}));
});

describe.each(BOTH_SCRIPTS)("an answer to an item's question: scripts $scripts", (variant) => {
	it("is asked for in its field when it is missing", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const id = await withDb((db) => addItem(db, `Shirt ${newPlayer()}`, { price: 1 }));
				rows.run("update store_items set question = 'Size?' where id = ?", id);
				await signIn(page, site, newPlayer(), `/store/${encodeURIComponent(id)}/redeem`);
				await scriptsRun(page);
				await page.getByRole("dialog").locator("button[type=submit]").click();
				await expect.poll(() => page.locator("#redeem-message").innerText()).not.toBe("");
				await expect.poll(() => focused(page)).toBe("redeem-answer");
			},
			REFUSED,
		));
});
