import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { MAX_CANCELLATIONS } from "~/games/crash/persistence/bets.server";
import type { PageOptions } from "../../support/browser/browser";
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
	readBets,
	recordFlights,
	seenFlights,
	settledBets,
} from "../../support/browser/crash-page";
import { journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import type { Site } from "../../support/site/site";

// The tests wait for rounds.
vi.setConfig({ testTimeout: 180_000 });

const ADDRESS = "/mini-games/crash";

let site: Site;
let browser: Browser;

// Long enough to place bets, short enough to wait for.
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { CRASH_PAUSE_SCALE: "0.15" } },
);

/** Ignores the console message for a bet that arrives when its round has closed. The test then tries the next round. */
const crashJourney = (variant: PageOptions, steps: (page: Page) => Promise<void>) =>
	journey(browser, site, variant, steps, [REFUSED]);

describe.each(PAIRS)("solo Crash: $lang, scripts $scripts, $width px", (variant) => {
	it("settles an automatic cash-out as won or lost, matching the database", () =>
		crashJourney(variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, "/mini-games");
			await page.locator("#open-crash").click();
			await page.waitForURL("**/mini-games/crash");
			await scriptsRun(page);
			await bet(page, { target: "1.20" });
			await hasEnded(page);

			const [stored, ...more] = await settledBets(site, name);
			expect(more).toEqual([]);
			expect(stored).toMatchObject({
				amount: 10,
				target: 120,
				status: await lastResult(page).getAttribute("data-status"),
			});
			expect(stored?.status).toBe((stored?.crash_point ?? 0) >= 120 ? "cashed_out" : "lost");
			const { points } = await readPlayer(site, name);
			expect(points).toBe(stored?.status === "cashed_out" ? 1002 : 990);
			await expect.poll(() => number(page, "balance")).toBe(points);
			await expect.poll(() => number(page, "game-balance")).toBe(points);
		}));
});

describe.each(PAIRS)("the limit of cancelled bets: $lang, scripts $scripts, $width px", (variant) => {
	it("shows the cancellation limit and keeps the bet in its round", () =>
		crashJourney(variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			const cookie = await signInWithCookies(site, name);
			const post = async (fields: Record<string, string | number>) =>
				(await postForm(site.origin + ADDRESS, { cookie }, fields)).data as { betId?: string; ok?: boolean };
			const cancelled = (sinceMs = 0) =>
				readBets(site, name).filter(
					({ status, created_at }) => status === "cancelled" && Date.parse(created_at) >= sinceMs,
				).length;
			const limitMessage =
				variant.lang === "pt"
					? `Já cancelaste ${MAX_CANCELLATIONS} apostas no último minuto`
					: `You've cancelled ${MAX_CANCELLATIONS} bets in the last minute`;
			await inSomeRound(async () => {
				// Bets can be placed in the betting phase only. Each pair is tried until it succeeds.
				while (cancelled(Date.now() - 50_000) < MAX_CANCELLATIONS) {
					const { betId } = await post({ intent: "place", idempotencyKey: crypto.randomUUID(), stake: 10 });
					const isCancelled = betId && (await post({ intent: "cancel", betId })).ok;
					if (!isCancelled) await sleep(250);
				}
				await page.reload();
				await scriptsRun(page);
				await bet(page);
				const cancel = page.locator("[data-testid=second-action][value=cancel]:not([aria-disabled])");
				await cancel.click({ timeout: 2500 }).catch(() => {});
				return appears(message(page).getByText(limitMessage), 3000);
			});
			expect(cancelled()).toBeGreaterThanOrEqual(MAX_CANCELLATIONS);
			const [kept] = readBets(site, name).slice(-1);
			expect(kept?.status).not.toBe("cancelled");
		}));
});

describe.each(PAIRS)("a solo demo: $lang, scripts $scripts, $width px", (variant) => {
	it("starts with 1000 demo points per visitor", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await page.goto(site.origin + ADDRESS);
				await scriptsRun(page);
				expect(await number(page, "game-balance")).toBe(1000);
				await bet(page);
				await expect.poll(() => number(page, "game-balance")).toBe(990);
				await cashOut(page);
				await hasEnded(page);
				const won = (await lastResult(page).getAttribute("data-status")) === "cashed_out";
				await expect.poll(() => number(page, "game-balance")).toBeGreaterThanOrEqual(won ? 1000 : 990);
				// Another page of the same visitor continues with the same balance.
				const points = await number(page, "game-balance");
				await page.goto(site.origin + ADDRESS);
				expect(await number(page, "game-balance")).toBe(points);
			},
			[REFUSED],
		));
});

describe("solo Crash with scripts", () => {
	const variant = { lang: "en", scripts: true } as const;
	const statusOf = (name: string) => readBets(site, name).at(-1)?.status;

	it("returns the stake when the bet is cancelled during the betting phase", () =>
		crashJourney(variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			let before = 1000;
			await inSomeRound(async () => {
				await bet(page, { target: "1.10" });
				const cancel = page.locator("[data-testid=second-action][value=cancel]:not([aria-disabled])");
				if (await appears(cancel, 4000)) {
					await expect.poll(() => number(page, "balance")).toBe(before - 10);
					await cancel.click({ timeout: 2500 }).catch(() => {});
				}
				await expect.poll(() => statusOf(name)).not.toBe("active");
				if (statusOf(name) === "cancelled") return true;
				// The flight began before the click.
				before = (await readPlayer(site, name)).points;
				return false;
			});
			await offers(page, "place");
			await expect.poll(() => number(page, "balance")).toBe(before);
		}));

	it("places one bet when the button is double-clicked", () =>
		crashJourney(variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			await bet(page, { target: "1.10", press: (button) => button.dblclick({ timeout: 3000 }) });
			await hasEnded(page);
			expect(readBets(site, name)).toHaveLength(1);
		}));

	it("bets and cashes out with the space key, and changes the bet with the arrow keys", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				await signIn(page, site, name, ADDRESS);
				await scriptsRun(page);
				await offers(page, "place");
				const stake = page.locator("input[name=stake]");
				for (const next of ["20", "30"]) {
					await expect
						.poll(
							async () => {
								// A press after the end of the betting phase is ignored.
								if ((await stake.inputValue()) !== next) await page.keyboard.press("ArrowUp");
								return stake.inputValue();
							},
							{ timeout: 60_000 },
						)
						.toBe(next);
				}
				const press = () => page.keyboard.press("Space");
				await inSomeRound(async () => {
					await bet(page, { press });
					await cashOut(page, { bets: readBets(site, name).length, press });
					return (await settledBets(site, name)).at(-1)?.status === "cashed_out";
				});
				expect(new Set(readBets(site, name).map(({ amount }) => amount))).toEqual(new Set([30]));
			},
			[REFUSED],
		));

	it("shows the same flight after a reload and in another tab of the player", () =>
		crashJourney(variant, async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, ADDRESS);
			await scriptsRun(page);
			const other = await page.context().newPage();
			let bets = 0;
			await inSomeRound(async () => {
				await bet(page, { target: "1.30" });
				bets = readBets(site, name).length;
				await page.reload();
				await other.goto(site.origin + ADDRESS);
				const isSame = (await ownBet(page).isVisible()) && (await ownBet(other).isVisible());
				await hasEnded(page, bets);
				await hasEnded(other, bets);
				return isSame;
			});
			expect(await lastResult(other).innerText()).toBe(await lastResult(page).innerText());
			expect(await settledBets(site, name)).toHaveLength(bets);
			const { points } = await readPlayer(site, name);
			await expect.poll(() => number(other, "balance")).toBe(points);
			await expect.poll(() => number(page, "balance")).toBe(points);
		}));

	it("displays no multiplier above the crash point during the flight", () =>
		crashJourney(variant, async (page) => {
			await signIn(page, site, newPlayer(), ADDRESS);
			await scriptsRun(page);
			await recordFlights(page);
			await expect
				.poll(async () => (await seenFlights(page)).length, { timeout: 120_000 })
				.toBeGreaterThan(0);
			for (const { shown, end } of await seenFlights(page)) {
				const numbers = shown.map(({ multiplier }) => multiplier);
				expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers);
				expect(Math.max(...numbers)).toBeLessThanOrEqual(end);
			}
		}));

	it("shows the error of an invalid bet and keeps the typed value", () =>
		journey(
			browser,
			site,
			{ ...variant, scripts: false },
			async (page) => {
				await signIn(page, site, newPlayer(), ADDRESS);
				await inSomeRound(async () => {
					await offers(page, "place");
					// The page may reload itself in between, which resets its fields.
					await page.locator("form#crash-form").evaluate((form) => form.setAttribute("novalidate", ""));
					await page.locator("input[name=stake]").fill("15");
					await mainAction(page).click();
					return appears(page.getByText("Bet at least 10 points, in steps of 10."), 3000);
				});
				expect(await page.locator("input[name=stake]").inputValue()).toBe("15");
				expect(await message(page).innerText()).not.toBe("");
			},
			[/status of 400/],
		));
});
