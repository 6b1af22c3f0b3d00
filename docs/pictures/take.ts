/**
 * `npm run pictures`: takes the README's screenshots of the current build with example content, and writes them to
 * this folder as WebP.
 */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { ensureBuilt } from "../../demo/build.mjs";
import { launchBrowser, newPage, type PageOptions } from "../../tests/support/browser/browser";
import { ensureBrowser } from "../../tests/support/browser/ensure-browser.mjs";
import { signIn } from "../../tests/support/browser/journey";
import { startSite } from "../../tests/support/site/site";

const QUALITY = 80;
const ROUND_WITHIN_MS = 120_000;

interface Picture extends PageOptions {
	name: string;
	path: string;
	/** The signed-in user; undefined for a visitor. */
	user?: string;
	/** Brings the page into the state of the screenshot. */
	pose?(page: Page): Promise<unknown>;
}

const DESK = { lang: "en", width: 1280, height: 800 } as const;
const PHONE = { lang: "pt", width: 390, height: 760 } as const;

const PICTURES: readonly Picture[] = [
	{ ...DESK, name: "plinko", path: "/mini-games/plinko", user: "ana", pose: dropBalls },
	{ ...DESK, name: "store", path: "/store", user: "ana", lang: "pt", theme: "light" },
	{ ...DESK, name: "bonus-hunt", path: "/bonus-hunt", lang: "pt" },
	{ ...PHONE, name: "live-crash", path: "/mini-games/live-crash", user: "ana", pose: betAndFly },
];

async function dropBalls(page: Page) {
	await page.locator("#balls").fill("10");
	await page.locator("#plinko-form button[value=play]:not([aria-hidden])").click();
	// Some balls have landed by then, others are still falling.
	await page.waitForTimeout(3500);
}

/** Places a bet and waits until its flight is above 2x. Bets again if the flight crashes before. */
async function betAndFly(page: Page) {
	const risen = () => {
		const stage = document.querySelector("[data-testid=stage]");
		const [shown = "0"] = /\d+[.,]\d+/.exec(stage?.textContent ?? "") ?? [];
		return stage?.getAttribute("data-phase") === "flying" && Number(shown.replace(",", ".")) > 2;
	};
	const button = page.getByTestId("main-action");
	for (;;) {
		await page.locator("[data-testid=main-action][value=place]").click({ timeout: ROUND_WITHIN_MS });
		await page.waitForFunction(risen, undefined, { timeout: ROUND_WITHIN_MS });
		if ((await button.getAttribute("value")) === "cash-out") return;
	}
}

if (!(await ensureBuilt()) || !ensureBrowser()) process.exit(1);
const site = await startSite({ seed: true, env: { CRASH_PAUSE_SCALE: "0.3" } });
const browser = await launchBrowser();
try {
	for (const { name, path, user, pose, ...options } of PICTURES) {
		const page = await newPage(browser, site.origin, { theme: "dark", ...options });
		if (user) await signIn(page, site, user);
		await page.goto(site.origin + path);
		await page.waitForLoadState("networkidle");
		await pose?.(page);
		const drawn = await page.screenshot({ animations: "allow" });
		const file = fileURLToPath(new URL(`${name}.webp`, import.meta.url));
		const { size } = await sharp(drawn).webp({ quality: QUALITY }).toFile(file);
		console.log(`${name}.webp ${Math.round(size / 1000)} KB`);
		await page.context().close();
	}
} finally {
	await browser.close();
	await site.close();
}
