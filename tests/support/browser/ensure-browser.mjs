/** Finds the Chromium for the end-to-end tests, or installs one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const DOWNLOAD_WITHIN_MS = 180_000;
const INSTALL_WITHIN_MS = 600_000;
/** Chromium without a window needs three quarters of the processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const USUAL_PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string | undefined} the path of a Chromium on this machine */
export function findChromium() {
	const given = process.env.PLATEIA_CHROMIUM;
	if (given) return given;
	return [HEADLESS_SHELL, chromium.executablePath(), ...USUAL_PLACES].find((path) => existsSync(path));
}

function run(command, args, timeout) {
	spawnSync(command, args, { stdio: "inherit", timeout });
}

/** Tried first: it is quick if it works, and fails immediately if it does not. */
function installFromDebian() {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
	run("apt-get", ["update"], INSTALL_WITHIN_MS);
	run("apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"], INSTALL_WITHIN_MS);
}

function downloadFromPlaywright() {
	const cli = fileURLToPath(new URL("../../../node_modules/playwright-core/cli.js", import.meta.url));
	run(process.execPath, [cli, "install", "--with-deps", "chromium"], DOWNLOAD_WITHIN_MS);
}

/** @returns {boolean} whether a browser is available now */
export function ensureBrowser() {
	if (findChromium()) return true;
	console.log("No Chromium found: installing one …");
	installFromDebian();
	if (!findChromium()) downloadFromPlaywright();
	if (findChromium()) return true;
	console.error(
		"The end-to-end tests need Chromium. Install it (on Debian: apt-get install chromium), " +
			"or set PLATEIA_CHROMIUM to its path.",
	);
	return false;
}
