import type { Page } from "playwright-core";

/** The horizontal overflow of the page in pixels. */
export const overflowOf = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
