import SQLite from "better-sqlite3";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Site } from "./site";

export const mainAction = (page: Page) => page.getByTestId("main-action");
export const ownBet = (page: Page) => page.getByTestId("own-bet");
export const queuedBet = (page: Page) => page.getByTestId("queued-bet");
export const message = (page: Page) => page.getByTestId("message");
export const phase = (page: Page) => page.getByTestId("stage").getAttribute("data-phase");

/** What the big number says, in hundredths; a countdown's in seconds. */
export const bigNumber = async (page: Page): Promise<number> =>
	Math.round(
		Number((await page.getByTestId("multiplier").innerText()).replace(",", ".").replace(/[^\d.]/g, "")) * 100,
	);

/** Waits until the main button means that, on a page without scripts by its own refreshes. */
export const offers = (page: Page, intent: string) =>
	page
		.locator(`[data-testid=main-action][value="${intent}"]:not([aria-disabled])`)
		.waitFor({ timeout: 45_000 });

/** Bets the stake that the page opens with, in the next round if this one closes meanwhile. @param target such as 1.50 */
export async function bet(page: Page, { target }: { target?: string } = {}) {
	const results = page.getByTestId("own-results").locator("li");
	const ended = await results.count();
	// A flight may end as it begins, and with it the bet.
	const taken = ownBet(page).or(results.nth(ended)).first();
	for (let attempt = 0; attempt < 4; attempt++) {
		await offers(page, "place");
		if (target) {
			await page.locator("input[name=auto]").setChecked(true);
			await page.locator("input[name=target]").fill(target);
		}
		await page
			.locator("[data-testid=main-action][value=place]")
			.click({ timeout: 3000 })
			.catch(() => {});
		const isTaken = await taken.waitFor({ timeout: 5000 }).then(
			() => true,
			() => false,
		);
		if (isTaken) return;
	}
	throw new Error("no bet was taken in four rounds");
}

/** Cashes out as soon as there is a flight, which may end first. */
export async function cashOut(page: Page) {
	await Promise.race([offers(page, "cash-out"), hasEnded(page)]);
	const button = page.locator("[data-testid=main-action][value=cash-out]");
	await button.click({ timeout: 2000 }).catch(() => {});
}

/** How the last bet ended, as the page lists it. */
export const lastResult = (page: Page) => page.getByTestId("own-results").locator("li").first();

/** Waits until so many bets are listed as ended, on a page without scripts by its own refreshes. */
export const hasEnded = (page: Page, bets = 1) =>
	expect
		.poll(() => page.getByTestId("own-results").locator("li").count(), { timeout: 60_000, interval: 200 })
		.toBe(bets);

export interface StoredBet {
	id: string;
	round_id: string;
	amount: number;
	target: number | null;
	status: string;
	payout: number | null;
	cash_out_multiplier: number | null;
	crash_point: number | null;
}

/** What the database holds of a user's Crash bets, the oldest first. */
export function readBets(site: Site, username: string): StoredBet[] {
	const database = new SQLite(site.database, { readonly: true });
	const rows = database
		.prepare(
			`select crash_bets.*, crash_point from crash_bets
			join crash_rounds on crash_rounds.id = round_id
			join users on users.id = crash_bets.user_id
			where twitch_username = ? order by crash_bets.created_at`,
		)
		.all(username) as StoredBet[];
	database.close();
	return rows;
}

/** The same once none of them is open: a page knows how a bet ended before the database does. */
export async function settledBets(site: Site, username: string): Promise<StoredBet[]> {
	await expect.poll(() => readBets(site, username).map(({ status }) => status)).not.toContain("active");
	return readBets(site, username);
}

/** Runs the live game from now on, or not. */
export async function switchLive(page: Page, site: Site, intent: "start" | "stop"): Promise<void> {
	await page.goto(`${site.origin}/mini-games`);
	await page.locator(`button[name=intent][value=${intent}]`).click();
	await page
		.getByTestId("control-message")
		.filter({ hasText: /succes/ })
		.waitFor();
}
