/** Installs the packages of a fresh clone. Uses Node's built-in modules only. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./require-node.mjs";

/** Required by the SQLite driver of the root package; see db/driver.ts. */
const MIN_NODE_API = 10;

/** The absolute path of the repository. */
export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const SQLITE_NODE20 = join(repositoryRoot, "db/sqlite-node20");

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

/** Whether npm's registry answers. */
const isOnline = () =>
	spawnSync("npm", ["ping", "--fetch-retries=0", "--fetch-timeout=5000"], {
		stdio: "ignore",
		shell: process.platform === "win32",
	}).status === 0;

function ensure(folder, ...args) {
	if (isInstalled(folder) || npm(...args)) return;
	console.error("The packages could not be installed.");
	if (!isOnline()) console.error("npm's registry cannot be reached: is this machine online?");
	process.exit(1);
}

/** Whether the driver was compiled for this version of Node. It is loaded in a separate process. */
function loadsSqlite() {
	const load = `new (require(${JSON.stringify(join(SQLITE_NODE20, "node_modules/better-sqlite3"))}))(":memory:")`;
	return spawnSync(process.execPath, ["-e", load], { stdio: "ignore" }).status === 0;
}

/** Installs the locked packages if they are missing, and blocks until that ends. Exits the process on failure. */
export function ensureInstalled() {
	ensure(repositoryRoot, "ci");
	if (Number(process.versions.napi) >= MIN_NODE_API) return;
	if (isInstalled(SQLITE_NODE20) && !loadsSqlite()) {
		console.log(`SQLite was compiled for another version of Node than ${process.versions.node}.`);
		rmSync(join(SQLITE_NODE20, "node_modules"), { recursive: true, force: true });
	}
	if (!isInstalled(SQLITE_NODE20)) {
		console.log(
			"SQLite for Node 20 is downloaded from GitHub; without GitHub it is compiled, which takes minutes.",
		);
	}
	ensure(SQLITE_NODE20, "run", "sqlite:node20");
}
