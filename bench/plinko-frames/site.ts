/** Frames of the site's own Plinko page: at rest, and while balls fall. */
import type { Page } from "playwright-core";
import { launchBrowser, newPage } from "../../tests/support/browser/browser";
import { signIn } from "../../tests/support/browser/journey";
import { startSite } from "../../tests/support/site/site";
import { ascending, sized } from "../lib/measure";

export interface Frames {
	/** Milliseconds between two frames, sorted. */
	intervals: number[];
	/** Milliseconds of script between two frames, React's work included, sorted. */
	script: number[];
}

const REST_MS = sized(8000, 500);
const SETTLE_MS = sized(2000, 200);

/** Signs a player in, leaves the page at rest, and drops balls, in one page. */
export async function measureSite(balls: number): Promise<{ rest: Frames; drop: Frames }> {
	const site = await startSite({ seed: true });
	const browser = await launchBrowser();
	try {
		const page = await newPage(browser, site.origin, { lang: "en", width: 1280, height: 800 });
		await page.addInitScript(RECORDER);
		await signIn(page, site, "ana", "/mini-games/plinko");
		await page.waitForLoadState("networkidle");
		await page.locator("#balls").fill(String(balls));
		await page.waitForTimeout(SETTLE_MS);
		await take(page);
		await page.waitForTimeout(REST_MS);
		const rest = await take(page);
		await page.locator("#plinko-form button[value=play]:not([aria-hidden])").click();
		await page.getByTestId("finish").waitFor();
		await page.getByTestId("finish").waitFor({ state: "detached", timeout: 60_000 });
		const drop = await take(page);
		return { rest, drop };
	} finally {
		await browser.close();
		await site.close();
	}
}

const take = async (page: Page): Promise<Frames> => {
	const taken = (await page.evaluate("window.takeFrames()")) as Frames;
	return { intervals: ascending(taken.intervals), script: ascending(taken.script) };
};

/** Runs in the page before its scripts: times every animation frame callback and every task of React's scheduler. */
const RECORDER = `(() => {
	const frames = { intervals: [], script: [] };
	let busy = 0;
	const timed = (work) => function (...args) {
		const start = performance.now();
		try {
			return work.apply(this, args);
		} finally {
			busy += performance.now() - start;
		}
	};
	const request = requestAnimationFrame;
	window.requestAnimationFrame = (work) => request(timed(work));
	const property = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
	Object.defineProperty(MessagePort.prototype, "onmessage", {
		...property,
		set(work) {
			property.set.call(this, work && timed(work));
		},
	});
	let last = 0;
	const record = (now) => {
		if (last > 0) {
			frames.intervals.push(now - last);
			frames.script.push(busy);
		}
		busy = 0;
		last = now;
		request(record);
	};
	request(record);
	window.takeFrames = () => ({ intervals: frames.intervals.splice(0), script: frames.script.splice(0) });
})();`;
