/** Installs the packages of a fresh clone. Uses Node's built-in modules only. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = [20, 19];
/** Required by the SQLite driver of the root package; see db/driver.ts. */
const MIN_NODE_API = 10;

/** The absolute path of the repository. */
export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const SQLITE_NODE20 = join(repositoryRoot, "db/sqlite-node20");

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
		const { packages } = JSON.parse(readFileSync(path, "utf8"));
		return Object.entries(packages).filter(([folder]) => folder.startsWith("node_modules/"));
	} catch {
		return undefined;
	}
}

/** Compares npm's record of the installed packages with the folder's lock file. */
function isInstalled(folder) {
	const installed = new Map(lockedPackages(join(folder, "node_modules/.package-lock.json")));
	const wanted = lockedPackages(join(folder, "package-lock.json")) ?? [];
	return wanted.every(([name, { version, optional, devOptional }]) => {
		const found = installed.get(name);
		// Optional packages for other platforms are not installed.
		return found ? found.version === version : Boolean(optional || devOptional);
	});
}

function npm(...args) {
	console.log(`Installing packages: npm ${args.join(" ")} …`);
	const { status } = spawnSync("npm", args, {
		cwd: repositoryRoot,
		stdio: "inherit",
		// Tests and the build need the development packages too.
		env: { ...process.env, NODE_ENV: "development" },
		shell: process.platform === "win32",
	});
	return status === 0;
}

function ensure(folder, ...args) {
	if (isInstalled(folder) || npm(...args)) return;
	console.error("The packages could not be installed.");
	process.exit(1);
}

/**
 * Installs the locked packages if they are missing, and blocks until that ends. Exits the process on failure, or if
 * Node is older than 20.19.
 */
export function ensureInstalled() {
	requireNode();
	ensure(repositoryRoot, "ci");
	if (Number(process.versions.napi) < MIN_NODE_API) ensure(SQLITE_NODE20, "run", "sqlite:node20");
}
