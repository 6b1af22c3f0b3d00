import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startBot } from "../../support/bot-server";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { type Site, startSite } from "../../support/site/site";

const REFUSED = [/status of 40[09]/];

let site: Site;
let browser: Browser;
let bot: Awaited<ReturnType<typeof startBot>>;

beforeAll(async () => {
	bot = await startBot();
	// Only an origin of the environment may be on this machine.
	const env = { RATE_LIMIT_SCALE: "50", TEST_ORIGIN: new URL(bot.url).origin, PLAY_REMINDER_MINUTES: "45" };
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
});
afterAll(async () => {
	await site?.close();
	await bot?.close();
});
beforeEach(() => {
	bot.received.length = 0;
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
/** A form that is being saved ignores further clicks; an error is displayed before that ends. */
const submit = (page: Page, form: string) =>
	page.locator(`[data-testid=${form}] button[type=submit]:not([aria-disabled])`).click();
const open = async (page: Page, path: string) => {
	await signIn(page, site, "admin", path);
	await scriptsRun(page);
};
const widthOver = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(PAIRS)("an admin of the services: $lang, scripts $scripts, $width px", (variant) => {
	const saved = () => localized(variant, "Definições guardadas.", "Settings saved.");

	it("sets up the redeem bot, tries it, and removes it", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await open(page, "/settings/services");
				expect(await axe(page)).toEqual([]);
				expect(await widthOver(page)).toBe(0);
				expect(await page.getByTestId("test-bot").count()).toBe(0);
				await field(page, "REDEEM_BOT_URL").fill("http://127.0.0.1:1/");
				await field(page, "REDEEM_BOT_SECRET").fill("short");
				await submit(page, "form-bot");
				const wrong = localized(variant, "Pelo menos 16 caracteres", "At least 16 characters");
				await expect.poll(() => page.locator("#field-REDEEM_BOT_SECRET-error").innerText()).toContain(wrong);
				expect(await field(page, "REDEEM_BOT_URL").inputValue(), "the typed value is kept").toContain("127");
				await field(page, "REDEEM_BOT_SECRET").fill("0123456789abcdef");
				await submit(page, "form-bot");
				await page.getByText(saved()).waitFor();
				await submit(page, "test-bot");
				const refused = localized(
					variant,
					"O endereço do bot não é público",
					"The bot's address isn't public",
				);
				await page.getByTestId("test-bot").getByText(refused).waitFor();

				await field(page, "REDEEM_BOT_URL").fill(bot.url);
				await submit(page, "form-bot");
				await expect.poll(() => field(page, "REDEEM_BOT_URL").inputValue()).toBe(bot.url);
				expect(await field(page, "REDEEM_BOT_SECRET").inputValue()).toBe("");
				await page.getByText(localized(variant, "Já há um guardado", "One is saved")).waitFor();
				expect(await page.content()).not.toContain("0123456789abcdef");
				await submit(page, "test-bot");
				await page.getByText(localized(variant, "O bot aceitou", "The bot accepted")).waitFor();
				expect(bot.received).toHaveLength(1);
				expect(JSON.parse(bot.received[0]?.body ?? "")).toMatchObject({ username: "admin" });
				expect(bot.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
				expect(await axe(page)).toEqual([]);

				await field(page, "REDEEM_BOT_URL").fill("");
				await submit(page, "form-bot");
				await expect.poll(() => page.getByTestId("test-bot").count()).toBe(0);
				await page.goto(`${site.origin}/changes`);
				const log = await page.getByRole("main").innerText();
				expect(log).toContain(
					localized(variant, "Definições do bot de resgates editadas", "Redeem bot settings edited"),
				);
				expect(log).not.toContain(bot.url);
			},
			REFUSED,
		));

	it("changes the rules at once, except those of the environment", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await open(page, "/settings/rules");
				expect(await axe(page)).toEqual([]);
				expect(await widthOver(page)).toBe(0);
				expect(await field(page, "PLAY_REMINDER_MINUTES").count()).toBe(0);
				await page.getByText("PLAY_REMINDER_MINUTES").waitFor();
				await field(page, "STARTING_POINTS").fill("lots");
				await submit(page, "form-rules");
				const wrong = localized(variant, "Um número inteiro a partir de 0", "A whole number from 0");
				await page.locator("#field-STARTING_POINTS-error").getByText(wrong).waitFor();
				// Without a separator of thousands.
				const points = `${variant.width % 1000}`;
				await field(page, "STARTING_POINTS").fill(points);
				await field(page, "SITE_TIMEZONE").fill("Atlantic/Azores");
				await submit(page, "form-rules");
				await page.getByText(saved()).waitFor();
				await page.goto(`${site.origin}/terms`);
				expect(await page.getByRole("main").innerText()).toContain(points);
				await page.goto(`${site.origin}/settings/rules`);
				await scriptsRun(page);
				await page.locator("input[name=BACKUP_FOLDER]").check();
				await submit(page, "form-backups");
				await page.getByText(saved()).waitFor();
				expect(await page.locator("input[name=BACKUP_FOLDER]").isChecked()).toBe(true);
				await page.locator("input[name=BACKUP_FOLDER]").uncheck();
				await submit(page, "form-backups");
				await expect.poll(() => page.locator("input[name=BACKUP_FOLDER]").isChecked()).toBe(false);
			},
			REFUSED,
		));

	it("names the games and dates the legal texts, and every page follows at once", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await open(page, "/settings/texts");
				expect(await axe(page)).toEqual([]);
				expect(await widthOver(page)).toBe(0);
				await field(page, "PLINKO_NAME").fill("x".repeat(41));
				await submit(page, "form-names");
				const wrong = localized(variant, "Até 40 caracteres.", "Up to 40 characters.");
				await page.locator("#field-PLINKO_NAME-error").getByText(wrong).waitFor();
				await field(page, "PLINKO_NAME").fill("Bolas <b>");
				await field(page, "PLINKO_NAME_EN").fill("Balls <b>");
				await field(page, "SLOTS_TITLE").fill("Demos");
				await submit(page, "form-names");
				await page.getByText(saved()).waitFor();
				const name = localized(variant, "Bolas <b>", "Balls <b>");
				// With scripts, the page is not loaded again.
				if (variant.width > 1000) await page.getByRole("banner").locator("a[href='/']").first().click();
				else await page.goto(site.origin);
				await page.getByRole("main").locator("a[href='/mini-games']").first().click();
				await page.getByRole("heading", { name, exact: true }).waitFor();
				await page.goto(`${site.origin}/mini-games/plinko`);
				await page.getByRole("heading", { name, exact: true }).first().waitFor();
				expect(await page.title()).toContain(`${name} · `);
				await page.goto(`${site.origin}/slots`);
				await page.getByRole("heading", { level: 1, name: "Demos", exact: true }).waitFor();
				await page.goto(`${site.origin}/settings/texts`);
				await scriptsRun(page);
				for (const empty of ["PLINKO_NAME", "PLINKO_NAME_EN", "SLOTS_TITLE"])
					await field(page, empty).fill("");
				await submit(page, "form-names");
				await page.getByText(saved()).waitFor();
				await field(page, "LEGAL_DATE").fill("2025-05-13");
				await submit(page, "form-legal");
				await expect
					.poll(() => page.locator("[data-testid=form-legal] [name=revision]").inputValue())
					.not.toBe("0");
				await page.goto(`${site.origin}/terms`);
				const date = localized(variant, "13 de maio de 2025", "13 May 2025");
				expect(await page.getByRole("main").innerText()).toContain(date);
				await page.goto(`${site.origin}/changes`);
				expect(await page.getByRole("main").innerText()).toContain(
					localized(variant, "Nome do Plinko em inglês", "Name of Plinko in English"),
				);
			},
			REFUSED,
		));

	it("adds and removes an admin, who gets and loses the pages at once", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `helper${variant.lang}${variant.width}`;
				await signIn(page, site, name);
				await page.context().clearCookies({ name: /session/ });
				await open(page, "/settings/admins");
				expect(await axe(page)).toEqual([]);
				expect(await widthOver(page)).toBe(0);
				await field(page, "who").fill("nobody-here");
				await page.locator("form:has(#field-who) button").click();
				const unknown = localized(variant, "Ninguém chamado nobody-here", "Nobody called nobody-here");
				await page.getByText(unknown).waitFor();
				expect(await field(page, "who").inputValue()).toBe("nobody-here");
				await field(page, "who").fill(name);
				await page.locator("form:has(#field-who) button").click();
				await page.getByText(localized(variant, "Administrador adicionado.", "Admin added.")).waitFor();

				const helper = await page.context().browser()?.newContext();
				const theirs = await helper?.newPage();
				if (!helper || !theirs) throw new Error("no second browser");
				await theirs.goto(`${site.origin}/login?login_hint=${name}&returnTo=/settings`);
				expect(new URL(theirs.url()).pathname).toBe("/settings");
				const remove = localized(variant, `Remover ${name}`, `Remove ${name}`);
				await page.getByRole("button", { name: remove, exact: true }).click();
				await page.getByText(localized(variant, "Administrador removido.", "Admin removed.")).waitFor();
				await theirs.goto(`${site.origin}/settings`);
				expect(new URL(theirs.url()).pathname).toBe("/");
				await helper.close();
			},
			REFUSED,
		));
});
