import type { Page } from "playwright-core";

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
/** A click before the scripts run is a plain post, which shows its result at once. */
export const scriptsRun = (page: Page) => page.waitForLoadState("networkidle");
export const newPlayer = () => `p${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
