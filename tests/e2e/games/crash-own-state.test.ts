/** What a page of Crash shows of its player's bets when it misses events, is loaded again, or changes its player. */
import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser, newPage } from "../../support/browser/browser";
import {
	appears,
	bet,
	hasEnded,
	inSomeRound,
	lastResult,
	mainAction,
	message,
	offers,
	ownBet,
	phase,
	queuedBet,
	readBets,
	settledBets,
	switchLive,
} from "../../support/browser/crash-page";
import { journey, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { addShortFlights } from "../../support/data/crash-rows";
import { type Site, startSite } from "../../support/site/site";

// The tests wait for rounds.
vi.setConfig({ testTimeout: 240_000 });

const SOLO = "/mini-games/crash";
const LIVE = "/mini-games/live-crash";
/** The browser's console messages while the server or the stream cannot be reached. */
const UNREACHED = /ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|CONNECTION_RESET|FAILED)/;

let site: Site;
let browser: Browser;

beforeAll(async () => {
	const env = { CRASH_PAUSE_SCALE: "0.3" };
	[site, browser] = await Promise.all([startSite({ env }), launchBrowser()]);
	await site.stop();
	const db = openDatabase(site.databaseUrl);
	await addShortFlights(db);
	await db.destroy();
	await site.restart();
	const admin = await newPage(browser, site.origin, { lang: "en" });
	await signIn(admin, site, "admin", "/mini-games");
	await switchLive(admin, site, "start");
	await admin.context().close();
});
afterAll(async () => {
	await browser?.close();
	await site?.close();
});

const play = (steps: (page: Page) => Promise<void>) =>
	journey(browser, site, { lang: "en" }, steps, [REFUSED, UNREACHED]);

const results = (page: Page) => page.getByTestId("own-results").locator("li");
const statusOf = (name: string) => readBets(site, name).at(-1)?.status;

/** Places a bet that is open when its flight begins, unless the flight crashes at its start. */
async function betInFlight(page: Page) {
	await inSomeRound(async () => {
		const ended = await results(page).count();
		await bet(page);
		const isOpen = page.locator("[data-testid=main-action][value=cash-out]");
		await isOpen.or(results(page).nth(ended)).first().waitFor({ timeout: 45_000 });
		return isOpen.isVisible();
	});
}

/** Records the streams of the page's later documents, for {@link cutStreams}. */
const recordStreams = (page: Page) =>
	page.addInitScript(() => {
		const streams: EventSource[] = [];
		Reflect.set(window, "streams", streams);
		window.EventSource = class extends EventSource {
			constructor(address: string | URL) {
				super(address);
				streams.push(this);
			}
		};
	});

/** Ends the page's streams and refuses new ones until {@link allowStreams}. */
async function cutStreams(page: Page) {
	await page.route(/\/live\?/, (route) => route.abort());
	await page.evaluate(() => {
		for (const stream of Reflect.get(window, "streams") as EventSource[]) {
			stream.close();
			stream.dispatchEvent(new Event("error"));
		}
	});
}

async function allowStreams(page: Page) {
	await page.unroute(/\/live\?/);
	await page.evaluate(() => dispatchEvent(new Event("online")));
}

/** Waits until the bet has ended and another round has opened. */
async function nextRoundAfterBet(name: string) {
	const ended = (await settledBets(site, name)).at(-1)?.round_id;
	const rounds = () => {
		const db = openDatabase(site.databaseUrl);
		return db
			.selectFrom("crash_rounds")
			.select("id")
			.where("status", "=", "open")
			.execute()
			.finally(() => db.destroy());
	};
	await expect
		.poll(async () => (await rounds()).some(({ id }) => id !== ended), { timeout: 30_000 })
		.toBe(true);
}

describe("a restart of the server during a flight", () => {
	it.each([
		["solo", SOLO],
		["live", LIVE],
	])("refunds a viewer's open bet and shows that: %s", (_game, address) =>
		play(async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, address);
			await scriptsRun(page);
			let before = 0;
			await inSomeRound(async () => {
				await betInFlight(page);
				await site.kill();
				// An earlier bet may have been lost in a flight that crashed at its start.
				before = (await readPlayer(site, name)).points + (readBets(site, name).at(-1)?.amount ?? 0);
				if (statusOf(name) === "active") return true;
				await site.restart();
				return false;
			});
			const isShown = message(page)
				.getByText("That bet was cancelled and refunded.")
				.waitFor({ timeout: 60_000 });
			await site.restart();
			await isShown;
			expect(await lastResult(page).getAttribute("data-status")).toBe("refunded");
			expect(statusOf(name)).toBe("refunded");
			expect(await ownBet(page).count()).toBe(0);
			await expect.poll(() => number(page, "game-balance")).toBe(before);
			await offers(page, "place");
		}),
	);

	it("refunds a visitor's open bet and shows that, with the earlier results", () =>
		play(async (page) => {
			await page.goto(site.origin + SOLO);
			await scriptsRun(page);
			await bet(page, { target: "1.01" });
			await hasEnded(page);
			await page.locator("input[name=auto]").setChecked(false);
			let [before, ended] = [0, 0];
			await inSomeRound(async () => {
				await offers(page, "place");
				[before, ended] = [await number(page, "game-balance"), await results(page).count()];
				await betInFlight(page);
				await site.kill();
				if ((await results(page).count()) === ended) return true;
				await site.restart();
				return false;
			});
			const isShown = message(page)
				.getByText("That bet was cancelled and refunded.")
				.waitFor({ timeout: 60_000 });
			await site.restart();
			await isShown;
			expect(await lastResult(page).getAttribute("data-status")).toBe("refunded");
			expect(await results(page).count()).toBe(ended + 1);
			await expect.poll(() => number(page, "game-balance")).toBe(before);
		}));
});

describe("a result that the stream has not sent", () => {
	it("is loaded if the first stream opens after the end of the bet", () =>
		play(async (page) => {
			const name = newPlayer();
			await recordStreams(page);
			await signIn(page, site, name, LIVE);
			await scriptsRun(page);
			let ended = 0;
			await inSomeRound(async () => {
				await betInFlight(page);
				ended = await results(page).count();
				await cutStreams(page);
				await page.reload();
				await scriptsRun(page);
				if (await page.locator("[data-testid=own-bet][data-status=active]").isVisible()) return true;
				// The flight was too short.
				await allowStreams(page);
				await hasEnded(page, (await settledBets(site, name)).length);
				return false;
			});
			await nextRoundAfterBet(name);
			expect(await results(page).count()).toBe(ended);
			await allowStreams(page);
			await expect.poll(() => results(page).count(), { timeout: 20_000 }).toBe(ended + 1);
			expect(await ownBet(page).count()).toBe(0);
		}));

	it("is loaded if a queued bet was placed and ended without the stream", () =>
		play(async (page) => {
			const name = newPlayer();
			await recordStreams(page);
			await signIn(page, site, name, LIVE);
			await scriptsRun(page);
			await inSomeRound(async () => {
				await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
				await offers(page, "queue");
				await page.locator("input[name=auto]").setChecked(true, { timeout: 3000 });
				await page.locator("input[name=target]").fill("1.01", { timeout: 3000 });
				await mainAction(page).click({ timeout: 3000 });
				return appears(queuedBet(page), 3000);
			});
			await cutStreams(page);
			await expect.poll(() => readBets(site, name).length, { timeout: 45_000 }).toBe(1);
			await nextRoundAfterBet(name);
			expect(await results(page).count()).toBe(0);
			await allowStreams(page);
			await expect.poll(() => results(page).count(), { timeout: 20_000 }).toBe(1);
			expect(await queuedBet(page).count()).toBe(0);
		}));
});

describe("a page that is loaded again", () => {
	it("keeps the results and the bet in the form when the rules are opened and closed", () =>
		play(async (page) => {
			await page.goto(site.origin + SOLO);
			await scriptsRun(page);
			await bet(page, { target: "1.01" });
			await hasEnded(page, 1);
			await page.locator("input[name=stake]").fill("30");
			await bet(page, { target: "1.02" });
			await page.locator("#open-info").click();
			await page.waitForURL(({ pathname }) => pathname === `${SOLO}/info`);
			await hasEnded(page, 2);
			await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("waiting");
			await page.goBack();
			await page.waitForURL(({ pathname }) => pathname === SOLO);
			await page.waitForLoadState("networkidle");
			expect(await results(page).count()).toBe(2);
			expect(await page.locator("input[name=stake]").inputValue()).toBe("30");
			expect(await page.locator("input[name=auto]").isChecked()).toBe(true);
		}));

	it("shows nothing of the previous player after a sign-in as another user in another tab", () =>
		play(async (page) => {
			const [ana, bruno] = [newPlayer(), newPlayer()];
			await signIn(page, site, bruno, SOLO);
			await scriptsRun(page);
			await inSomeRound(async () => {
				await bet(page, { target: "1.01" });
				await hasEnded(page, readBets(site, bruno).length);
				return statusOf(bruno) === "cashed_out";
			});
			const bets = readBets(site, bruno).length;
			await signIn(page, site, ana, SOLO);
			await scriptsRun(page);
			await page.locator("input[name=stake]").fill("50");
			const shown: string[] = [];
			await page.exposeFunction("note", (text: string) => shown.push(text));
			await page.evaluate(() => {
				const observer = new MutationObserver(() => {
					const text = document.querySelector("[data-testid=message]")?.textContent;
					if (text) Reflect.get(window, "note")(text);
				});
				observer.observe(document.body, { subtree: true, childList: true, characterData: true });
			});
			const other = await page.context().newPage();
			await signIn(other, site, bruno, "/");
			await expect.poll(() => results(page).count(), { timeout: 20_000 }).toBe(bets);
			const { points } = await readPlayer(site, bruno);
			await expect.poll(() => number(page, "game-balance")).toBe(points);
			// The stream, which shows the balance, can be earlier than the page.
			await expect.poll(() => page.locator("input[name=stake]").inputValue()).toBe("10");
			expect(shown).toEqual([]);
			await bet(page, { target: "1.01" });
			await hasEnded(page, bets + 1);
			expect(readBets(site, ana)).toEqual([]);
		}));

	it("shows why a bet is refused after a sign-in in another tab, and then plays as the new player", () =>
		play(async (page) => {
			await page.goto(site.origin + SOLO);
			await scriptsRun(page);
			await bet(page, { target: "1.01" });
			await hasEnded(page);
			const name = newPlayer();
			const other = await page.context().newPage();
			await signIn(other, site, name, "/");
			await offers(page, "place");
			await mainAction(page).click();
			await message(page).getByText("The signed-in account has changed").waitFor();
			await expect.poll(() => results(page).count()).toBe(0);
			// The message is still shown.
			expect(await message(page).innerText()).toContain("Nothing was played or charged");
			expect(readBets(site, name)).toEqual([]);
			await bet(page, { target: "1.01" });
			await hasEnded(page);
			expect(readBets(site, name)).toHaveLength(1);
		}));
});
