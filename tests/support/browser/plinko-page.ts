import type { Page } from "playwright-core";
import { expect } from "vitest";
import { runsScripts } from "./browser";

export const number = async (page: Page, testId: string) =>
	Number((await page.getByTestId(testId).innerText()).replace(/\D/g, ""));
export const shownSlots = async (page: Page) => {
	const slots = await page
		.getByTestId("ball")
		.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-slot"))));
	return slots.reverse();
};
export const dropButton = (page: Page) => page.locator("#plinko-form button[value=play]:not([aria-hidden])");
/** The browser's own line about an answer that is a refusal. */
export const REFUSED = /status of 409/;
export const settled = (page: Page) => page.locator("[data-testid=round-summary]:not(:empty)").waitFor();
export const choose = async (page: Page, stake: number, balls: number) => {
	await page.locator(`label:has(input[name=stake][value="${stake}"])`).click();
	await page.locator("#balls").fill(String(balls));
};

/** Waits until React has taken the page over: a click before that is a plain post, which shows its result at once. */
export async function scriptsRun(page: Page): Promise<void> {
	if (!runsScripts(page)) return;
	await expect.poll(() => page.evaluate(isHydrated), { timeout: 30_000, interval: 20 }).toBe(true);
	await page.waitForLoadState("networkidle");
}

/** React's own note of it, in the browser: nothing else tells when a page of whatever content is ready. */
function isHydrated(): boolean {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	const root = key && Reflect.get(document, key);
	return root?.stateNode.current.memoizedState.isDehydrated === false;
}

export const newPlayer = () => `p${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
