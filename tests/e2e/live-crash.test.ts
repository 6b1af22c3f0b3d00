import { openDatabase } from "db/database";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectQuiet, launchBrowser, newPage, type PageOptions } from "../support/browser";
import {
	bet,
	bigNumber,
	cashOut,
	hasEnded,
	lastResult,
	mainAction,
	offers,
	ownBet,
	phase,
	queuedBet,
	readBets,
	settledBets,
	switchLive,
} from "../support/crash-page";
import { addShortFlights } from "../support/crash-rows";
import { journey, readPlayer, signIn, WAYS } from "../support/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../support/plinko-page";
import { type Site, startSite } from "../support/site";

const ADDRESS = "/mini-games/live-crash";
const WITH_SCRIPTS = { lang: "en", scripts: true } as const;
/** A server that is not there. */
const UNREACHED = [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/];

let site: Site;
let browser: Browser;
let admin: Page;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { CRASH_PAUSE_SCALE: "0.4" } }), launchBrowser()]);
	await site.stop();
	const db = openDatabase(`file:${site.database}`);
	await addShortFlights(db);
	await db.destroy();
	await site.restart();
	admin = await newPage(browser, site.origin, WITH_SCRIPTS);
	await signIn(admin, site, "admin", "/mini-games");
	await switchLive(admin, site, "start");
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
});

describe.each(WAYS)("live Crash: $lang, scripts $scripts, $width px", (way) => {
	it("pays a cash-out by hand, or takes the bet, as the database says", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, "/mini-games");
				await page.locator("#open-liveCrash").click();
				await page.waitForURL(`**${ADDRESS}`);
				await scriptsRun(page);
				await bet(page);
				const players = await page.getByTestId("players").innerText();
				expect(players).toContain(way.lang === "pt" ? "Tu" : "You");
				await cashOut(page);
				await hasEnded(page);
				const [stored, ...more] = await settledBets(site, name);
				expect(more).toEqual([]);
				expect(stored?.status).toBe(await lastResult(page).getAttribute("data-status"));
				const { points } = await readPlayer(site, name);
				expect(points).toBe(990 + (stored?.payout ?? Number.NaN));
				await expect.poll(() => number(page, "balance")).toBe(points);
			},
			[REFUSED],
		));
});

describe("with scripts", () => {
	const play = (walk: (page: Page, name: string) => Promise<void>, noise: readonly RegExp[] = [REFUSED]) =>
		journey(
			browser,
			site,
			WITH_SCRIPTS,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, ADDRESS);
				await scriptsRun(page);
				await walk(page, name);
			},
			noise,
		);

	it("queues a bet for the next round, which can be taken back", () =>
		play(async (page, name) => {
			await offers(page, "queue");
			await mainAction(page).click();
			await queuedBet(page).waitFor();
			await page.locator("button[value=unqueue]:not([aria-hidden]):not([aria-disabled])").click();
			await queuedBet(page).waitFor({ state: "detached" });
			expect(readBets(site, name)).toEqual([]);
			await offers(page, "queue");
			await mainAction(page).click();
			await queuedBet(page).waitFor();
			await hasEnded(page);
			expect(readBets(site, name)).toHaveLength(1);
		}));

	it("shows the balance that a flight has changed in every tab of the player", () =>
		play(async (page, name) => {
			const other = await page.context().newPage();
			await other.goto(`${site.origin}/fairness`);
			await scriptsRun(other);
			await bet(page, { target: "2.00" });
			await expect.poll(() => number(other, "balance"), { timeout: 45_000 }).toBe(990);
			await hasEnded(page);
			await settledBets(site, name);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(other, "balance")).toBe(points);
			await expectQuiet(other);
		}));

	it("tells a visitor to sign in, and shows the flights all the same", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			await page.goto(site.origin + ADDRESS);
			await page.getByText("You need to be logged in to play with everyone.").waitFor();
			expect(await mainAction(page).count()).toBe(0);
			await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
		}));

	it("lists others as players by the beginning of their ids", () =>
		play(async (page) => {
			const other = await newPage(browser, site.origin, { ...WITH_SCRIPTS, width: 360 });
			await signIn(other, site, newPlayer(), ADDRESS);
			await scriptsRun(other);
			await Promise.all([bet(page), bet(other)]);
			await expect
				.poll(() => page.getByTestId("players").innerText(), { timeout: 45_000 })
				.toMatch(/You[\s\S]*Player [0-9a-f]{8}\b/);
			await other.context().close();
		}));
});

it("shows two browsers and a phone the same flight within one tick, and the same result", async () => {
	const options: PageOptions[] = [
		WITH_SCRIPTS,
		{ ...WITH_SCRIPTS, lang: "pt" },
		{ ...WITH_SCRIPTS, width: 360 },
	];
	const second = await launchBrowser();
	const pages = await Promise.all(
		options.map((option, index) => newPage(index === 1 ? second : browser, site.origin, option)),
	);
	for (const page of pages) {
		await signIn(page, site, newPlayer(), ADDRESS);
		await scriptsRun(page);
	}
	const samples: number[][] = [];
	let ends: number[] = [];
	// A flight of some length, which not every one is.
	for (let flight = 0; flight < 12 && samples.length < 10; flight++) {
		samples.length = 0;
		await expect.poll(() => phase(pages[0] as Page), { timeout: 60_000, interval: 20 }).toBe("flying");
		for (;;) {
			const phases = await Promise.all(pages.map(phase));
			const seen = await Promise.all(pages.map(bigNumber));
			if (phases.some((now) => now === "crashed")) break;
			if (phases.every((now) => now === "flying")) samples.push(seen);
		}
		await expect.poll(async () => new Set(await Promise.all(pages.map(phase)))).toEqual(new Set(["crashed"]));
		ends = await Promise.all(pages.map(bigNumber));
		if (samples.length < 10)
			await expect.poll(() => phase(pages[0] as Page), { timeout: 30_000 }).toBe("waiting");
	}
	expect(samples.length).toBeGreaterThanOrEqual(10);
	expect(new Set(ends).size, `ended at ${ends}`).toBe(1);
	// The last sample was taken while the flight ended.
	const spreads = samples.slice(0, -1).map((seen) => Math.max(...seen) - Math.min(...seen));
	const tick = Math.ceil(0.003 * Math.max(...ends) + 2);
	// Read one after the other, each some milliseconds later than the one before.
	expect(Math.max(...spreads), JSON.stringify(samples)).toBeLessThanOrEqual(2 * tick);
	await Promise.all(pages.map((page) => page.context().close()));
	await second.close();
});

describe("the admin's control", () => {
	beforeEach(() => admin.goto(`${site.origin}/mini-games`));

	it("follows the game in every open lobby at once, with its message gone after three seconds", () =>
		journey(browser, site, { ...WITH_SCRIPTS }, async (lobby) => {
			await lobby.goto(`${site.origin}/mini-games`);
			await scriptsRun(lobby);
			await lobby.locator("#open-liveCrash").waitFor();
			await switchLive(admin, site, "stop");
			await lobby.locator("#open-liveCrash").waitFor({ state: "detached" });
			await expect.poll(() => admin.getByTestId("control-message").innerText(), { timeout: 6000 }).toBe("");
			expect(await admin.locator("button[value=stop]").isDisabled()).toBe(true);
			await switchLive(admin, site, "start");
			await lobby.locator("#open-liveCrash").waitFor();
			expect(await admin.locator("button[value=start]").isDisabled()).toBe(true);
		}));

	it("shows who waits in the game the inactive screen, and goes on by itself", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			await signIn(page, site, newPlayer(), ADDRESS);
			await scriptsRun(page);
			await switchLive(admin, site, "stop");
			await page.getByText("The Crash Game is currently inactive.").waitFor({ timeout: 45_000 });
			await switchLive(admin, site, "start");
			await expect.poll(() => page.getByTestId("stage").count()).toBe(1);
		}));

	it("works without scripts, and is not there for anybody else", () =>
		journey(browser, site, { lang: "pt", scripts: false }, async (page) => {
			await signIn(page, site, "admin", "/mini-games");
			await page.locator("button[value=stop]").click();
			await page.getByText("Jogo parado com sucesso").waitFor();
			await page.locator("button[value=start]").click();
			await page.getByText("Jogo iniciado com sucesso").waitFor();
			await signIn(page, site, newPlayer(), "/mini-games");
			expect(await page.locator("button[value=stop]").count()).toBe(0);
		}));
});

it("says that the connection is lost, lets controls wait, and is right again after a restart", () =>
	journey(
		browser,
		site,
		WITH_SCRIPTS,
		async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await bet(page);
			await ownBet(page).waitFor();
			await site.kill();
			await page.getByTestId("connection-lost").waitFor();
			expect(await mainAction(page).getAttribute("aria-disabled")).toBe("true");
			await site.restart();
			await page.getByTestId("connection-lost").waitFor({ state: "detached", timeout: 30_000 });
			expect(readBets(site, name)).toMatchObject([
				{ status: expect.stringMatching(/refunded|cashed_out|lost/) },
			]);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await offers(page, "place");
		},
		UNREACHED,
	));
