/** From a site without settings to the first admin on the settings page, by the link in the log. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey } from "../../support/browser/journey";
import { workerBrowser } from "../../support/browser/worker-browser";
import { type Site, startSite } from "../../support/site/site";

const VARIANTS = [
	{ lang: "pt", scripts: false, width: 360 },
	{ lang: "en", scripts: true, width: 1280 },
] as const satisfies readonly PageOptions[];
const UNSET = [
	...["APP_ORIGIN", "SESSION_SECRET", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
	...["OIDC_ROLES_CLAIM", "OIDC_USERNAME_CLAIM", "OIDC_AUDIENCE", "OIDC_CONNECTION"],
];
const REFUSED = [/status of (400|403|503)/];

let browser: Browser;
beforeAll(async () => {
	browser = await workerBrowser();
});

const lastLink = (site: Site) => /"link":"([^"]+)"(?!.*"link":")/s.exec(site.logs())?.[1] ?? "";
const healthOf = async (site: Site): Promise<string> =>
	fetch(`${site.origin}/healthz`).then(
		async (answer) => (await answer.json()).status,
		() => "nothing",
	);
const widthOver = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const primary = (page: Page) => page.locator("main .button-primary").last();
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const heading = (page: Page, text: string) => page.getByRole("heading", { name: text });

async function expectGoodPage(page: Page) {
	expect(await widthOver(page), page.url()).toBeLessThanOrEqual(0);
	expect(await axe(page), page.url()).toEqual([]);
}

describe.each(VARIANTS)("a new site: $lang, scripts $scripts, $width px", (variant) => {
	const text = (pt: string, en: string) => (variant.lang === "pt" ? pt : en);

	it("is set up by the link in the log, and its first admin gets to the settings", async () => {
		const site = await startSite({ env: Object.fromEntries(UNSET.map((name) => [name, ""])) });
		const steps = async (page: Page) => {
			await page.goto(`${site.origin}/store`);
			await heading(page, text("Este site está a ser preparado", "This site is being set up")).waitFor();
			await expectGoodPage(page);
			await page.locator("main a[href='/setup']").click();
			await heading(page, text("Abre a ligação que está no registo", "Open the link in the log")).waitFor();
			await page.goto(lastLink(site));
			expect(page.url()).toBe(`${site.origin}/setup`);
			await page.locator("a[href='/setup?provider=other']").click();
			expect(await page.locator("#redirect").inputValue()).toBe(`${site.origin}/login/callback`);
			await expectGoodPage(page);

			expect(await field(page, "APP_ORIGIN").inputValue()).toBe(site.origin);
			await field(page, "OIDC_ISSUER").fill(`${site.provider.issuer}/elsewhere`);
			await field(page, "OIDC_CLIENT_ID").fill(site.client.clientId);
			await field(page, "OIDC_CLIENT_SECRET").fill(site.client.clientSecret);
			await primary(page).click();
			await page
				.getByText(text("Nenhum serviço de autenticação responde", "No sign-in service answers there"))
				.waitFor();
			await expectGoodPage(page);
			expect(await field(page, "OIDC_CLIENT_ID").inputValue()).toBe(site.client.clientId);
			expect(await field(page, "OIDC_CLIENT_SECRET").inputValue()).toBe("");
			await field(page, "OIDC_ISSUER").fill(site.provider.issuer);
			await primary(page).click();

			await heading(page, text("Experimenta", "Test it")).waitFor();
			await primary(page).click();
			await page.locator("#name").fill("Streamer");
			await page.locator("#name + button").click();
			await heading(page, text("Funciona", "It works")).waitFor();
			expect(page.url()).toBe(`${site.origin}/setup`);
			expect(await page.locator("dl").textContent()).toContain("demo|streamer");
			await expectGoodPage(page);
			await primary(page).click();
			await heading(page, text("Está pronto", "All set")).waitFor();
			expect(await primary(page).getAttribute("href")).toBe("/login?returnTo=%2Fsettings");
			// The page leads there by itself, but the moment depends on the machine.
			await page.goto("about:blank");

			await expect.poll(() => healthOf(site), { timeout: 60_000 }).toBe("ok");
			await page.goto(`${site.origin}/login?returnTo=%2Fsettings&login_hint=streamer`);
			await heading(page, text("Definições", "Settings")).waitFor();
			expect(page.url()).toBe(`${site.origin}/settings`);
			await page.goto(lastLink(site));
			expect(page.url()).toBe(`${site.origin}/`);
		};
		try {
			await journey(browser, site, variant, steps, REFUSED);
			// Nothing else is needed after a restart.
			await site.restart();
			expect(await healthOf(site)).toBe("ok");
			expect(site.logs()).not.toContain(site.client.clientSecret);
		} finally {
			await site.close();
		}
	});
});
