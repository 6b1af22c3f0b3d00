/** The focus of forms, and changes that are not saved. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe } from "../support/browser/browser";
import { dialogHasFocus, holdRequests, journey, openPage, signIn } from "../support/browser/journey";
import { scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { type CatalogueRows, openCatalogueRows } from "../support/data/catalogue-rows";
import { openHunts } from "../support/data/hunt-rows";
import { openShelf } from "../support/data/store-content";
import { addOrders } from "../support/data/viewer-orders";
import { newPlayer } from "../support/site/new-player";
import { signInWithCookies } from "../support/site/sign-in";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let browser: Browser;
let rows: CatalogueRows;
let hunts: ReturnType<typeof openHunts>;
let item: string;

beforeAll(async () => {
	browser = await workerBrowser();
	rows = openCatalogueRows(site);
	hunts = openHunts(site);
	const shelf = openShelf(site);
	item = shelf.add({ name: `Shirt ${newPlayer()}`, price: 1, question: "Size?" });
	shelf.add({ name: `Cap ${newPlayer()}` });
	shelf.close();
});
afterAll(() => {
	rows.run("delete from social_links where platform = 'twitch'");
	hunts.finishAll();
	hunts.close();
	rows.close();
});

const REFUSED = [/status of 40[09]/];
const question = (page: Page) => page.locator("dialog[open]");
const submitButton = (page: Page) => page.getByRole("dialog").locator("button[type=submit]");
const notice = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
/** The focused element: its id, or its text. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const { activeElement: one } = document;
		if (!one || one === document.body) return "nothing";
		return one.id || (one as HTMLElement).innerText || one.tagName;
	});
const expectFocus = (page: Page, id: string) => expect.poll(() => focused(page)).toBe(id);

it("the focus stays near what was decided, disabled, deleted, saved, previewed or finished", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const name = newPlayer();
		await signInWithCookies(site, name);
		const [first = "", second = "", third = ""] = await addOrders(site, name, 3);
		await signIn(page, site, "admin", `/orders?q=${name}`);
		const decide = async (id: string) => {
			await page.locator(`#approve-${id}`).press("Enter");
			await dialogHasFocus(page);
			await page.getByTestId("decide").locator("button[name=intent]").press("Enter");
			await notice(page, "Order approved.");
		};
		await decide(first);
		await expectFocus(page, `order-${first}`);
		await openPage(page, site, `/orders?status=created&q=${name}`);
		await decide(second);
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.dataset.order))
			.toBe(third);
		await decide(third);
		await expectFocus(page, "Orders");

		const [kept, deleted] = [rows.addSlot({ name: "Kept" }), rows.addSlot({ name: "Deleted" })];
		await openPage(page, site, "/store");
		await page.locator("a[href$='/disable']").first().press("Enter");
		await dialogHasFocus(page);
		await submitButton(page).press("Enter");
		await notice(page, "Item disabled.");
		await expect.poll(() => focused(page)).not.toBe("nothing");

		await openPage(page, site, "/slots");
		await page.locator(`#edit-${deleted}`).press("Enter");
		await page.locator(`#delete-${deleted}`).press("Enter");
		await page.waitForURL("**/delete");
		await dialogHasFocus(page);
		await submitButton(page).press("Enter");
		await notice(page, "Slot deleted.");
		await expect.poll(() => focused(page)).not.toBe("nothing");
		expect(rows.all("select id from slots where id = ?", kept)).toHaveLength(1);

		await openPage(page, site, "/settings");
		await page.locator("#save-channel").press("Enter");
		await notice(page, "Settings saved.");
		await expectFocus(page, "save-channel");

		await openPage(page, site, "/user-points/import");
		await page.locator("textarea").fill("username,points\nadmin,1500");
		await page.locator("button[value=preview]").press("Enter");
		await page.locator("button[value=import]").waitFor();
		await expectFocus(page, "Preview of the import");

		hunts.finishAll();
		const hunt = hunts.add({ title: "Saturday" });
		hunts.addSlot(hunt, "Wolf", 100, 200);
		await openPage(page, site, "/bonus-hunt/manage");
		await page.getByRole("link", { name: "Finish the hunt" }).press("Enter");
		await page.getByTestId("form-finish").waitFor();
		await expectFocus(page, "finish");
		await page.getByTestId("form-finish").locator("button").press("Enter");
		await page.waitForURL(`**/bonus-hunt/past/${hunt}`);
		await expectFocus(page, "Saturday");
	}));

it("a refused form has the focus in its first faulty field, in view, unless somebody types in another one", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 360 },
		async (page) => {
			const refuse = async (path: string, field: string, typed: Record<string, string>, button: string) => {
				await openPage(page, site, path);
				for (const [name, value] of Object.entries(typed)) await page.locator(`#${name}`).fill(value);
				await page.locator(button).click();
				await expectFocus(page, field);
				const { top, bottom, height } = await page.locator(`#${field}`).evaluate((one) => {
					const box = one.getBoundingClientRect();
					return { top: box.top, bottom: box.bottom, height: innerHeight };
				});
				expect([top >= 0, bottom <= height], field).toEqual([true, true]);
			};
			const submit = "[role=dialog] button[type=submit]";
			const demo = "http://demogamesfree.pragmaticplay.net/wolf";
			await signIn(page, site, "admin", "/slots");
			await refuse("/slots/new", "field-demoUrl", { "field-name": "Wolf", "field-demoUrl": demo }, submit);
			await refuse("/store/new", "field-name", {}, submit);
			const email = { "field-CONTACT_EMAIL": "nobody" };
			await refuse("/settings", "field-CONTACT_EMAIL", email, "#save-channel");
			// The page of a form that was submitted and refused before scripts ran: its values are not saved.
			const refusedPage = page.waitForEvent("load");
			await page.locator("form:has(#save-channel)").evaluate((form: HTMLFormElement) => form.submit());
			await refusedPage;
			await scriptsRun(page);
			expect(await page.locator("#field-CONTACT_EMAIL").inputValue()).toBe("nobody");
			await page.locator("a[href$='/settings/rules']").click();
			await question(page).getByRole("button", { name: "Leave without saving" }).click();
			await page.waitForURL("**/settings/rules");
			await refuse(`/store/${item}/redeem`, "redeem-answer", {}, submit);

			await openPage(page, site, "/settings/rules");
			const release = await holdRequests(page, /\/settings\/rules\.data/, "GET");
			await page.locator("#field-STARTING_POINTS").fill("lots");
			await page.locator("[data-testid=form-rules] button[type=submit]").click();
			await expect.poll(() => page.locator("#field-STARTING_POINTS-error").innerText()).not.toBe("");
			await page.locator("#field-SITE_TIMEZONE").fill("Atlantic");
			release();
			await page.locator("[data-testid=form-rules] button:not([aria-disabled])").waitFor();
			// The focus moves in the second frame.
			const frames = () =>
				page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
			for (let time = 0; time < 2; time += 1) await frames();
			expect(await focused(page)).toBe("field-SITE_TIMEZONE");
			expect(await page.locator("#field-STARTING_POINTS").inputValue()).toBe("lots");
		},
		REFUSED,
	));

it("changes that are not saved are asked about before another page is opened, a dialog closes or the tab does", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await signIn(page, site, "admin", "/bio");
		const link = (name: string) => page.getByRole("navigation", { name: "Site" }).getByRole("link", { name });
		await link("Settings").click();
		await page.waitForURL("**/settings");
		const name = page.locator("#field-CHANNEL_NAME");
		await name.waitFor();
		const saved = await name.inputValue();
		await name.fill("Another name");
		await name.fill(saved);
		await link("Store").click();
		// The address changes before the page does.
		await page.locator("#add-record").waitFor();
		await page.goBack();
		await page.waitForURL("**/settings");
		await name.waitFor();

		await name.fill("Another name");
		await link("Store").click();
		await question(page).getByRole("heading").waitFor();
		expect(await focused(page)).toBe("Keep editing");
		expect(await axe(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await question(page).waitFor({ state: "detached" });
		expect(page.url()).toContain("/settings");
		expect(await name.inputValue()).toBe("Another name");
		await page.goBack();
		await question(page).getByRole("button", { name: "Keep editing" }).click();
		expect(page.url()).toContain("/settings");
		await link("Store").click();
		await question(page).getByRole("button", { name: "Leave without saving" }).click();
		await page.waitForURL("**/store");

		for (const [path, opener, form, field] of [
			["/store", "#add-record", "/store/new", "#field-name"],
			["/social", "#edit-links", "/social/links", "#field-twitch"],
		] as const) {
			await openPage(page, site, path);
			await page.locator(opener).click();
			await dialogHasFocus(page);
			await page.keyboard.press("Escape");
			await page.waitForURL(`**${path}`);
			await page.locator(opener).click();
			await dialogHasFocus(page);
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
			if (path === "/social") {
				await submitButton(page).click();
			} else {
				await page.keyboard.press("Escape");
				await question(page).getByRole("button", { name: "Leave without saving" }).click();
			}
			await page.waitForURL(`**${path}`);
			// The address changes before the dialog closes.
			await expect.poll(() => question(page).count()).toBe(0);
		}

		hunts.finishAll();
		const hunt = hunts.add();
		await openPage(page, site, "/bonus-hunt/manage");
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
