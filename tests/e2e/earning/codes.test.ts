import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
});
afterAll(() => site?.close());

const NOISE = [/status of 40[09]/];
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const claimed = (page: Page) => page.getByTestId("claimed");
const content = (page: Page) => page.locator("#content");
const fault = (page: Page) => content(page).locator("#field-code-error");
/** A code that no other test has. Digits that look like letters would be compared as those. */
const newText = () => `FESTA ${newPlayer().replaceAll(/[0-9]/g, "x")}`;

async function expectSound(page: Page) {
	expect(await axe(page)).toEqual([]);
	expect(await overflowOf(page)).toBe(0);
}

async function enter(page: Page, text: string) {
	await content(page).locator("input[name=code]").fill(text);
	await content(page).locator("form[action='/claim'] button").click();
}

describe.each(PAIRS)("a claim code: $lang, scripts $scripts, $width px", (variant) => {
	it("goes from the admin's form over the overlay into the viewer's statement, once", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const text = newText();
				await signIn(page, site, "admin", "/codes");
				await scriptsRun(page);
				await page.locator("#field-code").fill("?!");
				await page.locator("#field-points").fill("75");
				await page.locator("#field-maxClaims").fill("2");
				const create = page.getByRole("button", {
					name: localized(variant, "Criar código", "Create code"),
				});
				await create.click();
				await fault(page).getByText("40").waitFor();
				expect(await page.locator("#field-points").inputValue()).toBe("75");
				await expectSound(page);
				await page.locator("#field-code").fill(text);
				await create.click();
				const line = page.locator("li[data-state]", { hasText: text });
				await line.waitFor();
				expect(await line.getAttribute("data-state")).toBe("running");
				await expectSound(page);

				const address = await page.locator("input[readonly]").inputValue();
				const overlay = await newPage(browser, site.origin, variant);
				await overlay.goto(address);
				await overlay.getByText(text).waitFor();
				expect(await overlay.getByTestId("claims-left").innerText()).toMatch(/2/);
				expect(await overlay.getByTestId("time-left").innerText()).toMatch(/^(10:00|9:\d\d)$/);
				await expectSound(overlay);

				const viewer = await newPage(browser, site.origin, variant);
				await signIn(viewer, site, newPlayer(), "/help");
				await scriptsRun(viewer);
				const field = viewer.locator("header input[name=code]");
				if (variant.width === 1280) {
					await field.fill(text.toLowerCase().replace(" ", "-"));
					await field.press("Enter");
				} else {
					expect(await field.isVisible()).toBe(false);
					await viewer.goto(`${site.origin}/claim/${encodeURIComponent(text.toLowerCase())}`);
					await scriptsRun(viewer);
					await content(viewer).locator("form[action='/claim'] button").click();
				}
				await claimed(viewer).getByText("75").waitFor();
				await viewer.waitForURL(/\/claim/);
				await expect.poll(() => number(viewer, "balance")).toBe(1075);
				await expectSound(viewer);
				await scriptsRun(viewer);

				await enter(viewer, text);
				await claimed(viewer)
					.getByText(localized(variant, "Já tinhas usado", "You've already claimed"))
					.waitFor();
				await enter(viewer, "NO SUCH CODE");
				await fault(viewer)
					.getByText(localized(variant, "não existe", "no such code"))
					.waitFor();
				expect(await content(viewer).locator("input[name=code]").inputValue()).toBe("NO SUCH CODE");
				await expectSound(viewer);

				// The overlay follows: by scripts, or by a reload of the page.
				await expect
					.poll(() => overlay.getByTestId("claims-left").innerText(), { timeout: 20_000 })
					.toMatch(/1/);
				const end = localized(variant, `Terminar já: ${text}`, `End now: ${text}`);
				await page.getByRole("button", { name: end, exact: true }).click();
				await page.locator("li[data-state=over]", { hasText: text }).waitFor();
				await expect.poll(() => overlay.getByText(text).count(), { timeout: 20_000 }).toBe(0);

				const late = await newPage(browser, site.origin, variant);
				await signIn(late, site, newPlayer(), `/claim/${encodeURIComponent(text)}`);
				await scriptsRun(late);
				await content(late).locator("form[action='/claim'] button").click();
				await fault(late)
					.getByText(localized(variant, "já não é válido", "no longer valid"))
					.waitFor();
				expect(await number(late, "balance")).toBe(1000);

				await viewer.goto(`${site.origin}/points`);
				const entry = viewer.locator("tr", {
					hasText: localized(variant, "Código do direto", "Code from the stream"),
				});
				await entry.getByText("+75").waitFor();
				expect(await entry.count()).toBe(1);
				for (const one of [overlay, viewer, late]) await one.context().close();
			},
			NOISE,
		));
});

it("a visitor at the address of a code signs in, and finds the code in the field", () =>
	journey(browser, site, { lang: "en", scripts: false }, async (page) => {
		await page.goto(`${site.origin}/claim/SEXTA%20A%20BRILHAR`);
		expect(await page.locator("header input[name=code], main input[name=code]").count()).toBe(0);
		await expectSound(page);
		await content(page).getByRole("link", { name: "Sign in to claim it" }).click();
		await page.waitForURL(/interaction/);
		await page.goto(
			`${site.origin}/login?login_hint=${newPlayer()}&returnTo=%2Fclaim%2FSEXTA%2520A%2520BRILHAR`,
		);
		expect(await content(page).locator("input[name=code]").inputValue()).toBe("SEXTA A BRILHAR");
	}));

it("the overlay is at a secret address, which an admin can replace", () =>
	journey(
		browser,
		site,
		{ lang: "en", scripts: false },
		async (page) => {
			await signIn(page, site, "admin", "/codes");
			const before = await page.locator("input[readonly]").inputValue();
			await page.getByRole("button", { name: "Create a new address" }).click();
			await expect.poll(() => page.locator("input[readonly]").inputValue()).not.toBe(before);
			expect((await fetch(before)).status).toBe(404);
			expect((await fetch(await page.locator("input[readonly]").inputValue())).status).toBe(200);
		},
		NOISE,
	));

it("tries of codes are limited per viewer, and per address for all of them", async () => {
	const slow = await startSite({ env: { RATE_LIMIT_SCALE: "0.2" } });
	try {
		const claim = async (cookie: string) => {
			const response = await fetch(`${slow.origin}/claim`, {
				method: "POST",
				headers: { cookie, "sec-fetch-site": "same-origin", accept: "text/html" },
				body: new URLSearchParams({ code: "NOSUCHCODE" }),
			});
			await response.body?.cancel();
			return response.status;
		};
		const cookies: string[] = [];
		for (let viewer = 0; viewer < 9; viewer++) cookies.push(await signInWithCookies(slow, newPlayer()));
		const [first = "", last = ""] = [cookies[0], cookies.at(-1)];
		const statuses: number[] = [];
		for (const cookie of cookies.slice(0, 8)) {
			for (let turn = 0; turn < 3; turn++) statuses.push(await claim(cookie));
			if (cookie === first) expect(await claim(cookie), "a viewer's 4th of 3").toBe(429);
		}
		expect(new Set(statuses)).toEqual(new Set([409]));
		expect(await claim(last), "the 25th of 24 of an address").toBe(429);
	} finally {
		await slow.close();
	}
});
