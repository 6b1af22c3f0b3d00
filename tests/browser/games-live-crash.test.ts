/** Live Crash. The game runs during the tests that need it, because its flights are known for twelve rounds only. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newPage } from "../support/browser/browser";
import {
	appears,
	bet,
	cashOut,
	hasEnded,
	inSomeRound,
	lastResult,
	mainAction,
	message,
	offers,
	ownBet,
	phase,
	queuedBet,
	recordFlights,
	seenFlights,
	settledBets,
	switchLive,
} from "../support/browser/crash-page";
import { journey, openPage, signIn } from "../support/browser/journey";
import { number, REFUSED } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { addCalmFlights } from "../support/data/crash-rows";
import { chooseFlights, readBets, readPlayer } from "../support/data/players";
import { openCrash } from "../support/site/crash-client";
import { newPlayer } from "../support/site/new-player";
import { openRows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

const SOLO = "/mini-games/crash";
const LIVE = "/mini-games/live-crash";
/** The browser's console messages while the server or the stream cannot be reached. */
const UNREACHED = /ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|CONNECTION_RESET|FAILED)/;

let site: Site;
let admin: string;

beforeAll(async () => {
	const env = { CRASH_PAUSE_SCALE: "0.4", RATE_LIMIT_SCALE: "1000" };
	site = await startSite({ env, prepare: addCalmFlights });
	admin = await signInWithCookies(site, "admin");
});
afterAll(() => site?.close());

const turn = (intent: "start" | "stop") =>
	postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent });
beforeEach(async () => void (await turn("start")));
afterEach(async () => void (await turn("stop")));

/** Without motion the flight is not drawn, which takes most of the processor time. */
const CALM = { lang: "en", reducedMotion: true } as const;

const open = async (steps: (page: Page) => Promise<void>) =>
	journey(await workerBrowser(), site, CALM, steps, [REFUSED, UNREACHED]);

async function enter(page: Page, address: string, name = newPlayer()) {
	await signIn(page, site, name, address);
	return name;
}

const results = (page: Page) => page.getByTestId("own-results").locator("li");

it("shows players and visitors the same flight, the players of the round, and a cash-out with its points", () =>
	open(async (page) => {
		const visitor = await newPage(await workerBrowser(), site.origin, { lang: "pt", width: 360 });
		await visitor.goto(site.origin + LIVE);
		const name = await enter(page, LIVE);
		const other = await page.context().newPage();
		await openPage(other, site, "/fairness");
		for (const watching of [page, visitor]) await recordFlights(watching);
		expect(await mainAction(visitor).count()).toBe(0);

		const rival = openCrash(site, "live-crash", await signInWithCookies(site, newPlayer()));
		// Bets that are placed while nobody can bet wait for the next round, too.
		await Promise.all([bet(page), rival.place({ stake: 10 })]);
		await expect.poll(() => page.getByTestId("own-entry").locator("bdi").innerText()).toBe("You");
		await cashOut(page);
		await hasEnded(page);
		const [stored, ...more] = await settledBets(site, name);
		expect(more).toEqual([]);
		await expect.poll(() => lastResult(page).getAttribute("data-status")).toBe(stored?.status);
		const { points } = readPlayer(site, name);
		expect(points).toBe(990 + Number(stored?.payout));
		for (const tab of [page, other]) await expect.poll(() => number(tab, "balance")).toBe(points);

		const endsOn = async (seeing: Page) => (await seenFlights(seeing)).map(({ end }) => end);
		const common = async () => {
			const ends = await endsOn(visitor);
			return (await endsOn(page)).filter((end) => ends.includes(end));
		};
		await expect.poll(common, { timeout: 45_000 }).toContain(stored?.crash_point);
		for (const { shown, end } of [...(await seenFlights(page)), ...(await seenFlights(visitor))]) {
			expect(Math.max(...shown)).toBeLessThanOrEqual(end);
		}
		rival.stream.close();
		await visitor.context().close();
	}));

it("is switched by the admin in every open lobby and game at once", () =>
	open(async (page) => {
		await signIn(page, site, "admin", "/mini-games");
		const [lobby, game] = [await page.context().newPage(), await page.context().newPage()];
		await openPage(lobby, site, "/mini-games");
		await openPage(game, site, LIVE);
		await lobby.locator("#open-liveCrash").waitFor();
		await switchLive(page, site, "stop");
		await lobby.locator("#open-liveCrash").waitFor({ state: "detached" });
		await game.getByText("The Crash Game is currently inactive.").waitFor({ timeout: 45_000 });
		await expect.poll(() => page.getByTestId("control-message").innerText()).toBe("");
		await expect.poll(() => page.locator("button[value=stop]").isDisabled()).toBe(true);
		await switchLive(page, site, "start");
		await lobby.locator("#open-liveCrash").waitFor();
		await expect.poll(() => game.getByTestId("stage").count()).toBe(1);
		await expect.poll(() => page.locator("button[value=start]").isDisabled()).toBe(true);
	}));

it("loads the result of a queued bet that was placed and has ended while the stream could not be opened", () =>
	open(async (page) => {
		const name = await enter(page, LIVE);
		await inSomeRound(async () => {
			await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
			await offers(page, "queue");
			await mainAction(page)
				.click({ timeout: 3000 })
				.catch(() => {});
			return appears(queuedBet(page).or(ownBet(page)).first(), 15_000);
		});
		await page.route(/\/live\?/, (route) => route.abort());
		await page.reload();
		await queuedBet(page).or(ownBet(page)).first().waitFor();
		await expect.poll(() => readBets(site, name).length, { timeout: 45_000 }).toBe(1);
		const [ended] = await settledBets(site, name);
		// The stream of a later round does not show the bet.
		const rows = openRows(site);
		const laterRounds = () =>
			rows.all("select id from crash_rounds where status = 'open' and id <> ?", ended?.round_id ?? "");
		await expect.poll(() => laterRounds().length, { timeout: 45_000 }).toBe(1);
		rows.close();
		expect(await results(page).count()).toBe(0);
		await page.unroute(/\/live\?/);
		await page.evaluate(() => dispatchEvent(new Event("online")));
		await expect.poll(() => results(page).count()).toBe(1);
		await expect.poll(() => queuedBet(page).count()).toBe(0);
	}));

it("shows in all tabs that the site is away, and after its restart the refunded bets, the points and a new game", () =>
	open(async (page) => {
		const name = await enter(page, "/");
		chooseFlights(site, readPlayer(site, name).id, { from: 800, to: 1000, count: 2 });
		const [solo, live] = [await page.context().newPage(), await page.context().newPage()];
		await openPage(solo, site, SOLO);
		await openPage(live, site, LIVE);
		let before = 0;
		await inSomeRound(async () => {
			await bet(solo);
			// A round that still waits for its flight keeps its bet over a restart.
			await expect.poll(() => phase(solo), { timeout: 45_000 }).toBe("flying");
			await bet(live);
			await site.kill();
			const open = readBets(site, name).filter(({ status }) => status === "active");
			before = readPlayer(site, name).points + 10 * open.length;
			if (open.length === 2) return true;
			await site.restart();
			return false;
		});
		const refunded: Promise<void>[] = [];
		try {
			for (const tab of [solo, live]) {
				await tab.getByTestId("connection-lost").waitFor();
				await expect.poll(() => mainAction(tab).getAttribute("aria-disabled")).toBe("true");
				const text = message(tab).getByText("That bet was cancelled and refunded.");
				refunded.push(text.waitFor({ timeout: 60_000 }));
			}
		} finally {
			await site.restart();
		}
		await Promise.all(refunded);
		for (const tab of [solo, live]) {
			await tab.getByTestId("connection-lost").waitFor({ state: "detached" });
			await expect.poll(() => lastResult(tab).getAttribute("data-status")).toBe("refunded");
			await expect.poll(() => number(tab, "game-balance")).toBe(before);
		}
		await expect.poll(() => number(page, "balance")).toBe(before);
		await expect.poll(() => phase(solo)).toBe("waiting");
		await offers(solo, "place");
	}));
