import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { bet } from "../../support/browser/crash-page";
import { BOTH_SCRIPTS, journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import {
	choose,
	dropButton,
	newPlayer,
	number,
	REFUSED,
	scriptsRun,
	settled,
} from "../../support/browser/plinko-page";
import { alert, overflowOf } from "../../support/browser/points-page";
import { atNoon } from "../../support/site/noon";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

/** The browser's console message for an invalid form. */
const INVALID = /status of 400/;
/** The reminder is due immediately: a player's second round shows it. */
const SHORT_HOUR = "0.00001";

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { ...atNoon(), RATE_LIMIT_SCALE: "100", PLAY_REMINDER_MINUTES: SHORT_HOUR } },
);

const open = async (page: Page, path: string) => {
	await page.goto(site.origin + path);
	await scriptsRun(page);
};
const field = (page: Page) => page.locator("#field-dailyLoss");
const setLimit = async (page: Page, text: string) => {
	await field(page).fill(text);
	await page.locator("form:has(#field-dailyLoss) button[value=limit]").click();
};
const nextLimit = (page: Page) => page.getByTestId("next-limit");
/** Of the game: the lobby under it has one too. */
const banner = (page: Page) => page.locator("[role=dialog] [data-testid=on-break]");
const reminder = (page: Page) => page.getByTestId("play-reminder");
const MESSAGES = {
	limit: { pt: "Com esta aposta podias passar", en: "This bet could take you past" },
	break: { pt: "Estás em pausa", en: "You're on a break" },
	integer: { pt: "Um número inteiro", en: "A whole number" },
};

describe.each(PAIRS)("responsible play: $lang, scripts $scripts, $width px", (variant) => {
	const { lang = "pt" } = variant;

	it("sets a limit that the games enforce, raises it with a delay, and cancels the pending increase", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await signIn(page, site, newPlayer(), "/points");
				await page.locator("main nav a[href='/points/care']").click();
				await page.waitForURL("**/points/care");
				await scriptsRun(page);
				expect(await page.getByTestId("left-today").count()).toBe(0);
				await setLimit(page, "100");
				await page.getByTestId("left-today").waitFor();
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);

				await open(page, "/mini-games/plinko");
				await choose(page, 50, 3);
				await dropButton(page).click();
				await alert(page).filter({ hasText: MESSAGES.limit[lang] }).waitFor();
				await expect.poll(() => number(page, "game-balance")).toBe(1000);
				await choose(page, 10, 1);
				await dropButton(page).click();
				await settled(page);

				await open(page, "/points/care");
				await setLimit(page, "5000");
				await nextLimit(page).waitFor();
				expect(await field(page).inputValue(), "the limit in force").toBe("100");
				await nextLimit(page).locator("button").click();
				await expect.poll(() => nextLimit(page).count()).toBe(0);
				await setLimit(page, "");
				await nextLimit(page).waitFor();
				await setLimit(page, "ten");
				await page.locator(".field-error").filter({ hasText: MESSAGES.integer[lang] }).waitFor();
				expect(await field(page).inputValue()).toBe("ten");
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);
			},
			[REFUSED, INVALID],
		));

	it("starts a break from every game, extends it and ends it a day later", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await signIn(page, site, newPlayer(), "/points/care");
				await scriptsRun(page);
				await page.locator("button[value=break]").click();
				const until = page.getByTestId("break-until");
				await until.waitFor();
				const first = await until.innerText();
				expect(
					await page.locator("button[value=endBreak]").count(),
					"a one-day break cannot be ended early",
				).toBe(0);
				await page.locator("input[name=length][value=month]").check();
				await page.locator("button[value=break]").click();
				await expect.poll(() => until.innerText()).not.toBe(first);
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);

				await open(page, "/mini-games");
				await page.getByTestId("on-break").waitFor();
				expect(await page.locator("#open-plinko").innerText()).toBe(
					lang === "pt" ? "Ver o jogo" : "View the game",
				);
				expect(await overflowOf(page)).toBe(0);
				await open(page, "/mini-games/plinko");
				await banner(page).getByRole("link").waitFor();
				expect(await dropButton(page).isDisabled()).toBe(true);
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);

				await open(page, "/points/care");
				await page.locator("button[value=endBreak]").click();
				await expect.poll(() => page.locator("button[value=endBreak]").count()).toBe(0);
				await until.waitFor();
			},
			[REFUSED],
		));

	it("reminds the player of the playing time after an hour, until the reminder is dismissed", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, newPlayer(), "/mini-games/plinko");
			for (let round = 0; round < 2; round++) {
				await open(page, "/mini-games/plinko");
				expect(await reminder(page).count()).toBe(0);
				await dropButton(page).click();
				if (round === 0) await settled(page);
			}
			await reminder(page).waitFor();
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);
			await open(page, "/mini-games");
			const dismissed = page.waitForResponse((response) => response.request().method() === "POST");
			await reminder(page).locator("button[value=dismiss]").click();
			await dismissed;
			await expect.poll(() => reminder(page).count()).toBe(0);
			await open(page, "/mini-games");
			expect(await reminder(page).count()).toBe(0);
			expect(new URL(page.url()).pathname).toBe("/mini-games");
		}));
});

it.each(BOTH_SCRIPTS)("shows in every Crash game that a break is active: scripts $scripts", (variant) =>
	journey(browser, site, variant, async (page) => {
		await signIn(page, site, newPlayer(), "/points/care");
		await scriptsRun(page);
		await page.locator("button[value=break]").click();
		await page.getByTestId("break-until").waitFor();
		for (const path of ["/mini-games/crash", "/mini-games/live-crash"]) {
			await open(page, path);
			await banner(page).filter({ hasText: MESSAGES.break.en }).waitFor();
			const bet = page.locator("[data-testid=main-action]");
			if (await bet.count()) expect(await bet.isDisabled()).toBe(true);
		}
	}),
);

/** Sends a form of the limits page as another tab of the player does. */
const sendElsewhere = (page: Page, form: Record<string, string>) =>
	page.request.post(`${site.origin}/points/care`, { form, headers: { "sec-fetch-site": "same-origin" } });

async function moveBreak(name: string, fromNow: number) {
	const db = openDatabase(site.databaseUrl);
	try {
		await db
			.updateTable("play_limits")
			.set({ break_until: new Date(Date.now() + fromNow).toISOString() })
			.where("user_id", "=", (query) =>
				query.selectFrom("users").select("id").where("twitch_username", "=", name),
			)
			.execute();
	} finally {
		await db.destroy();
	}
}

const ON_THIS_PAGE = "data-not-reloaded";
const mark = (page: Page) =>
	page.evaluate((name) => document.documentElement.setAttribute(name, ""), ON_THIS_PAGE);
const isMarked = (page: Page) =>
	page.evaluate((name) => document.documentElement.hasAttribute(name), ON_THIS_PAGE);

it("shows on open pages a break that begins in another tab, and its end", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const name = newPlayer();
		await page.clock.install();
		await signIn(page, site, name, "/mini-games/plinko");
		await scriptsRun(page);
		await mark(page);
		await choose(page, 10, 1);
		const played = page.waitForResponse((response) => response.request().method() === "POST");
		await dropButton(page).click();
		await played;
		await sendElsewhere(page, { intent: "break", length: "day" });
		await banner(page).filter({ hasText: MESSAGES.break.en }).waitFor();
		expect(await page.getByTestId("round-summary").innerText(), "after the ball has landed").not.toBe("");
		await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
		expect(await isMarked(page)).toBe(true);

		await moveBreak(name, 30_000);
		await open(page, "/mini-games/plinko");
		await mark(page);
		await banner(page).waitFor();
		await moveBreak(name, -1000);
		await page.clock.fastForward(31_000);
		await banner(page).waitFor({ state: "detached" });
		await expect.poll(() => dropButton(page).isDisabled()).toBe(false);
		expect(await isMarked(page)).toBe(true);
	}));

it("shows on the open page that a bet has reached the daily limit", () =>
	journey(browser, site, { lang: "en", reducedMotion: true }, async (page) => {
		await signIn(page, site, newPlayer(), "/mini-games/crash");
		await scriptsRun(page);
		await mark(page);
		await sendElsewhere(page, { intent: "limit", dailyLoss: "10" });
		expect(await banner(page).count()).toBe(0);
		await page.locator("input[name=stake]").fill("10");
		await bet(page);
		await banner(page).filter({ hasText: "You've reached your daily limit" }).waitFor();
		expect(await isMarked(page)).toBe(true);
	}));

it("shows in the games that the daily limit is reached", () =>
	journey(browser, site, { lang: "en", reducedMotion: true }, async (page) => {
		const name = newPlayer();
		await signIn(page, site, name, "/points/care");
		await scriptsRun(page);
		await setLimit(page, "9");
		await expect.poll(() => field(page).inputValue()).toBe("9");
		await expect
			.poll(async () => (await page.request.get(`${site.origin}/mini-games`)).text())
			.toContain("on-break");
		await open(page, "/mini-games/plinko");
		await banner(page).filter({ hasText: "You've reached your daily limit" }).waitFor();
		expect(await dropButton(page).isDisabled()).toBe(true);
		expect((await readPlayer(site, name)).rounds).toEqual([]);
	}));

it("enforces the loss limit for concurrent requests of many tabs", async () => {
	const name = newPlayer();
	const cookie = await signInWithCookies(site, name);
	const send = (path: string, fields: Record<string, string>) =>
		fetch(`${site.origin}${path}.data`, {
			method: "POST",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams(fields),
			redirect: "manual",
		});
	await send("/points/care", { intent: "limit", dailyLoss: "100" });
	const round = () => ({ intent: "play", idempotencyKey: crypto.randomUUID(), stake: "20", balls: "5" });
	const answers = await Promise.all(Array.from({ length: 30 }, () => send("/mini-games/plinko", round())));
	const statuses = answers.map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set([200, 409]));
	const { points, rounds } = await readPlayer(site, name);
	expect(rounds).toHaveLength(statuses.filter((status) => status === 200).length);
	expect(points).toBeGreaterThanOrEqual(900);
});

it("returns any typed limit as plain text", () =>
	journey(
		browser,
		site,
		{ lang: "en", width: 360 },
		async (page) => {
			await signIn(page, site, newPlayer(), "/points/care");
			for (const text of [
				`"><script>alert(1)</script>`,
				"9".repeat(10_000),
				"\u202e\u05e9\u{1f389}",
				"-5",
				"1.5",
			]) {
				await open(page, "/points/care");
				await setLimit(page, text);
				await page.locator(".field-error").filter({ hasText: MESSAGES.integer.en }).waitFor();
				expect(await field(page).inputValue()).toBe(text);
				expect(await overflowOf(page)).toBe(0);
			}
		},
		[INVALID],
	));
