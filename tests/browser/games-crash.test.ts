/** Solo Crash: a flight is started early, and its end is chosen by the player's seeds. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
	bet,
	cashOut,
	hasEnded,
	lastResult,
	mainAction,
	message,
	offers,
	ownBet,
	phase,
	recordFlights,
	seenFlights,
	settledBets,
} from "../support/browser/crash-page";
import { journey, openPage, signIn } from "../support/browser/journey";
import { number, REFUSED, scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { chooseFlights, readBets, readPlayer } from "../support/data/players";
import { openCrash } from "../support/site/crash-client";
import { newPlayer } from "../support/site/new-player";
import { signInWithCookies } from "../support/site/sign-in";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const SOLO = "/mini-games/crash";
/** Flights of 11 to 20 s, so that a busy browser cashes out in time. A round without a bet takes one, too. */
const FLIGHTS = { from: 400, to: 700, count: 5 };

/** Without motion the flight is not drawn, which takes most of the processor time. */
const CALM = { lang: "en", reducedMotion: true } as const;

const open = async (steps: (page: Page) => Promise<void>, noise: readonly RegExp[] = []) =>
	journey(await workerBrowser(), site, CALM, steps, [REFUSED, ...noise]);

const results = (page: Page) => page.getByTestId("own-results").locator("li");

it("bets, flies and cashes out by keys and buttons, and every tab shows the same flight, result and points", () =>
	open(async (page) => {
		const name = newPlayer();
		await signIn(page, site, name, "/");
		const crashPoints = chooseFlights(site, readPlayer(site, name).id, FLIGHTS);
		const other = await page.context().newPage();
		await other.emulateMedia({ reducedMotion: "no-preference" });
		for (const tab of [page, other]) await openPage(tab, site, SOLO);
		await recordFlights(other);

		await bet(page);
		await expect.poll(() => number(page, "balance")).toBe(990);
		await page.locator("[data-testid=second-action][value=cancel]:not([aria-disabled])").click();
		await offers(page, "place");
		await expect.poll(() => number(page, "balance")).toBe(1000);
		expect(readBets(site, name)).toMatchObject([{ status: "cancelled" }]);

		const stake = page.locator("input[name=stake]");
		const press = () => page.keyboard.press("Space");
		// The cancelled button had the focus.
		await page.locator("#dialog-title").focus();
		for (const next of ["20", "30"]) {
			await page.keyboard.press("ArrowUp");
			await expect.poll(() => stake.inputValue()).toBe(next);
		}
		await bet(page, { press });
		await offers(page, "fly");
		await press();
		await cashOut(page, { press });
		const [, first] = await settledBets(site, name);
		expect(first).toMatchObject({ status: "cashed_out", amount: 30, target: null });
		const won = 1000 - 30 + Number(first?.payout);
		await expect.poll(() => number(other, "balance")).toBe(won);

		await bet(page, { target: "1.50", press: (button) => button.dblclick({ timeout: 3000 }) });
		await offers(page, "fly");
		await ownBet(other).waitFor();
		// Shown until the next round.
		const received = other.locator("[data-testid=bet-result][data-status=cashed_out]:has-text('45 · +15')");
		const shown = received.waitFor({ timeout: 60_000 });
		const flown = page.waitForResponse((response) => response.request().method() === "POST");
		await mainAction(page).click();
		await (await flown).finished();
		await page.reload();
		await hasEnded(page, 2);
		await hasEnded(other, 2);
		const bets = await settledBets(site, name);
		expect(bets).toHaveLength(3);
		expect(bets[2]).toMatchObject({ status: "cashed_out", amount: 30, target: 150, payout: 45 });
		for (const tab of [page, other]) {
			await expect.poll(() => lastResult(tab).innerText()).toContain("+15");
			await expect.poll(() => number(tab, "balance")).toBe(won + 15);
			await expect.poll(() => number(tab, "game-balance")).toBe(won + 15);
		}
		await shown;

		await expect.poll(async () => (await seenFlights(other)).length, { timeout: 45_000 }).toBeGreaterThan(0);
		for (const { shown, end } of await seenFlights(other)) {
			expect(shown).toEqual(shown.toSorted((one, another) => one - another));
			expect(Math.max(...shown)).toBeLessThanOrEqual(end);
			expect(crashPoints).toContain(end);
		}
	}));

it("is played automatically, each flight at once, until a stop that the player has chosen", () =>
	open(async (page) => {
		const name = newPlayer();
		await signIn(page, site, name, "/");
		chooseFlights(site, readPlayer(site, name).id, { from: 110, to: 150, count: 6 });
		await openPage(page, site, SOLO);
		await page.getByRole("button", { name: "Automatic play" }).click();
		const start = page.getByTestId("auto-start");
		await start.and(page.locator("[aria-disabled]")).waitFor();
		const target = page.locator("input[name=target]");
		await expect
			.poll(() =>
				target.fill("1.02", { timeout: 3000 }).then(() => page.locator("input[name=auto]").isChecked()),
			)
			.toBe(true);
		await page.locator("#auto-rounds").fill("2");
		await page.locator("#auto-maxLoss").fill("20");
		await start.and(page.locator(":not([aria-disabled])")).dblclick({ timeout: 45_000 });
		const status = page.getByTestId("auto-status");
		await expect.poll(() => status.innerText(), { timeout: 60_000 }).toContain("2 of 2 rounds");
		await hasEnded(page, 2);
		expect(await settledBets(site, name)).toMatchObject([
			{ status: "cashed_out", amount: 10, target: 102 },
			{ status: "cashed_out", amount: 10, target: 102 },
		]);

		await page.locator("#auto-rounds").fill("9");
		await start.and(page.locator(":not([aria-disabled])")).click({ timeout: 45_000 });
		await expect.poll(() => status.innerText()).toMatch(/Round \d of 9/);
		await start.press("Enter");
		await expect.poll(() => status.innerText()).toContain("You stopped it.");
	}));

it("can be started again after a connection failure, and says that a slow connection is unfair", () =>
	open(
		async (page) => {
			const data = /mini-games\/crash\.data/;
			await page.route(data, (route) =>
				route.request().method() === "POST" ? route.abort() : route.continue(),
			);
			await page.goto(site.origin + SOLO);
			await page.getByText("Can't reach the site").waitFor();
			await page.unroute(data);
			await expect.poll(() => phase(page)).toBe("idle");
			await page.getByTestId("start").click();
			await expect.poll(() => phase(page)).toBe("waiting");

			expect(await page.getByTestId("connection-slow").count()).toBe(0);
			await page.route(data, async (route) => {
				await sleep(800);
				await route.continue();
			});
			await offers(page, "place");
			await mainAction(page).click();
			await page.getByTestId("connection-slow").waitFor();
			await offers(page, "fly");
		},
		[/ERR_FAILED/],
	));

it("shows the results of the signed-in account only, after another tab has changed it, and keeps them with the form", () =>
	open(async (page) => {
		const [ana, bruno] = [newPlayer(), newPlayer()];
		// Bruno has a result of an earlier bet.
		const player = openCrash(site, "crash", await signInWithCookies(site, bruno));
		chooseFlights(site, readPlayer(site, bruno).id, { from: 110, to: 150 });
		await player.post("fly", { betId: await player.place({ auto: "on", target: 1.01, stake: 10 }) });

		const flyOnce = async (ended: number) => {
			await bet(page, { target: "1.01" });
			await offers(page, "fly");
			await mainAction(page).click();
			await hasEnded(page, ended);
		};
		await openPage(page, site, SOLO);
		await flyOnce(1);
		const other = await page.context().newPage();
		await signIn(other, site, ana, "/");
		chooseFlights(site, readPlayer(site, ana).id, { from: 110, to: 150, count: 3 });
		await offers(page, "place");
		await mainAction(page).click();
		await message(page).getByText("The signed-in account has changed").waitFor();
		await expect.poll(() => results(page).count()).toBe(0);
		// The message is still shown.
		await expect.poll(() => message(page).innerText()).toContain("Nothing was played or charged");
		expect(readBets(site, ana)).toEqual([]);

		await flyOnce(1);
		expect(readBets(site, ana)).toHaveLength(1);
		await offers(page, "place");
		await page.locator("input[name=stake]").fill("50");
		await page.locator("#open-info").click();
		await page.waitForURL(({ pathname }) => pathname === `${SOLO}/info`);
		await page.goBack();
		await page.waitForURL(({ pathname }) => pathname === SOLO);
		await scriptsRun(page);
		await expect.poll(() => results(page).count()).toBe(1);
		await expect.poll(() => page.locator("input[name=stake]").inputValue()).toBe("50");
		expect(await page.locator("input[name=auto]").isChecked()).toBe(true);

		// Without the bet in the address.
		await openPage(page, site, SOLO);
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
		await expect.poll(() => readBets(site, bruno)).toMatchObject([{ status: "cashed_out" }]);
		player.stream.close();
		await signIn(other, site, bruno, "/");
		await expect.poll(() => number(page, "game-balance")).toBe(1000);
		// The stream, which shows the balance, can be earlier than the page.
		await expect.poll(() => page.locator("input[name=stake]").inputValue()).toBe("10");
		await expect.poll(() => results(page).count()).toBe(1);
		expect(shown).toEqual([]);
		await bet(page);
		expect(readBets(site, ana)).toHaveLength(1);
	}));
