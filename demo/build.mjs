/** Builds the site for production if an input of the build has changed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, run } from "./processes.mjs";

const SOURCES = [
	"app",
	"db",
	"packaging",
	"public",
	"package.json",
	"package-lock.json",
	"remix.config.js",
	"tsconfig.json",
	"vite.config.ts",
];
const SERVER_BUILD = join(repositoryRoot, "build/server/index.js");
const STAMP = join(repositoryRoot, "build/.built-from");

const REMIX = join(repositoryRoot, "node_modules/@remix-run/dev/dist/cli.js");

function filesUnder(path) {
	const entry = statSync(join(repositoryRoot, path), { throwIfNoEntry: false });
	if (!entry) return [];
	if (entry.isFile()) return [path];
	return readdirSync(join(repositoryRoot, path))
		.filter((name) => name !== "node_modules")
		.sort()
		.flatMap((name) => filesUnder(`${path}/${name}`));
}

function hashSources() {
	const hash = createHash("sha256");
	for (const file of SOURCES.flatMap(filesUnder)) {
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(repositoryRoot, file)))
			.update("\0");
	}
	return hash.digest("hex");
}

/** The hash of its sources and the modification time of the build, which changes if the build is made by other means. */
function stampOf(sources) {
	const built = statSync(SERVER_BUILD, { throwIfNoEntry: false });
	return built && `${sources} ${built.mtimeMs}`;
}

function readStamp() {
	try {
		return readFileSync(STAMP, "utf8");
	} catch {
		return undefined;
	}
}

/**
 * Builds the site unless the sources are those of the last build, or PLATEIA_BUILD is `keep`.
 * @returns {Promise<boolean>} whether there is a current build
 */
export async function ensureBuilt() {
	// Set by callers that have just made the build, such as a test run.
	if (process.env.PLATEIA_BUILD === "keep" && statSync(SERVER_BUILD, { throwIfNoEntry: false })) return true;
	// Before the build: what is edited during the build is built the next time.
	const sources = hashSources();
	const stamp = stampOf(sources);
	if (stamp && stamp === readStamp()) return true;
	console.log("Building …");
	const env = { ...process.env, NODE_ENV: "production" };
	if (!(await run(process.execPath, [REMIX, "vite:build", "--logLevel", "warn"], { env }))) return false;
	writeFileSync(STAMP, stampOf(sources) ?? "");
	return true;
}
