import type { Browser, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import {
	bet,
	hasEnded,
	lastResult,
	mainAction,
	offers,
	phase,
	readBets,
	settledBets,
} from "../../support/browser/crash-page";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import type { Site } from "../../support/site/site";

vi.setConfig({ testTimeout: 180_000 });

const ADDRESS = "/mini-games/crash";
const SIZES = [
	{ width: 360, height: 640 },
	{ width: 740, height: 360 },
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
] as const;
/** The rounds wait for a minute, so that only an early start begins a flight in time. */
const WAITING_SCALE = "3";

let site: Site;
let browser: Browser;

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { CRASH_PAUSE_SCALE: WAITING_SCALE } },
);

/** Whether the element lies wholly in the window and under the header. */
const isWhollyVisible = (page: Page, testId: string) =>
	page.getByTestId(testId).evaluate((element) => {
		const { top, bottom, left, right, height } = element.getBoundingClientRect();
		const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
		return height > 0 && top >= header && left >= 0 && bottom <= innerHeight && right <= innerWidth;
	});

describe.each(SIZES)("the first screen of Crash at $width×$height", (size) => {
	it.each([true, false])("shows the whole stage and the main button, scripts %s", (scripts) =>
		journey(browser, site, { lang: "pt", scripts, ...size }, async (page) => {
			const fits = async () => [
				await isWhollyVisible(page, "stage"),
				await isWhollyVisible(page, "main-action"),
			];
			await page.goto(site.origin + ADDRESS);
			await scriptsRun(page);
			await page.getByTestId("stage").waitFor();
			expect(await fits(), "the demo").toEqual([true, true]);
			await signIn(page, site, newPlayer(), ADDRESS);
			await scriptsRun(page);
			if (scripts) await expect.poll(() => phase(page)).toBe("waiting");
			expect(await fits(), "a viewer").toEqual([true, true]);
			const before = await page.getByTestId("stage").boundingBox();
			if (!scripts) return;
			await offers(page, "place");
			await mainAction(page).click();
			await offers(page, "fly");
			expect(await page.getByTestId("stage").boundingBox(), "after the bet").toEqual(before);
			expect(await fits(), "with a bet").toEqual([true, true]);
		}),
	);
});

describe.each(PAIRS)("the early start: $lang, scripts $scripts, $width px", (variant) => {
	it("begins the flight of a placed bet, whose result states points and difference", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, ADDRESS);
				await scriptsRun(page);
				await bet(page, { target: "1.50" });
				await offers(page, "fly");
				expect(await phase(page)).toBe("waiting");
				await mainAction(page).click();
				await expect.poll(() => phase(page)).not.toBe("waiting");
				await hasEnded(page);
				const [stored, ...more] = await settledBets(site, name);
				expect(more).toEqual([]);
				const won = stored?.status === "cashed_out";
				expect(await lastResult(page).innerText()).toContain(won ? "+5" : "−10");
				await expect.poll(() => number(page, "balance")).toBe(won ? 1005 : 990);
				const result = page.getByTestId("bet-result");
				await result.waitFor();
				expect(await result.getAttribute("data-status")).toBe(stored?.status);
				await expect.poll(() => result.innerText()).toContain(won ? "15 · +5" : "−10");
			},
			[REFUSED],
		));
});

describe("the early start", () => {
	const post = (cookie: string, fields: Record<string, string | number>) =>
		postForm(site.origin + ADDRESS, { cookie }, fields);
	const place = async (cookie: string) => {
		const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 10 };
		return ((await post(cookie, fields)).data as { betId: string }).betId;
	};

	it("is refused for another player's bet, and leaves that player's round waiting", async () => {
		const [ana, bruno] = [newPlayer(), newPlayer()];
		const [cookie, other] = [await signInWithCookies(site, ana), await signInWithCookies(site, bruno)];
		const betId = await place(cookie);
		await place(other);
		const { data } = await post(other, { intent: "fly", betId });
		expect(data).toMatchObject({ ok: false, code: "noBet" });
		expect((await post(cookie, { intent: "cancel", betId })).data).toMatchObject({ ok: true });
		expect(readBets(site, ana)).toMatchObject([{ status: "cancelled", crash_point: null }]);
		expect(readBets(site, bruno)).toMatchObject([{ status: "active", crash_point: null }]);
	});

	it("acts once, and the bet cannot be cancelled after it", async () => {
		const name = newPlayer();
		const cookie = await signInWithCookies(site, name);
		const betId = await place(cookie);
		const answers = await Promise.all(
			["fly", "fly", "cancel", "fly"].map((intent) => post(cookie, { intent, betId })),
		);
		const [, , cancelled = false] = answers.map(({ data }) => (data as { ok: boolean }).ok);
		expect((await post(cookie, { intent: "cancel", betId })).data).toMatchObject({ ok: cancelled });
		// A cancellation that arrives first wins; otherwise it is refused.
		expect(answers.map(({ data }) => (data as { ok: boolean }).ok)).toEqual(
			cancelled ? [false, false, true, false] : [true, true, false, true],
		);
	});
});
