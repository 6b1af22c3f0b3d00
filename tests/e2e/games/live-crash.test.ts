import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { TICK_MS } from "~/games/crash/engine/curve";
import { expectQuiet, launchBrowser, newPage, type PageOptions } from "../../support/browser/browser";
import {
	appears,
	bet,
	cashOut,
	hasEnded,
	inSomeRound,
	lastResult,
	mainAction,
	offers,
	phase,
	queuedBet,
	readBets,
	recordFlights,
	type SeenFlight,
	seenFlights,
	settledBets,
	startOf,
	switchLive,
} from "../../support/browser/crash-page";
import { journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { registerUser } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addShortFlights } from "../../support/data/crash-rows";
import { publish } from "../../support/data/player-rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";

// The tests wait for rounds.
vi.setConfig({ testTimeout: 180_000 });

const ADDRESS = "/mini-games/live-crash";
const WITH_SCRIPTS = { lang: "en", scripts: true } as const;
const PAUSE_SCALE = 0.25;
/** The pause from a crash to the next start. */
const PAUSE_MS = 15_000 * PAUSE_SCALE;
/** The browser's console messages while the server is down. */
const UNREACHED = [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/];

let site: Site;
let browser: Browser;
let admin: Page;

beforeAll(async () => {
	const env = { CRASH_PAUSE_SCALE: String(PAUSE_SCALE) };
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
	await site.stop();
	const db = openDatabase(site.databaseUrl);
	await addShortFlights(db);
	await db.destroy();
	await site.restart();
	admin = await newPage(browser, site.origin, WITH_SCRIPTS);
	await signIn(admin, site, "admin", "/mini-games");
	await switchLive(admin, site, "start");
});
afterAll(async () => {
	await site?.close();
});

describe.each(PAIRS)("live Crash: $lang, scripts $scripts, $width px", (variant) => {
	it("settles a manual cash-out as won or lost, matching the database", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, "/mini-games");
				await page.locator("#open-liveCrash").click();
				await page.waitForURL(`**${ADDRESS}`);
				await scriptsRun(page);
				await bet(page);
				const own = page
					.getByTestId("players")
					.getByText(variant.lang === "pt" ? "Tu" : "You", { exact: true });
				// A flight that crashes at its start removes the bet from the list.
				await own.or(lastResult(page)).first().waitFor();
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

describe("live Crash with scripts", () => {
	const play = (steps: (page: Page, name: string) => Promise<void>, noise: readonly RegExp[] = [REFUSED]) =>
		journey(
			browser,
			site,
			WITH_SCRIPTS,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, ADDRESS);
				await scriptsRun(page);
				await steps(page, name);
			},
			noise,
		);

	it("queues a bet for the next round and removes it from the queue", () =>
		play(async (page, name) => {
			const unqueue = page.locator("button[value=unqueue]:not([aria-hidden]):not([aria-disabled])");
			const isQueued = async () => {
				// At least the pause after the crash remains.
				await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
				await offers(page, "queue");
				await mainAction(page).click({ timeout: 3000 });
				return appears(queuedBet(page), 3000);
			};
			let placed = 0;
			await inSomeRound(async () => {
				if (!(await isQueued())) return false;
				await unqueue.click({ timeout: 2000 }).catch(() => {});
				await queuedBet(page).waitFor({ state: "detached", timeout: 45_000 });
				const isBack = readBets(site, name).length === placed;
				if (!isBack) await hasEnded(page, ++placed);
				return isBack;
			});
			await inSomeRound(isQueued);
			await hasEnded(page, placed + 1);
			expect(readBets(site, name)).toHaveLength(placed + 1);
		}));

	it("shows the balance after a flight in every tab of the player", () =>
		play(async (page, name) => {
			const other = await page.context().newPage();
			await other.goto(`${site.origin}/fairness`);
			await scriptsRun(other);
			await bet(page, { target: "2.00" });
			// 990, and 1010 once the flight has passed 2.00.
			await expect.poll(() => number(other, "balance"), { timeout: 45_000 }).not.toBe(1000);
			await hasEnded(page);
			await settledBets(site, name);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(other, "balance")).toBe(points);
			await expectQuiet(other);
		}));

	it("asks a visitor to sign in, and shows the flights", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			await page.goto(site.origin + ADDRESS);
			await page.getByText("Sign in to play with everyone.").waitFor();
			expect(await mainAction(page).count()).toBe(0);
			await expect.poll(() => phase(page), { timeout: 45_000 }).toBe("flying");
		}));

	it("lists other players by a pseudonym that is new in each round, and by name if their page is public", () =>
		play(async (page, name) => {
			const other = newPlayer();
			const userId = await registerUser(site, other);
			const cookie = await signInWithCookies(site, other);
			const list = page.getByTestId("players");
			/** The list's entry for the other player, in a round in which both have a bet. */
			async function shownAs(wanted: RegExp): Promise<string> {
				let shown = "";
				await inSomeRound(async () => {
					await bet(page);
					const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 10 };
					const { data } = await postForm(site.origin + ADDRESS, { cookie }, fields);
					// The bet is refused if the flight begins before it arrives.
					const isIn = (data as { ok: boolean }).ok;
					const row = list.getByText(wanted);
					if (isIn && (await appears(row, 5000))) {
						shown = await row.innerText();
						expect(await page.getByTestId("own-entry").locator("bdi").innerText()).toBe("You");
						expect(await list.innerText()).not.toContain(userId.slice(0, 8));
					}
					await hasEnded(page, readBets(site, name).length);
					return shown !== "";
				});
				return shown;
			}
			const pseudonym = /^Player [0-9a-f]{8}$/;
			const first = await shownAs(pseudonym);
			expect(await shownAs(pseudonym)).not.toBe(first);
			await publish(site, other);
			expect(await shownAs(new RegExp(`^${other}$`))).toBe(other);
		}));
});

it("three browser pages show the same live flight within one tick, and the same result", async () => {
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
		await recordFlights(page);
	}
	/** The same flight on all pages. The start times of different flights are seconds apart. */
	const seenByAll = async () => {
		const [first = [], ...others] = await Promise.all(pages.map(seenFlights));
		for (const flight of first) {
			const same = others.map((seen) =>
				seen.find((other) => Math.abs(startOf(other) - startOf(flight)) < PAUSE_MS / 2),
			);
			if (same.every((seen) => seen !== undefined)) return [flight, ...same] as SeenFlight[];
		}
		return [];
	};
	await expect.poll(seenByAll, { timeout: 150_000, interval: 500 }).not.toEqual([]);
	const seen = await seenByAll();
	expect(new Set(seen.map(({ end }) => end)).size, `ended at ${seen.map(({ end }) => end)}`).toBe(1);
	const starts = seen.map(startOf);
	expect(Math.max(...starts) - Math.min(...starts), String(starts)).toBeLessThanOrEqual(TICK_MS);
	await Promise.all(pages.map((page) => page.context().close()));
	await second.close();
});

describe("the admin's control of live Crash", () => {
	beforeEach(async () => {
		await admin.goto(`${site.origin}/mini-games`);
		await scriptsRun(admin);
		// A failed first attempt may have left the game stopped.
		if (await admin.locator("button[value=start]").isEnabled()) await switchLive(admin, site, "start");
	});

	it("updates every open lobby immediately, and hides its message after three seconds", () =>
		journey(browser, site, { ...WITH_SCRIPTS }, async (lobby) => {
			await lobby.goto(`${site.origin}/mini-games`);
			await scriptsRun(lobby);
			await lobby.locator("#open-liveCrash").waitFor();
			await switchLive(admin, site, "stop");
			await lobby.locator("#open-liveCrash").waitFor({ state: "detached" });
			await expect.poll(() => admin.getByTestId("control-message").innerText()).toBe("");
			await expect.poll(() => admin.locator("button[value=stop]").isDisabled()).toBe(true);
			await switchLive(admin, site, "start");
			await lobby.locator("#open-liveCrash").waitFor();
			await expect.poll(() => admin.locator("button[value=start]").isDisabled()).toBe(true);
		}));

	it("shows waiting players the inactive screen, and the game after the restart", () =>
		journey(browser, site, WITH_SCRIPTS, async (page) => {
			await signIn(page, site, newPlayer(), ADDRESS);
			await scriptsRun(page);
			await switchLive(admin, site, "stop");
			await page.getByText("The Crash Game is currently inactive.").waitFor({ timeout: 45_000 });
			await switchLive(admin, site, "start");
			await expect.poll(() => page.getByTestId("stage").count()).toBe(1);
		}));

	it("works without scripts, and is hidden from other users", () =>
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

it("shows a lost connection, disables the controls, and shows the current state after a restart", () =>
	journey(
		browser,
		site,
		WITH_SCRIPTS,
		async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await bet(page);
			await site.kill();
			try {
				await page.getByTestId("connection-lost").waitFor();
				await expect.poll(() => mainAction(page).getAttribute("aria-disabled")).toBe("true");
			} finally {
				await site.restart();
			}
			await page.getByTestId("connection-lost").waitFor({ state: "detached", timeout: 30_000 });
			// With PostgreSQL, the process may start a moment before it leads and refunds the bet.
			await expect
				.poll(() => readBets(site, name))
				.toMatchObject([{ status: expect.stringMatching(/refunded|cashed_out|lost/) }]);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await offers(page, "place");
		},
		[...UNREACHED, REFUSED],
	));
