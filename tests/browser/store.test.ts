import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dialogHasFocus, focusedId, journey, openPage, signIn } from "../support/browser/journey";
import { number, scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { openShelf, type Shelf } from "../support/data/store-content";
import { addItem, addOrder } from "../support/data/store-rows";
import { visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { changeBalance, inDatabase, registerUser } from "../support/site/points";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let browser: Browser;
let shelf: Shelf;

beforeAll(async () => {
	browser = await workerBrowser();
	shelf = openShelf(site);
});
afterAll(() => shelf.close());

const REFUSED = [/status of (400|404|409)/];
/** The form of a dialog, for requests without the browser. */
const FORM = "[role=dialog] form";
const card = (page: Page, id: string) => page.locator(`[data-item="${id}"]`);
const confirm = (page: Page) => page.locator(`${FORM} button[type=submit]`);
const alert = (page: Page) => page.getByRole("dialog").getByRole("alert");
async function openDialog(page: Page, id: string) {
	await card(page, id).locator("a.redeem").click();
	await page.waitForURL(`**/store/${id}/redeem*`);
	await dialogHasFocus(page);
}

it("on a phone, the dialog opens with the question, the points and the buttons in view", () =>
	journey(browser, site, { lang: "pt", width: 360, height: 740 }, async (page) => {
		const id = shelf.add({ question: "Que jogo escolhes?" });
		await signIn(page, site, newPlayer(), "/store");
		await openDialog(page, id);
		const footer = (await confirm(page).locator("..").boundingBox())?.y ?? 0;
		for (const part of [page.getByLabel("Que jogo escolhes?"), page.getByTestId("points-after")]) {
			const box = await part.boundingBox();
			expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(footer);
		}
	}));

it("Escape closes the redeem dialog and returns the focus, and a double click redeems once", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const id = shelf.add();
		await signIn(page, site, newPlayer(), "/store");
		await openDialog(page, id);
		await page.keyboard.press("Escape");
		await page.waitForURL(/\/store$/);
		await expect.poll(() => focusedId(page)).toBe(`redeem-${id}`);
		await page.keyboard.press("Enter");
		await dialogHasFocus(page);
		await confirm(page).dblclick();
		await page.getByTestId("receipt").waitFor();
		await dialogHasFocus(page);
		await expect.poll(() => number(page, "balance")).toBe(900);
		await page.goBack();
		await page.goForward();
		await page.getByTestId("receipt").waitFor();
		expect(shelf.ordersOf(id)).toHaveLength(1);
	}));

it("the store and its dialog follow what happens elsewhere, and an edited item is confirmed again", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const [dear, mug, last] = [
			shelf.add({ price: 600 }),
			shelf.add({ question: "Which colour?" }),
			shelf.add({ price: 1, stock: 1 }),
		];
		const name = newPlayer();
		await signIn(page, site, name, "/store");
		const tab = await visit(site, { as: name });
		await (await tab.open(`/store/${dear}/redeem`)).submit(FORM);
		await card(page, dear).getByText("Stock: 4").waitFor();
		await expect.poll(() => number(page, "balance")).toBe(400);
		await card(page, dear).getByTestId("reason").getByText("Insufficient points").waitFor();

		await openDialog(page, mug);
		await page.getByLabel("Which colour?").fill("Blue");
		const admin = await visit(site, { as: "admin" });
		await (await admin.open(`/store/${mug}/edit`)).submit(FORM, { price: 150, question: "Which size?" });
		const changed = "This item has changed since you opened it: price 100 → 150, stock 5 → 5.";
		await expect.poll(() => alert(page).innerText()).toContain(changed);
		expect([await number(page, "points-after"), await page.getByLabel("Which size?").count()]).toEqual([
			300, 0,
		]);
		await confirm(page).click({ force: true });
		await page.getByRole("button", { name: "Show the current version" }).dblclick();
		await expect.poll(() => number(page, "points-after")).toBe(250);
		expect(await alert(page).innerText()).toContain(changed);
		expect(await page.getByLabel("Which size?").inputValue()).toBe("Blue");
		expect(shelf.ordersOf(mug), "neither click confirms").toEqual([]);
		await confirm(page).click();
		await page.getByTestId("receipt").waitFor();
		expect(shelf.ordersOf(mug)).toMatchObject([{ total_points: 150, question: "Which size?" }]);

		await openPage(page, site, `/store/${last}/redeem`);
		await (await tab.open(`/store/${last}/redeem`)).submit(FORM);
		await expect.poll(() => alert(page).innerText()).toBe("Item out of stock");
		await expect.poll(() => confirm(page).isDisabled()).toBe(true);
	}));

it("a redeem whose answer is lost can be repeated, no other can start until then, and the store says that it is loading", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const id = shelf.add({ price: 600, stock: 1 });
			await signIn(page, site, newPlayer(), "/fairness");
			await page.route("**/store.data*", async (route) => {
				await page.getByText("Loading store...").waitFor();
				await route.continue();
			});
			await page.locator("#site-navigation a[href='/store']").click();
			await page.waitForURL(/\/store$/);
			await page.getByText("Loading store...").waitFor({ state: "detached" });
			await page.unroute("**/store.data*");

			await openDialog(page, id);
			// The site redeems, but its response is lost.
			await page.route("**/redeem.data*", async (route) => {
				// A click on an item would end the navigation before its receipt.
				await card(page, id).locator("a.redeem").waitFor({ state: "detached" });
				await route.fetch();
				await route.abort("connectionreset");
			});
			await confirm(page).click();
			await expect.poll(() => alert(page).innerText()).toMatch(/Can't reach the site/);
			await page.unroute("**/redeem.data*");
			await page.getByRole("dialog").getByText("Stock: 0").waitFor();
			await expect.poll(() => number(page, "points-now")).toBe(400);
			await confirm(page).click();
			await page.getByTestId("receipt").waitFor();
			expect(shelf.ordersOf(id)).toHaveLength(1);
		},
		[/ERR_CONNECTION_RESET/],
	));

/** A viewer with orders of a new item, newest first. */
async function withOrders(count: number) {
	const viewer = newPlayer();
	const userId = await registerUser(site, viewer);
	const ids = await inDatabase(site, async (db) => {
		const itemId = await addItem(db, `Mug ${viewer}`, { price: 10, stock: 100 });
		const added: string[] = [];
		for (let index = 0; index < count; index++) {
			added.push(await addOrder(db, userId, itemId, { at: new Date(Date.now() - index * 60_000) }));
		}
		return added;
	});
	return { viewer, ids };
}

interface StalePage {
	as: string;
	path: string;
	/** Changes something that the page does not know, so that its form is refused. */
	change(): unknown;
	act(page: Page): Promise<unknown>;
	/** What the page shows then. */
	shown(page: Page): Locator;
}

async function stalePages(): Promise<Record<string, StalePage>> {
	const names = [newPlayer(), newPlayer(), newPlayer()] as const;
	const [poor = "", adjusted = "", player = ""] = await Promise.all(
		names.map((name) => registerUser(site, name)),
	);
	const [edited, dear] = [shelf.add(), shelf.add()];
	const [order] = (await withOrders(1)).ids;
	const decided = `update orders set status = 'cancelled', decided_at = created_at, decided_by = 'system'
		where id = '${order}'`;
	return {
		"an item whose price has changed": {
			...{
				as: newPlayer(),
				path: `/store/${edited}/redeem`,
				change: () => shelf.edit(edited, { price: 150 }),
			},
			act: (page) => confirm(page).click(),
			shown: (page) => page.getByRole("button", { name: "Show the current version" }),
		},
		"an item for which the points are spent": {
			...{ as: names[0], path: `/store/${dear}/redeem`, change: () => changeBalance(site, poor, -950) },
			act: (page) => confirm(page).click(),
			shown: (page) => page.getByTestId("points-now").getByText("50", { exact: true }),
		},
		"a user whose points have changed": {
			as: "admin",
			path: `/user-points?q=${names[1]}&edit=${adjusted}`,
			change: () => changeBalance(site, adjusted, -300),
			async act(page) {
				await page.locator("input[name=points]").fill("1700");
				await page.locator("input[name=points]").press("Enter");
			},
			shown: (page) => page.locator("input[name=shown][value='700']"),
		},
		"an order that is decided": {
			...{ as: "admin", path: `/orders?order=${order}&decide=approve`, change: () => shelf.run(decided) },
			act: (page) => page.locator("[data-testid=decide] button").click(),
			shown: (page) => page.locator("[data-testid=decide] [data-status=cancelled]"),
		},
		"a player whose points are spent": {
			...{ as: names[2], path: "/mini-games/plinko", change: () => changeBalance(site, player, -995) },
			act: (page) => page.locator("#plinko-form button[value=play]:not([aria-hidden])").click(),
			shown: (page) => page.getByTestId("balance").getByText("5", { exact: true }).first(),
		},
	};
}

it("after a refusal a page shows the current state, without the help of the live update", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			await page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
			for (const [name, { as, path, change, act, shown }] of Object.entries(await stalePages())) {
				await signIn(page, site, as, path);
				await change();
				await act(page);
				await expect.poll(() => shown(page).count(), { message: name }).toBe(1);
			}
		},
		REFUSED,
	));

it("the list applies each choice at once, and is kept by the dialogs over it", () =>
	journey(browser, site, { lang: "en", width: 360 }, async (page) => {
		const key = newPlayer();
		const [dear, mug] = [
			shelf.add({ name: `Chair ${key}`, price: 5000 }),
			shelf.add({ name: `Mug ${key}`, price: 300 }),
		];
		for (let index = 0; index < 7; index++) shelf.add({ name: "Sticker", price: 10 });
		const shown = () =>
			page
				.locator(`[data-item]:has-text("${key}")`)
				.evaluateAll((cards) => cards.map((one) => one.getAttribute("data-item")));
		await signIn(page, site, newPlayer(), "/store");
		const search = page.getByRole("search");
		await search.locator("select[name=sort]").selectOption("cheapest");
		await page.waitForURL("**/store?sort=cheapest");
		await expect.poll(shown).toEqual([mug, dear]);
		await search.locator("input[name=affordable]").check();
		await expect.poll(shown).toEqual([mug]);
		await search.locator("input[name=q]").fill(`mug ${key}`);
		await search.locator("input[name=q]").press("Enter");
		await page.waitForURL(/\?q=/);
		await expect.poll(() => page.locator("[data-item]").count()).toBe(1);
		const list = page.url();
		await openDialog(page, mug);
		await page.keyboard.press("Escape");
		await page.waitForURL(list);
		await page.getByRole("link", { name: "Clear filters" }).click();
		await page.waitForURL("**/store");
		await expect.poll(shown).toEqual([dear, mug]);
		await expect.poll(() => search.locator("select[name=sort]").inputValue()).toBe("dearest");
		expect(await search.locator("input[name=affordable]").isChecked()).toBe(false);
		expect(await search.locator("input[name=q]").inputValue()).toBe("");
	}));

it("an admin's form keeps its file after a refusal, and the new item has the focus", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const name = `Mug ${newPlayer()}`;
			const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: "#c33a63" } })
				.png()
				.toBuffer();
			await page.route("https://pictures.example/**", (route) =>
				route.request().url().endsWith("good.png")
					? route.fulfill({ contentType: "image/png", body: picture })
					: route.fulfill({ status: 404 }),
			);
			const [good, bad] = ["good", "bad"].map((image) =>
				shelf.add({ price: 9_999_999, image: `https://pictures.example/${image}.png` }),
			) as [string, string];
			await signIn(page, site, "admin", "/store");
			await expect.poll(() => card(page, bad).locator("img").count(), { message: "a placeholder" }).toBe(0);
			const width = () =>
				card(page, good)
					.locator("img")
					.evaluate((one: HTMLImageElement) => one.naturalWidth);
			await expect.poll(width).toBe(160);

			await page.locator("#add-record").click();
			await dialogHasFocus(page);
			const field = (id: string) => page.locator(`${FORM} #field-${id}`);
			expect([await field("codes").isVisible(), await field("stock").isVisible()]).toEqual([false, true]);
			await page.getByText("More", { exact: true }).click();
			await page.locator("#field-hasCodes").check();
			expect([await field("codes").isVisible(), await field("stock").isVisible()]).toEqual([true, false]);
			await page.locator("#field-hasCodes").uncheck();
			await field("name").fill(name);
			await field("price").fill("1.000");
			await field("upload").setInputFiles({ name: "p.png", mimeType: "image/png", buffer: picture });
			await confirm(page).click();
			await page.locator("#field-price:focus").waitFor();
			await field("price").fill("1000");
			await confirm(page).click();
			await page.getByText("The item is now in the store.").waitFor();
			const [item] = shelf.all("select id, image from store_items where name = ?", name);
			expect(item?.image).toMatch(/^[0-9a-f]{32}\.webp$/);
			await page.locator(`#edit-${item?.id}:focus`).waitFor();
			const isInView = () =>
				page.locator(`#edit-${item?.id}`).evaluate((one) => {
					const { top, bottom } = one.getBoundingClientRect();
					return top >= 0 && bottom <= innerHeight;
				});
			await expect.poll(isInView).toBe(true);

			// The server has sent the message with the first answer, which arrives after a live event.
			await page.locator(`#disable-${item?.id}`).click();
			await page.waitForURL("**/disable");
			let loads = 0;
			await page.route(/\/store\.data/, async (route) => {
				loads += 1;
				const response = await route.fetch();
				await page.waitForTimeout(loads === 1 ? 1000 : 0);
				await route.fulfill({ response }).catch(() => {});
			});
			await confirm(page).click();
			await page.getByText("Item disabled.").waitFor();
			await expect.poll(() => loads, { message: "the event loads the page again" }).toBe(2);
			await page.unrouteAll({ behavior: "wait" });
			shelf.run(`delete from store_items where id in ('${good}', '${bad}')`);
		},
		REFUSED,
	));

it("orders are decided once by a double click, and the chosen ones stay ticked", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const { viewer, ids } = await withOrders(27);
			const [first = "", second = "", third = ""] = ids;
			const ticked = () =>
				page
					.locator("input[name=chosen]:checked")
					.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
			const decide = page.locator("[data-testid=decide] button[name=intent]");
			const status = (id: string) =>
				page.locator(`tr[data-order="${id}"] [data-status]`).getAttribute("data-status");
			const close = async () => {
				await page.keyboard.press("Escape");
				await page.getByRole("dialog").waitFor({ state: "detached" });
			};
			await signIn(page, site, "admin", `/orders?q=${viewer}`);
			await page.getByLabel("Select all").check();
			expect(await ticked()).toHaveLength(25);
			await page.getByRole("link", { name: "Next" }).click();
			await expect.poll(ticked).toEqual([]);
			await page.goBack();
			await page.locator(`tr[data-order="${first}"]`).waitFor();

			for (const id of [first, second]) await page.locator(`input[value="${id}"]`).check();
			await page.locator("#cancel-chosen").click();
			await dialogHasFocus(page);
			await close();
			await expect.poll(() => focusedId(page)).toBe("cancel-chosen");
			expect(await ticked()).toEqual([first, second]);
			await page.locator(`#approve-${third}`).click();
			await dialogHasFocus(page);
			await decide.click();
			await expect.poll(() => status(third)).toBe("approved");
			expect(await ticked()).toEqual([first, second]);

			await page.locator("#cancel-chosen").click();
			const note = page.locator("[data-testid=decide] textarea");
			await note.evaluate((one) => one.removeAttribute("maxlength"));
			await note.fill("x".repeat(501));
			await decide.click();
			await page.getByTestId("decision-message").getByText("Failed to update order status").waitFor();
			// The page is read again after the refusal; a question that is asked before would go when that ends.
			await scriptsRun(page);
			await page.keyboard.press("Escape");
			await page.getByRole("button", { name: "Leave without saving" }).click();
			// For a moment there are both dialogs.
			await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
			expect(await ticked()).toEqual([first, second]);
			await page.locator("#cancel-chosen").click();
			await dialogHasFocus(page);
			await decide.dblclick();
			await page.getByText("Orders cancelled and points refunded.").waitFor();
			await expect.poll(() => status(second)).toBe("cancelled");
			expect(shelf.pointsOf(viewer), "of 27 orders two are refunded").toBe(1000 - 25 * 10);

			await page.locator(`#order-${first}`).click();
			await dialogHasFocus(page);
			await close();
			await expect.poll(() => focusedId(page)).toBe(`order-${first}`);
		},
		REFUSED,
	));

it("a user's points are set by the keyboard, follow the balance elsewhere, and are not lost unasked", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const name = newPlayer();
		const id = await registerUser(site, name);
		const question = page.locator("dialog[open]");
		const stays = async () => {
			await question.locator("button").last().click();
			await question.waitFor({ state: "detached" });
		};
		await signIn(page, site, name, "/points");
		const table = await (await visit(site, { as: "admin" })).open(`/user-points?q=${name}&edit=${id}`);
		await table.submit("[data-testid=user-row] form:has([name=points])", { points: 1500 });
		await expect.poll(() => number(page, "own-points")).toBe(1500);
		await expect.poll(() => number(page, "balance")).toBe(1500);

		await signIn(page, site, "admin", `/user-points?q=${name}`);
		const search = page.locator("input[name=q]");
		await page.route("**/user-points.data*", async (route) => {
			await search.press("x");
			await route.continue();
		});
		await search.fill("nobody");
		await search.press("Enter");
		await page.waitForURL("**/user-points?q=nobody&*");
		await page.getByTestId("user-row").waitFor({ state: "detached" });
		await page.unroute("**/user-points.data*");
		expect(await search.inputValue(), "what is typed during a search stays").toBe("nobodyx");
		await page.goBack();
		await expect.poll(() => search.inputValue()).toBe(name);
		await page.locator(`#edit-${id}`).focus();
		await page.keyboard.press("Enter");
		const field = page.locator("input[name=points]");
		await page.locator("input[name=amount]:focus").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => focusedId(page)).toBe(`edit-${id}`);
		await page.keyboard.press("Enter");
		await page.locator("input[name=amount]:focus").waitFor();
		await field.fill("1234");
		expect(await page.getByTestId("delta").innerText()).toContain("−266");
		for (const lose of [
			() => page.keyboard.press("Escape"),
			() => page.locator("input[name=q]").press("Enter"),
			() => page.locator("thead a").first().click(),
			() => page.getByRole("link", { name: "Import" }).click(),
		]) {
			await lose();
			await stays();
			expect(await field.inputValue()).toBe("1234");
		}
		await field.press("Enter");
		await expect.poll(() => number(page, "row-points")).toBe(1234);
		expect(await question.count()).toBe(0);
		await page.setViewportSize({ width: 360, height: 780 });
		await page.locator("select[name=sort]").selectOption("points-desc");
		await page.waitForURL("**sort=points-desc**");
	}));

it("the text of an import is kept without a connection, and is not lost unasked", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const name = newPlayer();
			await registerUser(site, name);
			const text = `sep=;\nusername;points\n${name};1250\n`;
			const area = page.locator("textarea");
			const press = (intent: string) => page.locator(`button[value=${intent}]`).click();
			const unreached = page.locator("[role=alert]:not(:empty)").getByText("Can't reach the site");
			const back = page.locator("main header a");
			const stay = () => page.locator("dialog[open] button").last().click();
			await signIn(page, site, "admin", "/user-points/import");
			const buffer = Buffer.from("username,points\nadmin,1500");
			await page.locator("input[type=file]").setInputFiles({ name: "p.csv", mimeType: "text/csv", buffer });
			await back.click();
			await stay();
			await page.locator("input[type=file]").setInputFiles([]);
			await area.fill(text);
			await back.click();
			await stay();

			await page.context().setOffline(true);
			await press("preview");
			await unreached.waitFor();
			expect(await area.inputValue()).toBe(text);
			await page.context().setOffline(false);
			await press("preview");
			await page.getByTestId("import-line").waitFor();
			await expect.poll(() => unreached.count()).toBe(0);
			await back.click();
			await area.fill(text);
			await press("preview");
			await page.getByTestId("import-line").waitFor();
			await page.context().setOffline(true);
			await press("import");
			await unreached.waitFor();
			expect(await page.getByTestId("import-line").count()).toBe(1);
			await page.context().setOffline(false);
			await press("import");
			await page.getByRole("heading", { name: "Report" }).waitFor();
			expect(shelf.pointsOf(name)).toBe(1250);
		},
		[/ERR_INTERNET_DISCONNECTED/],
	));
