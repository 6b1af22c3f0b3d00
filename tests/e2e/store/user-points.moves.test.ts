import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, scriptsRun } from "../../support/browser/plinko-page";
import {
	alert,
	changeBalance,
	downloadOf,
	entriesOf,
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
const lastEntry = async (id: string) => (await entriesOf(site, id)).at(-1);

describe.each(PAIRS)("external points: $lang, scripts $scripts, $width px", (variant) => {
	const ready = readyIn(variant);

	it("are merged from the provider once, and the merge can be undone", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				provider.answers.set(name, 450);
				await signIn(page, site, "admin", `/user-points?q=${name}`);
				await ready(page);
				await userRow(page, name).locator("a[href$='/merge']").click();
				await page.getByTestId("provider-points").waitFor();
				expect([
					await number(page, "site-points"),
					await number(page, "provider-points"),
					await number(page, "after-merge"),
				]).toEqual([1000, 450, 1450]);
				const question =
					variant.lang === "pt"
						? "Deseja somar e atualizar os pontos no website?"
						: "Do you want to add these points and update the balance on the site?";
				await page.getByText(question).waitFor();
				await ready(page);

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

	it("are imported completely from a valid file, and not at all from an invalid one", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const [one, other] = [newPlayer(), newPlayer()];
				const ids = [await registerUser(site, one), await registerUser(site, other)] as const;
				await signIn(page, site, "admin", "/user-points/import");
				await ready(page);
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

				await page.goto(`${site.origin}/user-points/import`);
				await ready(page);
				const buffer = Buffer.from(`\uFEFFid;points\r\n${ids[0]};1250\r\n${ids[1]};1000\r\n`);
				await page.locator("input[type=file]").setInputFiles({ name: "p.csv", mimeType: "text/csv", buffer });
				await preview.click();
				await page.locator("button[value=import]").waitFor();
				await ready(page);
				await changeBalance(site, ids[1], -10);
				await page.locator("button[value=import]").click();
				await alert(page).waitFor();
				expect(await entriesOf(site, ids[0]), "nothing is written").toHaveLength(1);
				expect((await lines.nth(1).innerText()).replace(/\s|,/g, "")).toMatch(/990.*1000/);
				await ready(page);
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

describe("a failing points provider", () => {
	it("is requested again when the admin retries", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			const name = newPlayer();
			const id = await registerUser(site, name);
			provider.answers.set(name, { status: 503 });
			await signIn(page, site, "admin", `/user-points/${id}/merge`);
			await scriptsRun(page);
			expect(await alert(page).innerText()).toContain("503");
			provider.answers.set(name, 450);
			// The failure is cached for a moment, so that clicks do not repeat the request.
			await expect
				.poll(async () => {
					const again = page.locator("[role=dialog] a[href$='/merge']");
					if ((await again.count()) > 0) await again.click({ timeout: 2000 }).catch(() => {});
					return page.getByTestId("provider-points").count();
				})
				.toBe(1);
			expect(await number(page, "provider-points")).toBe(450);
		}));
});

describe("a lost connection", () => {
	/** The browser's console message. */
	const LOST = [/ERR_INTERNET_DISCONNECTED/];
	const unreached = (page: Page) => alert(page).getByText("Can't reach the site");

	it("keeps the pasted text and its preview", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				const text = `sep=;\nusername;points\n${name};1250\n`;
				await signIn(page, site, "admin", "/user-points/import");
				await scriptsRun(page);
				await page.locator("textarea").fill(text);
				await page.context().setOffline(true);
				await page.locator("button[value=preview]").click();
				await unreached(page).waitFor();
				expect(await page.locator("textarea").inputValue()).toBe(text);
				await page.context().setOffline(false);
				await page.locator("button[value=preview]").click();
				await page.getByTestId("import-line").waitFor();
				expect(await alert(page).count()).toBe(0);

				await page.context().setOffline(true);
				await page.locator("button[value=import]").click();
				await unreached(page).waitFor();
				expect(await page.getByTestId("import-line").count()).toBe(1);
				await page.context().setOffline(false);
				await page.locator("button[value=import]").click();
				await page.waitForURL("**/user-points");
				expect(await lastEntry(id)).toMatchObject({ balance_after: 1250 });
			},
			LOST,
		));

	it("keeps the question of a merge", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				const name = newPlayer();
				const id = await registerUser(site, name);
				provider.answers.set(name, 450);
				await signIn(page, site, "admin", `/user-points/${id}/merge`);
				await scriptsRun(page);
				await page.context().setOffline(true);
				await page.locator("[role=dialog] button[type=submit]").click();
				await unreached(page).waitFor();
				expect(await number(page, "after-merge")).toBe(1450);
				await page.context().setOffline(false);
				await page.locator("[role=dialog] button[type=submit]").click();
				await expect.poll(() => number(page, "user-points")).toBe(1450);
				expect(await lastEntry(id)).toMatchObject({ delta: 450 });
			},
			LOST,
		));
});
