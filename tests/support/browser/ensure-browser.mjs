/** Finds the Chromium for the tests in a browser, or installs one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { aptGet, canInstall, installPackages } from "../site/debian.mjs";

const DOWNLOAD_WITHIN_MS = 180_000;
/** After this time without an answer the host of Playwright's browsers counts as unreachable. Playwright tries five times. */
const ANSWER_WITHIN_MS = 5000;
const HOST = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? "https://cdn.playwright.dev";
/** Chromium without a window needs three quarters of the processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const USUAL_PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string | undefined} the path of a Chromium on this machine */
export function findChromium() {
	const given = process.env.PLATEIA_CHROMIUM;
	if (given) return given;
	return [HEADLESS_SHELL, chromium.executablePath(), ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Tried first: it is quick if it works, and fails immediately if it does not. */
function installFromDebian() {
	if (!canInstall()) return;
	aptGet(["update"]);
	installPackages("chromium-headless-shell");
}

function downloadFromPlaywright() {
	const ask = "fetch(process.argv[1]).then(() => process.exit(0), () => process.exit(1))";
	const env = { ...process.env, NODE_USE_ENV_PROXY: "1" };
	if (spawnSync(process.execPath, ["-e", ask, HOST], { env, timeout: ANSWER_WITHIN_MS }).status !== 0) {
		console.error(`Nothing is downloaded: ${HOST} does not answer.`);
		return;
	}
	const cli = fileURLToPath(new URL("../../../node_modules/playwright-core/cli.js", import.meta.url));
	const args = [cli, "install", "--with-deps", "chromium"];
	spawnSync(process.execPath, args, { stdio: "inherit", timeout: DOWNLOAD_WITHIN_MS });
}

/** @returns {boolean} whether a browser is available now */
export function ensureBrowser() {
	if (findChromium()) return true;
	console.log("No Chromium found: installing one …");
	installFromDebian();
	if (!findChromium()) downloadFromPlaywright();
	if (findChromium()) return true;
	console.error(
		"The tests in a browser need Chromium. Install it (on Debian: apt-get install chromium-headless-shell), " +
			"or set PLATEIA_CHROMIUM to its path.",
	);
	return false;
}
