import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { formatDate } from "~/i18n/format";
import { REVISIONS } from "~/pages/legal.server";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;
shareSite((shared) => {
	({ site, browser } = shared);
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const footer = (page: Page) => page.getByRole("contentinfo");

async function expectToFit(page: Page) {
	const overflow = await page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
	expect(overflow, page.url()).toBe(0);
}

describe.each(PAIRS)("the help page and the legal texts: $lang, scripts $scripts, $width px", (variant) => {
	it("are linked, and can be read without age confirmation", () =>
		journey(browser, site, { ...variant, ageVerified: false }, async (page) => {
			await page.goto(`${site.origin}/help`);
			await scriptsRun(page);
			await heading(page, localized(variant, "Que seja sempre só um jogo", "Keep it just a game")).waitFor();
			const learnMore = page.getByRole("link", { name: localized(variant, "Saber mais", "Learn more") });
			expect(await learnMore.getAttribute("href")).toBe(
				localized(variant, "https://www.gamblingtherapy.org/pt-pt/", "https://www.gamblingtherapy.org/"),
			);
			expect(await learnMore.getAttribute("target")).toBe("_blank");
			expect(await learnMore.getAttribute("rel")).toBe("noopener noreferrer");
			await page.locator('a[href="tel:1414"]').waitFor();
			await expectToFit(page);
			expect(await axe(page)).toEqual([]);

			const texts = [
				[
					"terms",
					localized(variant, "Termos", "Terms"),
					localized(variant, "Termos de utilização", "Terms of use"),
				],
				[
					"privacy",
					localized(variant, "Privacidade", "Privacy"),
					localized(variant, "Privacidade", "Privacy"),
				],
				["cookies", "Cookies", "Cookies"],
			] as const;
			for (const [path, link, title] of texts) {
				await footer(page).getByRole("link", { name: link, exact: true }).click();
				await page.waitForURL(`**/${path}`);
				await heading(page, title).waitFor();
				await page
					.getByText(
						localized(
							variant,
							`Última atualização: ${formatDate(REVISIONS[path], "pt")}`,
							`Last updated: ${formatDate(REVISIONS[path], "en")}`,
						),
					)
					.waitFor();
				await expectToFit(page);
			}

			const contents = page.getByRole("navigation", {
				name: localized(variant, "Nesta página", "On this page"),
			});
			const last = contents.getByRole("link").last();
			const section = await last.innerText();
			await last.click();
			await page.waitForURL("**/cookies#control");
			const target = page.getByRole("heading", { level: 2, name: section });
			await expect
				.poll(() => target.evaluate((element) => element.getBoundingClientRect().top))
				.toBeGreaterThan(63);

			await footer(page)
				.getByRole("link", { name: localized(variant, "Joga com responsabilidade", "Play responsibly") })
				.click();
			await page.waitForURL("**/help");
		}));
});

it("the bio shows the channel's text in the available language, and markup as plain text", async () => {
	const db = openDatabase(site.databaseUrl);
	const about = { pt: 'Olá <script>alert(1)</script>\n\n"><img onerror=x> 🎰', en: "" };
	await db
		.insertInto("site_settings")
		.values([
			{ key: "name", value: JSON.stringify("Navalhas <b>"), updated_at: "2026-01-01T00:00:00.000Z" },
			{ key: "about", value: JSON.stringify(about), updated_at: "2026-01-01T00:00:00.000Z" },
			{ key: "contactEmail", value: '"ola@navalhas.example"', updated_at: "2026-01-01T00:00:00.000Z" },
		])
		.execute();
	await db.destroy();
	await site.restart();
	await journey(browser, site, { lang: "en", width: 360 }, async (page) => {
		await page.goto(`${site.origin}/bio`);
		await scriptsRun(page);
		await heading(page, "About me").waitFor();
		const text = page.getByTestId("about");
		expect(await text.getAttribute("lang")).toBe("pt");
		expect(await text.locator("p").allInnerTexts()).toEqual([
			"Olá <script>alert(1)</script>",
			'"><img onerror=x> 🎰',
		]);
		await expectToFit(page);
		expect(await axe(page)).toEqual([]);
		await page.goto(`${site.origin}/terms`);
		await page.getByText("These are the rules of Navalhas <b>").waitFor();
		await page.getByRole("link", { name: "ola@navalhas.example" }).first().waitFor();
	});
});

it("the help page links a visitor through sign-in to their limits, and a viewer directly", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await page.goto(`${site.origin}/help`);
		const link = page.getByRole("link", { name: "Sign in to set a limit" });
		expect(await link.getAttribute("href")).toBe("/login?returnTo=%2Fpoints%2Fcare");
		await signIn(page, site, "ana", "/help");
		await scriptsRun(page);
		await page.getByRole("link", { name: "Set a limit or take a break" }).click();
		await page.waitForURL("**/points/care");
	}));

it("the cookies page names every cookie that a visit sets", () =>
	journey(browser, site, { lang: "pt", ageVerified: false }, async (page) => {
		const seen = new Set<string>();
		page.on("response", async (response) => {
			if (!response.url().startsWith(site.origin)) return;
			for (const { name, value } of await response.headersArray()) {
				if (name.toLowerCase() === "set-cookie") seen.add(value.split("=")[0] ?? "");
			}
		});
		await page.goto(`${site.origin}/mini-games/plinko`);
		await page
			.getByRole("button", { name: /\+18|18/ })
			.first()
			.click();
		await page
			.getByRole("button", { name: /Apostar|Largar|Jogar/ })
			.first()
			.waitFor();
		await signIn(page, site, "ana", "/cookies");
		await expect.poll(() => seen.size).toBeGreaterThanOrEqual(4);
		const names = await page.locator("code").allInnerTexts();
		const known = new RegExp(`^(${names.map((name) => name.replace("…", ".*")).join("|")})$`);
		for (const name of seen) expect(decodeURIComponent(name)).toMatch(known);
	}));
