/** Gets a fresh clone ready to run. Built-ins of Node only: nothing else is there yet. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = [20, 19];

export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));

function requireNode() {
	const [major, minor] = process.versions.node.split(".").map(Number);
	const [oldestMajor, oldestMinor] = OLDEST_NODE;
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	console.error(`This needs Node.js ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
	process.exit(1);
}

/** The entries of a lock file that name an installed package. */
function lockedPackages(path) {
	try {
		const { packages } = JSON.parse(readFileSync(join(repositoryRoot, path), "utf8"));
		return Object.entries(packages).filter(([folder]) => folder.startsWith("node_modules/"));
	} catch {
		return undefined;
	}
}

/** npm leaves beside the packages a lock file of what it installed: it has to hold all that ours asks for. */
function isInstalled() {
	const installed = new Map(lockedPackages("node_modules/.package-lock.json"));
	const wanted = lockedPackages("package-lock.json") ?? [];
	return wanted.every(([folder, { version, optional, devOptional }]) => {
		const found = installed.get(folder);
		// Packages for other systems are left out.
		return found ? found.version === version : Boolean(optional || devOptional);
	});
}

function npm(...args) {
	console.log(`Installing packages: npm ${args.join(" ")} …`);
	const { status } = spawnSync("npm", [...args, "--no-audit", "--no-fund"], {
		cwd: repositoryRoot,
		stdio: "inherit",
		// Tests and the build need the development packages too.
		env: { ...process.env, NODE_ENV: "development" },
		shell: process.platform === "win32",
	});
	return status === 0;
}

/** Installs the locked packages unless they are there already; ends the process when that fails. */
export function ensureInstalled() {
	requireNode();
	if (isInstalled()) return;
	// `npm ci` wants the lock file to name the optional packages of every system, and npm leaves out those
	// that a registry mirror does not serve. `npm install` takes the same versions without that demand.
	if (npm("ci") || npm("install", "--no-save")) return;
	console.error("The packages could not be installed.");
	process.exit(1);
}
