/** One browser for all test files of a worker. Also a setup file: its hook runs after each test file. */
import type { Browser } from "playwright-core";
import { afterAll, vi } from "vitest";
import { launchBrowser } from "./browser";

let launching: Promise<Browser> | undefined;

/** The browser of this worker, launched at the first call. It ends with the worker's process. */
export async function workerBrowser(): Promise<Browser> {
	const browser = await launching;
	if (!browser?.isConnected()) launching = launchBrowser();
	return launching as Promise<Browser>;
}

/** No page and no timeout of a file may affect the next file. */
afterAll(async () => {
	vi.resetConfig();
	const browser = await launching;
	await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
});
