/** Finds the nginx that the hosting tests put in front of the site, and gets it from Debian when there is none. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALL_WITHIN_MS = 300_000;
const USUAL_PLACES = [
	"/usr/sbin/nginx",
	"/usr/local/sbin/nginx",
	"/usr/local/bin/nginx",
	"/opt/homebrew/bin/nginx",
];

/** @returns {string | undefined} the path of an nginx on this machine, which needs openssl beside it */
export function findNginx() {
	const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
	return hasOpenssl ? USUAL_PLACES.find((path) => existsSync(path)) : undefined;
}

/** Tries to have one; without it the hosting tests are skipped, and counted so. */
export function ensureNginx() {
	if (findNginx()) return;
	if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		console.log("No nginx found: trying to get one …");
		const run = (...args) => spawnSync("apt-get", args, { stdio: "inherit", timeout: INSTALL_WITHIN_MS });
		run("update");
		run("install", "-y", "--no-install-recommends", "nginx-light", "openssl");
	}
	if (!findNginx()) {
		console.error(
			"The hosting tests need nginx and openssl (on Debian: apt-get install nginx-light openssl).",
		);
	}
}
