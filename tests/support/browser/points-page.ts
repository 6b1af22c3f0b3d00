import type { Page } from "playwright-core";

export { registerUser } from "../site/points";

/** The horizontal overflow of the page in pixels. */
export const overflowOf = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const alert = (page: Page) => page.locator("[role=alert]:not(:empty)");
