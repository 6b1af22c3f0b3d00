import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_RULES } from "~/earning/rules/earning-rules";
import { fieldsOf } from "~/earning/rules/rule-fields";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
/** The first save of the rules: 10 points a day. */
const RULES = fieldsOf({ ...NO_RULES, daily: 10 }, "UTC");

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
	const fields = Object.entries({ intent: "save", revision: 0, ...RULES });
	const response = await fetch(`${site.origin}/settings/earning`, {
		method: "POST",
		headers: { cookie: await signInWithCookies(site, "admin"), "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])),
		redirect: "manual",
	});
	expect(response.status).toBe(302);
});
afterAll(() => site?.close());

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const press = (page: Page, intent: "save" | "preview") => page.locator(`button[value=${intent}]`).click();

async function expectSound(page: Page) {
	expect(await axe(page)).toEqual([]);
	expect(await overflowOf(page)).toBe(0);
}

describe.each(PAIRS)("earning points: $lang, scripts $scripts, $width px", (variant) => {
	it("the daily bonus is collected once a day", () =>
		journey(browser, site, variant, async (page) => {
			await page.goto(`${site.origin}/earn`);
			await expectSound(page);
			await signIn(page, site, newPlayer(), "/store");
			await scriptsRun(page);
			await page.locator("#content a[href='/earn']").click();
			await page.waitForURL("**/earn");
			const bonus = page.getByTestId("daily-bonus");
			await bonus.locator("button").click();
			await expect.poll(() => bonus.getAttribute("data-state")).toBe("collected");
			const points = Number((await bonus.getByRole("status").innerText()).match(/\d+/)?.[0]);
			await expect.poll(() => number(page, "balance")).toBe(1000 + points);
			expect(await bonus.locator("button").count()).toBe(0);
			await expectSound(page);
			await page.goto(`${site.origin}/points`);
			const entry = page.locator("tr", { hasText: localized(variant, "Bónus diário", "Daily bonus") });
			await entry.getByText(`+${points}`).waitFor();
		}));

	it("an admin's rules keep what was typed, show what last week would have paid, and are on the public page", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await signIn(page, site, "admin", "/settings/earning");
				await scriptsRun(page);
				await expectSound(page);
				const daily = Number(await field(page, "daily").inputValue()) + 10;
				const paid = 7000 + daily;
				await field(page, "daily").fill(String(daily));
				await field(page, "gift2").fill(String(paid));
				await field(page, "watch").fill("ten");
				await field(page, "ignored").fill("NightBot\nmy bot!");
				await press(page, "save");
				await page.locator("#field-watch-error:not(:empty)").waitFor();
				expect(await page.locator("#field-ignored-error").innerText()).toMatch(/200/);
				expect(await field(page, "gift2").inputValue()).toBe(String(paid));
				expect(await field(page, "watch").inputValue()).toBe("ten");
				await expectSound(page);

				await field(page, "watch").fill("15");
				await field(page, "ignored").fill("@NightBot\nstreamelements");
				await press(page, "preview");
				const table = page.getByTestId("rules-preview");
				await table.waitFor();
				const bonus = table.locator("tbody tr").first();
				const [count = 0, before = 0, after = 0] = (await bonus.locator("td").allInnerTexts()).map((text) =>
					Number(text.replaceAll(/\D/g, "")),
				);
				expect([before, after]).toEqual([count * (daily - 10), count * daily]);
				expect(count).toBeGreaterThan(0);
				expect(await field(page, "gift2").inputValue()).toBe(String(paid));
				await expectSound(page);

				await press(page, "save");
				await page.getByText(localized(variant, "Definições guardadas.", "Settings saved.")).waitFor();
				expect(await field(page, "ignored").inputValue()).toBe("nightbot\nstreamelements");
				expect(await field(page, "gift2").inputValue()).toBe(String(paid));

				const visitor = await newPage(browser, site.origin, variant);
				await visitor.goto(`${site.origin}/earn`);
				const number =
					variant.lang === "pt" ? String(paid).replace(/^7/, "7\u00a0") : String(paid).replace(/^7/, "7,");
				await visitor
					.getByText(localized(variant, `Nível 2: ${number} pontos`, `Tier 2: ${number} points`))
					.waitFor();
				expect(await visitor.locator("main").innerText()).not.toContain("Bits");
				await expectSound(visitor);
				await visitor.context().close();

				await page.goto(`${site.origin}/changes`);
				await page.getByText("nightbot, streamelements").first().waitFor();
			},
			[/status of 400/],
		));
});

it("rules of a form that another admin has overtaken are refused, with the typed values", () =>
	journey(
		browser,
		site,
		{ lang: "en", scripts: false },
		async (page) => {
			await signIn(page, site, "admin", "/settings/earning");
			const other = await page.context().newPage();
			await other.goto(`${site.origin}/settings/earning`);
			await field(other, "follow").fill("11");
			await press(other, "save");
			await other.close();
			for (const turn of [1, 2]) {
				await field(page, "follow").fill(String(turn));
				await press(page, "save");
				await page.getByRole("alert").getByText("another admin").waitFor();
				expect(await field(page, "follow").inputValue()).toBe(String(turn));
			}
		},
		[/status of 409/],
	));
