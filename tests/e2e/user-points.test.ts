import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, launchBrowser, newPage } from "../support/browser";
import { journey, signIn, WAYS } from "../support/journey";
import { newPlayer, number, scriptsRun } from "../support/plinko-page";
import {
	changeBalance,
	downloadOf,
	entriesOf,
	overflowOf,
	registerUser,
	startPointsProvider,
} from "../support/points-page";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Browser;
let provider: Awaited<ReturnType<typeof startPointsProvider>>;

beforeAll(async () => {
	provider = await startPointsProvider();
	[site, browser] = await Promise.all([
		startSite({ env: { RATE_LIMIT_SCALE: "100", POINTS_PROVIDER_URL: provider.address } }),
		launchBrowser(),
	]);
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
	await provider?.close();
});

/** The browser's own line about an answer that is a refusal. */
const REFUSED = [/status of (400|409)/];
const lastEntry = async (id: string) => (await entriesOf(site, id)).at(-1);
const row = (page: Page, name: string) => page.locator(`[data-testid=user-row][data-user="${name}"]`);
const alert = (page: Page) => page.locator("[role=alert]:not(:empty)");

async function search(page: Page, text: string) {
	await page.locator("input[name=q]").fill(text);
	await page.locator("form[role=search] button").click();
	await page.waitForURL(`**q=${text}**`);
}

describe.each(WAYS)("the admins' table: $lang, scripts $scripts, $width px", (way) => {
	it("finds a user, sets the points, shows by how much, and every open tab follows", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				const tab = await newPage(browser, site.origin, { lang: way.lang });
				await signIn(tab, site, name, "/points");
				await scriptsRun(tab);

				await signIn(page, site, "admin", "/user-points");
				await search(page, name.slice(0, 9).toUpperCase());
				await row(page, name).locator(`#edit-${id}`).click();
				const field = row(page, name).locator("input[name=points]");
				await field.waitFor();
				await scriptsRun(page);
				expect(await field.inputValue()).toBe("1000");

				await field.fill("1 500");
				await row(page, name).locator("button[type=submit]").click();
				await alert(page).waitFor();
				expect(await field.inputValue(), "what was typed stays").toBe("1 500");

				await field.fill("1500");
				if (way.scripts) expect(await row(page, name).getByTestId("delta").innerText()).toContain("+500");
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);
				await row(page, name).locator("button[type=submit]").click();
				await page.getByTestId("adjusted").getByText("+500").waitFor();
				await expect.poll(() => number(page, "row-points")).toBe(1500);
				expect(await lastEntry(id)).toMatchObject({ reason: "admin-adjustment", delta: 500 });
				await expect.poll(() => number(tab, "balance")).toBe(1500);
				await expect.poll(() => number(tab, "own-points")).toBe(1500);
				await tab.context().close();

				await row(page, name).locator(`a[href='/user-points/${id}']`).click();
				await page.getByTestId("user-points").waitFor();
				expect(await number(page, "user-points")).toBe(1500);
				expect(await page.getByTestId("entry").first().innerText()).toMatch(
					way.lang === "pt" ? /Ajuste de pontos[\s\S]*admin/ : /Admin points adjustment[\s\S]*admin/,
				);
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);
			},
			REFUSED,
		));

	it("refuses a balance that changed meanwhile, and is left without a change", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				await signIn(page, site, "admin", `/user-points?q=${name}&edit=${id}`);
				await scriptsRun(page);
				await changeBalance(site, id, -300);
				await row(page, name).locator("input[name=points]").fill("1200");
				await row(page, name).locator("button[type=submit]").click();
				await alert(page).waitFor();
				expect((await alert(page).innerText()).replace(/\s|,/g, "")).toMatch(/1000.*700/);
				expect(await row(page, name).locator("input[name=points]").inputValue()).toBe("1200");
				expect(await lastEntry(id)).toMatchObject({ delta: -300, balance_after: 700 });
				await row(page, name).locator("a[href^='/user-points?q=']").first().click();
				await expect.poll(() => number(page, "row-points")).toBe(700);
				expect(await entriesOf(site, id)).toHaveLength(2);
			},
			REFUSED,
		));

	it("takes points over from the other provider once, and gives them back", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				provider.answers.set(name, { status: 503 });
				await signIn(page, site, "admin", `/user-points?q=${name}`);
				await row(page, name).locator("a[href$='/merge']").click();
				await alert(page).waitFor();
				expect(await alert(page).innerText()).toContain("503");

				provider.answers.set(name, 450);
				await new Promise((resolve) => setTimeout(resolve, 2100));
				await page.locator("[role=dialog] a[href$='/merge']").click();
				await page.getByTestId("provider-points").waitFor();
				expect([
					await number(page, "site-points"),
					await number(page, "provider-points"),
					await number(page, "after-merge"),
				]).toEqual([1000, 450, 1450]);
				const question =
					way.lang === "pt"
						? "Deseja somar e atualizar os pontos no website?"
						: "Do you want to add them and update the points on the website?";
				await page.getByText(question).waitFor();
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);
				await scriptsRun(page);

				provider.answers.set(name, 460);
				await page.locator("[role=dialog] button[type=submit]").click();
				await alert(page).waitFor();
				await expect.poll(() => number(page, "provider-points")).toBe(460);
				expect(await entriesOf(site, id)).toHaveLength(1);
				await page.locator("[role=dialog] button[type=submit]").dblclick();
				await page.waitForURL(`**/user-points/${id}`);
				await expect.poll(() => number(page, "user-points")).toBe(1460);
				expect(await lastEntry(id)).toMatchObject({ reason: "merge:StreamElements", delta: 460 });

				await page.locator("#open-merge").click();
				await page.getByTestId("merged-before").waitFor();
				expect(await page.locator("[role=dialog] button[type=submit]").count()).toBe(0);
				await page.locator("[role=dialog] a.button").first().click();
				await page.waitForURL(`**/user-points/${id}`);

				await changeBalance(site, id, -1200);
				await page.getByTestId("merge").locator("button").click();
				await alert(page).waitFor();
				expect(await entriesOf(site, id)).toHaveLength(3);
				await changeBalance(site, id, 500);
				await page.getByTestId("merge").locator("button").click();
				await expect.poll(() => number(page, "user-points")).toBe(300);
				await expect.poll(() => page.getByTestId("merge").locator("button").count()).toBe(0);
				expect(await lastEntry(id)).toMatchObject({ reason: "merge-undone:StreamElements", delta: -460 });
			},
			REFUSED,
		));

	it("imports a file that is right, whole, and nothing of one that is not", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const [one, other] = [newPlayer(), newPlayer()];
				const ids = [await registerUser(site, one), await registerUser(site, other)] as const;
				await signIn(page, site, "admin", "/user-points/import");
				const preview = page.locator("button[value=preview]");
				await preview.click();
				await alert(page).waitFor();
				await page.locator("textarea").fill(`username,points\n${one},1250\nnobody-${one},5\n${other},2.5\n`);
				await preview.click();
				await page.getByTestId("import-summary").waitFor();
				const lines = page.getByTestId("import-line");
				expect(await lines.count()).toBe(3);
				expect(await page.locator("[data-testid=import-line][data-fault]").count()).toBe(2);
				expect(await page.locator("button[value=import]").count()).toBe(0);
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);

				await page.goto(`${site.origin}/user-points/import`);
				const buffer = Buffer.from(`\uFEFFid;points\r\n${ids[0]};1250\r\n${ids[1]};1000\r\n`);
				await page.locator("input[type=file]").setInputFiles({ name: "p.csv", mimeType: "text/csv", buffer });
				await preview.click();
				await page.locator("button[value=import]").waitFor();
				await scriptsRun(page);
				await changeBalance(site, ids[1], -10);
				await page.locator("button[value=import]").click();
				await alert(page).waitFor();
				expect(await entriesOf(site, ids[0]), "nothing is written").toHaveLength(1);
				expect((await lines.nth(1).innerText()).replace(/\s|,/g, "")).toMatch(/990.*1000/);
				await scriptsRun(page);
				await page.locator("button[value=import]").dblclick();
				await page.waitForURL("**/user-points");
				expect((await Promise.all(ids.map(lastEntry))).map((entry) => entry?.balance_after)).toEqual([
					1250, 1000,
				]);
				expect(await entriesOf(site, ids[0])).toHaveLength(2);

				const { type, text } = await downloadOf(page, "/user-points/export");
				expect(type).toMatch(/^text\/csv/);
				expect(text).toContain(`${ids[0]},${one},${one}@example.com,1250\r\n`);
			},
			REFUSED,
		));
});

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
	it.each([360, 768, 1440])("every page at %i px is accessible and cuts nothing off", (width) =>
		journey(browser, site, { theme, width }, async (page) => {
			const name = newPlayer();
			const id = await registerUser(site, name);
			provider.answers.set(name, 5);
			await changeBalance(site, id, 123_456_789, -65);
			await signIn(page, site, "admin");
			const pages = ["/points", "/user-points", `/user-points?q=${name}&edit=${id}`, "/user-points/import"];
			for (const path of [...pages, `/user-points/${id}`, `/user-points/${id}/merge`]) {
				await page.goto(site.origin + path);
				expect(await axe(page), path).toEqual([]);
				expect(await overflowOf(page), path).toBe(0);
			}
		}),
	);
});

describe("the table", () => {
	it("sorts by its head, and on a phone by a list of its own", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, "admin", "/user-points");
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

	it("gives the focus to the field and back, and lets go by Escape", () =>
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
			await row(page, name).locator("input[name=points]:focus").waitFor();
			await page.keyboard.type("1001");
			await page.keyboard.press("Enter");
			await expect.poll(() => number(page, "row-points")).toBe(1001);
		}));

	it("is for admins", () =>
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
