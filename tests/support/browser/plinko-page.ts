import type { Page } from "playwright-core";
import { isQuiet, rendered, runsScripts } from "./browser";

export const number = async (page: Page, testId: string) =>
	Number((await page.getByTestId(testId).innerText()).replace(/\D/g, ""));
export const shownSlots = async (page: Page) => {
	const slots = await page
		.getByTestId("ball")
		.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-slot"))));
	return slots.reverse();
};
export const dropButton = (page: Page) => page.locator("#plinko-form button[value=play]:not([aria-hidden])");
/** The browser's console message for a response with an error status. */
export const REFUSED = /status of 409/;
export const settled = (page: Page) => page.locator("[data-testid=round-summary]:not(:empty)").waitFor();
export const choose = async (page: Page, stake: number, balls: number) => {
	await page.locator(`label:has(input[name=stake][value="${stake}"])`).click();
	await page.locator("#balls").fill(String(balls));
};

const MAX_LOOKS = 1500;

/** Waits until the page is rendered, has loaded its code and has opened its event stream. */
export async function scriptsRun(page: Page): Promise<void> {
	if (!runsScripts(page)) return;
	await rendered(page);
	// Not by `expect.poll`: benches and pictures call it too, outside Vitest.
	for (let looks = 0; !(await isQuiet(page)); looks += 1) {
		if (looks > MAX_LOOKS) throw new Error(`the page at ${page.url()} does not become quiet`);
		await page.waitForTimeout(20);
	}
}
