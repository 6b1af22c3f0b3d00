import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import {
	alert,
	changeBalance,
	entriesOf,
	overflowOf,
	readyIn,
	registerUser,
	startPointsProvider,
	userRow,
} from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let provider: Awaited<ReturnType<typeof startPointsProvider>>;

beforeAll(async () => {
	provider = await startPointsProvider();
	[site, browser] = await Promise.all([
		startSite({ env: { RATE_LIMIT_SCALE: "100", POINTS_PROVIDER_URL: provider.address } }),
		workerBrowser(),
	]);
});
afterAll(async () => {
	await site?.close();
	await provider?.close();
});

/** The browser's console message for a refused request. */
const REFUSED = [/status of (400|409)/];
/** Answers the question about changes that are not saved. */
const question = (page: Page) => page.locator("dialog[open]");
const stay = (page: Page) => question(page).locator("button").last().click();
const leave = (page: Page) => question(page).locator("button").first().click();
const lastEntry = async (id: string) => (await entriesOf(site, id)).at(-1);

async function search(page: Page, text: string) {
	await page.locator("input[name=q]").fill(text);
	await page.locator("form[role=search] button").click();
	await page.waitForURL(`**q=${text}**`);
}

describe.each(PAIRS)("the admins' table of users: $lang, scripts $scripts, $width px", (variant) => {
	const ready = readyIn(variant);

	it("finds a user, sets the points unless they have changed, and updates every open tab", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				const tab = await newPage(browser, site.origin, { lang: variant.lang });
				await signIn(tab, site, name, "/points");
				await ready(tab);

				await signIn(page, site, "admin", "/user-points");
				await ready(page);
				await search(page, name.slice(0, 9).toUpperCase());
				await userRow(page, name).locator(`#edit-${id}`).click();
				const field = userRow(page, name).locator("input[name=points]");
				await field.waitFor();
				await ready(page);
				expect(await field.inputValue()).toBe("1000");

				await field.fill("1.500");
				await userRow(page, name).locator("button[type=submit]").click();
				await alert(page).waitFor();
				expect(await field.inputValue(), "the typed value is kept").toBe("1.500");

				await field.fill("1 500");
				if (variant.scripts)
					expect(await userRow(page, name).getByTestId("delta").innerText()).toContain("+500");
				await userRow(page, name).locator("button[type=submit]").click();
				await page.getByTestId("adjusted").getByText("+500").waitFor();
				await expect.poll(() => number(page, "row-points")).toBe(1500);
				expect(await lastEntry(id)).toMatchObject({ reason: "admin-adjustment", delta: 500 });

				await expect.poll(() => number(tab, "balance")).toBe(1500);
				await expect.poll(() => number(tab, "own-points")).toBe(1500);
				await tab.context().close();

				await userRow(page, name).locator(`#edit-${id}`).click();
				await field.waitFor();
				await changeBalance(site, id, -300);
				await field.fill("1700");
				await userRow(page, name).locator("button[type=submit]").click();
				await alert(page).waitFor();
				expect((await alert(page).innerText()).replace(/\s|,/g, "")).toMatch(/1500.*1200/);
				expect(await field.inputValue()).toBe("1700");
				// A refusal is shown before the page has loaded its data again, and the end of that closes an open question.
				await ready(page);
				await userRow(page, name).locator("a[href^='/user-points?q=']").first().click();
				if (variant.scripts) await leave(page);
				await expect.poll(() => number(page, "row-points")).toBe(1200);
				expect(await entriesOf(site, id), "registered, set, changed").toHaveLength(3);
				await changeBalance(site, id, 300);

				await userRow(page, name).locator(`a[href='/user-points/${id}']`).click();
				await page.getByTestId("user-points").waitFor();
				expect(await number(page, "user-points")).toBe(1500);
				expect(await page.getByTestId("entry").nth(2).innerText()).toMatch(
					variant.lang === "pt" ? /Ajuste de pontos[\s\S]*admin/ : /Admin points adjustment[\s\S]*admin/,
				);
			},
			REFUSED,
		));
});

describe.each(["dark", "light"] as const)("the points pages in the %s theme", (theme) => {
	const name = newPlayer();
	let id: string;
	beforeAll(async () => {
		id = await registerUser(site, name);
		provider.answers.set(name, 5);
		await changeBalance(site, id, 123_456_789, -65);
	});
	async function expectAccessible(page: Page, context: string) {
		expect(await axe(page), context).toEqual([]);
		expect(await overflowOf(page), context).toBe(0);
	}

	it.each(theme === "dark" ? [360, 768, 1440] : [360, 1440])(
		"are accessible at %i px, without horizontal overflow",
		(width) =>
			journey(
				browser,
				site,
				{ theme, width },
				async (page) => {
					await signIn(page, site, "admin");
					const pages = [
						"/points",
						"/user-points",
						`/user-points?q=${name}&edit=${id}`,
						"/user-points/import",
					];
					for (const path of [...pages, `/user-points/${id}`, `/user-points/${id}/merge`]) {
						await page.goto(site.origin + path);
						await expectAccessible(page, path);
					}

					await page.goto(`${site.origin}/user-points/import`);
					await scriptsRun(page);
					await page
						.locator("textarea")
						.fill(`username,points\n${name},1250\nnobody-${name},5\n${name},2.5\n`);
					await page.locator("button[value=preview]").click();
					await page.getByTestId("import-summary").waitFor();
					await expectAccessible(page, "a preview");
					await page.goto(`${site.origin}/user-points?q=${name}&edit=${id}`);
					await scriptsRun(page);
					await userRow(page, name).locator("input[name=points]").fill("1.250");
					await userRow(page, name).locator("button[type=submit]").click();
					await alert(page).waitFor();
					await expectAccessible(page, "a refusal");
				},
				REFUSED,
			),
	);
});

describe("the table of users", () => {
	it("sorts by its headers, and on a phone by a select", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, "admin", "/user-points");
			await scriptsRun(page);
			const head = page.locator("thead th");
			expect(await head.nth(1).getAttribute("aria-sort")).toBe("descending");
			await head.nth(1).locator("a").click();
			await page.waitForURL("**sort=points");
			await head.nth(0).locator("a").click();
			await page.waitForURL("**sort=name");
			await expect.poll(() => head.nth(0).getAttribute("aria-sort")).toBe("ascending");
			const names = await page
				.getByTestId("user-row")
				.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-user")));
			expect(names).toEqual([...names].sort());
			await page.setViewportSize({ width: 360, height: 780 });
			await page.locator("select[name=sort]").selectOption("points-desc");
			await page.waitForURL("**sort=points-desc**");
		}));

	it("moves the focus to the field and back, and cancels on Escape", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			const name = newPlayer();
			const id = await registerUser(site, name);
			await signIn(page, site, "admin", `/user-points?q=${name}`);
			await scriptsRun(page);
			await page.locator(`#edit-${id}`).focus();
			await page.keyboard.press("Enter");
			await expect
				.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
				.toBe("points");
			await page.keyboard.press("Escape");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`edit-${id}`);
			await page.keyboard.press("Enter");
			await userRow(page, name).locator("input[name=points]:focus").waitFor();
			await page.keyboard.type("1001");
			await page.keyboard.press("Enter");
			await expect.poll(() => number(page, "row-points")).toBe(1001);
		}));

	it("asks before typed points are lost, by Escape, a search or a link", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			const name = newPlayer();
			const id = await registerUser(site, name);
			await signIn(page, site, "admin", `/user-points?q=${name}&edit=${id}`);
			await scriptsRun(page);
			const field = userRow(page, name).locator("input[name=points]");
			await field.fill("1234");
			for (const lose of [
				() => page.keyboard.press("Escape"),
				() => page.locator("input[name=q]").press("Enter"),
				() => page.locator("thead a").first().click(),
				() => page.getByRole("link", { name: "Import" }).click(),
			]) {
				await lose();
				await stay(page);
				await question(page).waitFor({ state: "detached" });
				expect(await field.inputValue()).toBe("1234");
			}
			await field.press("Enter");
			await expect.poll(() => number(page, "row-points")).toBe(1234);
			expect(await question(page).count()).toBe(0);
		}));

	it("asks before the text of an import is lost, but not after its preview", () =>
		journey(browser, site, { lang: "en", width: 1280 }, async (page) => {
			await signIn(page, site, "admin", "/user-points/import");
			await scriptsRun(page);
			const back = page.getByRole("main").getByRole("link", { name: "User points" });
			await page.locator("textarea").fill("username,points\nadmin,1500");
			await back.click();
			await stay(page);
			expect(await page.locator("textarea").inputValue()).toContain("admin,1500");
			await page.locator("textarea").fill("");
			const buffer = Buffer.from("username,points\nadmin,1500");
			await page.locator("input[type=file]").setInputFiles({ name: "p.csv", mimeType: "text/csv", buffer });
			await back.click();
			await stay(page);
			await page.locator("button[value=preview]").click();
			await page.getByTestId("import-summary").waitFor();
			await back.click();
			await page.waitForURL("**/user-points");
			expect(await question(page).count()).toBe(0);
		}));

	it("is for admins only", () =>
		journey(browser, site, {}, async (page) => {
			for (const name of [undefined, newPlayer()]) {
				if (name) await signIn(page, site, name);
				for (const path of ["", "/export", "/import", "/some-id", "/some-id/merge"]) {
					await page.goto(`${site.origin}/user-points${path}`);
					expect(page.url()).toBe(`${site.origin}/`);
				}
			}
		}));
});
