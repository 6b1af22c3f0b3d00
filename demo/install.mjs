/** Installs the packages of a fresh clone. Uses Node's built-in modules only. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { npm, repositoryRoot, shell } from "./processes.mjs";

/** After this time without an answer the registry counts as unreachable. */
const ANSWER_WITHIN_MS = 5000;
/** The same with the start of npm and the search for the address, which has no limit of its own. */
const PING_WITHIN_MS = 10_000;

/** The entries of a lock file that name an installed package. */
function lockedPackages(path) {
	try {
		const { packages } = JSON.parse(readFileSync(path, "utf8"));
		return Object.entries(packages).filter(([folder]) => folder.startsWith("node_modules/"));
	} catch {
		return undefined;
	}
}

/** Compares npm's record of the installed packages with the lock file. */
function isInstalled() {
	const installed = new Map(lockedPackages(join(repositoryRoot, "node_modules/.package-lock.json")));
	const wanted = lockedPackages(join(repositoryRoot, "package-lock.json")) ?? [];
	return wanted.every(([name, { version, optional, devOptional }]) => {
		const found = installed.get(name);
		// Optional packages for other platforms are not installed.
		return found ? found.version === version : Boolean(optional || devOptional);
	});
}

/**
 * Ends the process with a sentence if npm's registry does not answer. npm itself would try for minutes.
 * @param {string} wanted what is to be downloaded
 */
export async function requireRegistry(wanted) {
	const ping = ["ping", "--loglevel=error", "--fetch-retries=0", `--fetch-timeout=${ANSWER_WITHIN_MS}`];
	const fault = await promisify(execFile)("npm", ping, { shell, timeout: PING_WITHIN_MS }).then(
		() => undefined,
		({ code, stderr }) => {
			if (code === "ENOENT") return "npm is not installed.";
			// Some registries have no ping: a status such as E404 is an answer too.
			if (/\bE\d{3}\b/.test(stderr)) return undefined;
			return "npm's registry does not answer. Is this machine online?";
		},
	);
	if (!fault) return;
	console.error(`${wanted} cannot be downloaded: ${fault}`);
	process.exit(1);
}

/** Installs the locked packages if they are missing. Exits the process on failure. */
export async function ensureInstalled() {
	if (isInstalled()) return;
	await requireRegistry("The packages of package-lock.json");
	console.log("Installing packages: npm ci …");
	if (await npm(["ci"])) return;
	console.error("The packages could not be installed.");
	process.exit(1);
}
