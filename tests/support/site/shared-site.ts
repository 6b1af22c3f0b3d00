import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { workerBrowser } from "../browser/worker-browser";
import { type Site, type SiteOptions, startSite } from "./site";

interface Shared {
	site: Site;
	browser: Browser;
}

/** Starts a site and a browser for all tests of a file, and stops them afterwards. */
export function shareSite(take: (shared: Shared) => void, options: SiteOptions = {}): void {
	let shared: Shared | undefined;
	beforeAll(async () => {
		const [site, browser] = await Promise.all([startSite(options), workerBrowser()]);
		shared = { site, browser };
		take(shared);
	});
	afterAll(async () => {
		await shared?.site.close();
	});
}
