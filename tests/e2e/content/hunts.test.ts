import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openHunts } from "../../support/data/hunt-rows";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
let browser: Browser;
let hunts: ReturnType<typeof openHunts>;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
	hunts = openHunts(site);
});
afterAll(async () => {
	hunts?.close();
	await site?.close();
});

const REFUSED = [/status of 40[09]/];
const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const form = (page: Page, intent: string) => page.getByTestId(`form-${intent}`);
const submit = (page: Page, intent: string) => form(page, intent).locator("button[type=submit]").click();
const manage = async (page: Page) => {
	await signIn(page, site, "admin", "/bonus-hunt/manage");
	await scriptsRun(page);
};
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const ADMINS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 1280 },
	{ lang: "en", scripts: false, width: 360 },
];

describe.each(ADMINS)("an admin of a hunt: $lang, scripts $scripts, $width px", (variant) => {
	it("runs a hunt from its creation to the winner's prize", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				hunts.finishAll();
				await manage(page);
				expect(await axe(page)).toEqual([]);
				await page.locator("#hunt-title").fill(HOSTILE);
				await page.locator("#hunt-startCost").fill("1.000");
				await submit(page, "start");
				await expect.poll(() => page.locator("#hunt-startCost-error").innerText()).not.toBe("");
				expect(await page.locator("#hunt-title").inputValue(), "the typed value is kept").toBe(HOSTILE);
				await page.locator("#hunt-startCost").fill("100,00");
				await page.locator("#hunt-stopLoss").fill("100,01");
				await submit(page, "start");
				await expect.poll(() => page.locator("#hunt-stopLoss-error").innerText()).not.toBe("");
				await page.locator("#hunt-stopLoss").fill("");
				await submit(page, "start");
				await form(page, "add-slot").waitFor();
				expect(await page.getByTestId("hunt-title").innerText()).toBe(HOSTILE);
				const huntId = String(hunts.open()?.id);

				// After Enter or a click the focus returns to the name field.
				for (const [place, name] of [HOSTILE, "Wolf Gold", "Fruit Party"].entries()) {
					await page.locator("#add-name").fill(name);
					if (place === 0) await page.locator("#add-bet").fill("2,50");
					if (place === 1) await submit(page, "add-slot");
					else await page.locator("#add-bet").press("Enter");
					await expect.poll(() => page.getByTestId("slot-row").count()).toBe(place + 1);
					await expect.poll(() => page.locator("#add-name").inputValue()).toBe("");
					await expect.poll(() => page.locator("#add-name:focus").count()).toBe(1);
					expect(await page.locator("#add-bet").inputValue()).toBe(localized(variant, "2,50", "2.50"));
				}
				expect([await axe(page), await overflow(page)]).toEqual([[], 0]);

				const [winner, other] = [newPlayer(), newPlayer()];
				await guessAs(winner, "100");
				await guessAs(other, "1");
				await page.locator("#next-payout").fill("-5");
				await submit(page, "open-slot");
				await expect.poll(() => page.locator("#next-error").innerText()).not.toBe("");
				for (const [place, payout] of ["30", "0", "120.50"].entries()) {
					await page.locator("#next-payout").fill(payout);
					await page.locator("#next-payout").press("Enter");
					const opened = localized(variant, `${place + 1} de 3`, `${place + 1} of 3`);
					await page.getByTestId("hunt-opened").getByText(opened).waitFor();
					if (place < 2) await expect.poll(() => page.locator("#next-payout:focus").count()).toBe(1);
				}
				await page
					.getByTestId("guessing")
					.getByText(localized(variant, "fechados", "closed"))
					.waitFor();
				expect(hunts.slots(huntId)).toMatchObject([{ payout: 3000 }, { payout: 0 }, { payout: 12_050 }]);

				await submit(page, "undo");
				await page
					.getByTestId("hunt-opened")
					.getByText(localized(variant, "2 de 3", "2 of 3"))
					.waitFor();
				await form(page, "move-slot").nth(1).locator("button").click();
				await expect.poll(() => hunts.slots(huntId)[1]?.name).toBe(HOSTILE);
				await expect.poll(() => page.getByTestId("slot-row").nth(0).innerText()).toContain("Wolf Gold");

				await page.getByTestId("slot-row").nth(2).locator("a[id^=edit-]").click();
				await form(page, "edit-slot").waitFor();
				await page.locator("#edit-image").fill("javascript:alert(1)");
				await submit(page, "edit-slot");
				await expect.poll(() => page.locator("#edit-image-error").innerText()).not.toBe("");
				expect(await axe(page)).toEqual([]);
				await page.locator("#edit-image").fill("");
				await page.locator("#edit-preNote").fill("Chat's choice");
				await page.locator("#edit-payout").fill("120,50");
				await submit(page, "edit-slot");
				await page
					.getByTestId("hunt-opened")
					.getByText(localized(variant, "3 de 3", "3 of 3"))
					.waitFor();

				// The payouts are known, so the page has no button to reopen guessing.
				await page
					.getByTestId("guessing")
					.getByText(localized(variant, "não podem ser reabertos", "can't be reopened"))
					.waitFor();
				expect(await form(page, "guessing").count()).toBe(0);
				await page.locator('a[href="/bonus-hunt/manage?ask=finish#finish"]').click();
				await form(page, "finish").waitFor();
				await submit(page, "finish");
				await page.waitForURL(`**/bonus-hunt/past/${huntId}`);
				await scriptsRun(page);
				// Normalises the no-break space between number and sign.
				const won = (await page.getByTestId("past-won").innerText()).replaceAll(/\s/g, " ");
				expect(won).toBe(localized(variant, "150,50 €", "€150.50"));
				expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
				expect(await page.getByTestId("guess-row").count()).toBe(2);

				await page.locator("a[id^=correct-]").nth(0).click();
				await form(page, "payout").waitFor();
				await page.locator("#correct-payout").fill("much");
				await submit(page, "payout");
				await expect.poll(() => page.locator("#correct-payout-error").innerText()).not.toBe("");
				expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
				await page.locator("#correct-payout").fill("0,75");
				await submit(page, "payout");
				const corrected = localized(variant, "151,25", "151.25");
				await page.getByTestId("past-won").getByText(corrected).waitFor();
				await page.locator("#prize-points").fill("0");
				await page.locator("#prize-points").press("Enter");
				await expect.poll(() => page.locator("#prize-points-error").innerText()).not.toBe("");
				await page.locator("#prize-points").fill("250");
				await page.locator("#prize-points").press("Enter");
				await page.getByTestId("winner").getByText("250").waitFor();
				expect((await readPlayer(site, winner)).points).toBe(1250);
			},
			REFUSED,
		));
});

/** A viewer without scripts. */
async function guessAs(name: string, amount: string) {
	const page = await newPage(browser, site.origin, { lang: "en", scripts: false });
	await signIn(page, site, name, "/bonus-hunt");
	await page.locator("#guess-amount").fill(amount);
	await page.locator("#guess-amount").press("Enter");
	await page.getByTestId("own-guess").waitFor();
	await page.context().close();
}

it("an admin types slot after slot with the name and Enter only, also while one is being stored", () =>
	journey(browser, site, { lang: "en", scripts: true }, async (page) => {
		hunts.finishAll();
		const earlier = hunts.add({ status: "finished" });
		hunts.addSlot(earlier, "Earlier slot");
		const huntId = hunts.add();
		await manage(page);
		await expect.poll(() => page.locator('#known-slots option[value="Earlier slot"]').count()).toBe(1);
		await page.locator("#add-bet").fill("2.00");
		await page.locator("#add-name").fill("Slot 0");
		await page.keyboard.press("Enter");
		for (let count = 1; count < 5; count++) {
			// The next name is typed before the answer, and the focus is where it belongs.
			await page.keyboard.type(`Slot ${count}`);
			await expect.poll(() => page.getByTestId("slot-row").count()).toBe(count);
			await expect.poll(() => page.locator("#add-name").inputValue()).toBe(`Slot ${count}`);
			await expect.poll(() => form(page, "add-slot").locator('[aria-disabled="true"]').count()).toBe(0);
			await page.keyboard.press("Enter");
		}
		await expect
			.poll(() => hunts.slots(huntId).map(({ name }) => name))
			.toEqual(["Slot 0", "Slot 1", "Slot 2", "Slot 3", "Slot 4"]);
		expect(hunts.slots(huntId).every(({ bet }) => bet === 200)).toBe(true);
	}));

describe.each(ADMINS)("a viewer of a hunt: $lang, scripts $scripts, $width px", (variant) => {
	it("guesses, changes the guess, and finds it in the past hunt", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				hunts.finishAll();
				const huntId = hunts.add({ title: "Friday" });
				hunts.addSlot(huntId, "Wolf Gold", 100, 5000);
				await signIn(page, site, newPlayer(), "/bonus-hunt");
				await scriptsRun(page);
				await page.locator("#guess-amount").fill("lots");
				await page.locator("#guess-amount").press("Enter");
				await expect.poll(() => page.locator("#guess-error").innerText()).not.toBe("");
				expect(await page.locator("#guess-amount").inputValue()).toBe("lots");
				for (const [typed, shown] of [
					["40", localized(variant, "40,00 €", "€40.00")],
					["45,5", localized(variant, "45,50 €", "€45.50")],
				] as const) {
					await page.locator("#guess-amount").fill(typed);
					await page.locator("#guess-amount").press("Enter");
					await page.getByTestId("own-guess").getByText(shown).waitFor();
				}
				await page.locator("#guess-amount").fill("50");
				hunts.run(`update hunts set guessing = 'closed', revision = revision + 1 where id = '${huntId}'`);
				// The page may close guessing before the form is sent. Then there is no form to send.
				await page
					.locator("#guess-amount")
					.press("Enter", { timeout: 2000 })
					.catch(() => {});
				await page.locator("#guess-amount").waitFor({ state: "detached" });
				hunts.finishAll();
				await page.goto(`${site.origin}/bonus-hunt/past`);
				await page.getByTestId("past-hunt").first().getByRole("link").click();
				await page.waitForURL(`**/bonus-hunt/past/${huntId}`);
				const off = localized(variant, "4,50 €", "€4.50");
				await page.getByTestId("own-guess").getByText(off).waitFor();
				await page
					.getByTestId("own-guess")
					.getByText(localized(variant, "1.º de 1", "placed #1 of 1"))
					.waitFor();
				expect(await page.getByTestId("guess-row").count()).toBe(0);
				expect(await page.locator("a[id^=correct-]").count()).toBe(0);
				expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
			},
			REFUSED,
		));
});

it("the broadcast overlay is bare, transparent, live, and in the language of its URL", () =>
	journey(browser, site, { lang: "pt", width: 1280, ageVerified: false }, async (page) => {
		hunts.finishAll();
		const huntId = hunts.add({ title: HOSTILE });
		hunts.addSlot(huntId, "Wolf Gold");
		const bonusId = hunts.addSlot(huntId, "Fruit Party", 200);
		await page.goto(`${site.origin}/bonus-hunt/overlay?language=en`);
		const won = page.locator('[data-tile="totalWinAmount"] dd');
		await won.getByText("€0.00").waitFor();
		expect(await page.locator("header, nav, footer").count()).toBe(0);
		const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
		expect(background).toBe("rgba(0, 0, 0, 0)");
		expect([await axe(page), await overflow(page)]).toEqual([[], 0]);

		const admin = await newPage(browser, site.origin);
		await manage(admin);
		await admin.locator(`a[href="/bonus-hunt/manage?open=${bonusId}#next"]`).click();
		await admin.getByTestId("next-name").getByText("Fruit Party").waitFor();
		await admin.locator("#next-payout").fill("77");
		await admin.locator("#next-payout").press("Enter");
		await won.getByText("€77.00").waitFor();
		await admin.context().close();
	}));
