import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import type { Site } from "../site/site";
import { newPage, type PageOptions, takeNoise, traceOf } from "./browser";
import { scriptsRun } from "./plinko-page";

/** Runs a journey in a new page and fails if the page reports console messages. */
export async function journey(
	browser: Browser,
	site: Pick<Site, "origin">,
	options: PageOptions,
	steps: (page: Page) => Promise<void>,
	expectedNoise: readonly RegExp[] = [],
): Promise<void> {
	const page = await newPage(browser, site.origin, options);
	try {
		await steps(page);
		expect(await takeNoise(page, expectedNoise), `messages of the page at ${page.url()}`).toEqual([]);
	} catch (error) {
		if (error instanceof Error) error.message += `\n${traceOf(page)}`;
		throw error;
	} finally {
		await page.context().close();
	}
}

/** Opens a page, and waits until its scripts run. */
export async function openPage(page: Page, site: Pick<Site, "origin">, path: string): Promise<void> {
	await page.goto(site.origin + path);
	await scriptsRun(page);
}

export const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
/** The keyboard works once the dialog over a page has the focus. */
export const dialogHasFocus = (page: Page) => page.locator("#dialog-over-title:focus").waitFor();

/** Holds the requests of a page, or those with a method. @returns a function that lets them go. */
export async function holdRequests(page: Page, url: string | RegExp, method?: string): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(url, async (route) => {
		if (!method || route.request().method() === method) await released;
		await route.continue();
	});
	return release;
}

/** Signs in through the provider, without its page, and opens `path`. */
export const signIn = (page: Page, site: Pick<Site, "origin">, name: string, path = "/"): Promise<void> =>
	openPage(page, site, `/login?login_hint=${name}&returnTo=${encodeURIComponent(path)}`);
