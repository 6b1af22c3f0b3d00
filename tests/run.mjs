/**
 * `npm test`: runs everything from a fresh clone: static checks and the build beside the tests that need no build, then the others.
 * `node tests/run.mjs unit` (or another project) runs one project; other arguments are passed to vitest.
 * `node tests/run.mjs quick` checks format and types and runs the unit tests without the slow ones.
 * TEST_LONG=1 adds what takes long: large samples with new seeds, everything on PostgreSQL, releases, benches.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "../demo/install.mjs";
import { requireNode } from "../demo/node.mjs";
import { repositoryRoot } from "../demo/processes.mjs";

/** The tests start many processes of the same programs, which compile faster from a cache. */
process.env.NODE_COMPILE_CACHE ??= join(repositoryRoot, "node_modules/.cache/compile");
/** The type check needs no more memory if it collects garbage a quarter as often, which is a third of its processor time. */
process.env.GOGC ??= "400";

const isLong = process.env.TEST_LONG === "1";
/** Projects that need neither the build nor a browser. */
const WITHOUT_BUILD = ["unit", "postgres"];
const LONG = ["long-postgres", "long-faults", "long"];
const WITH_BUILD = ["http", "browser", "processes", "faults", ...(isLong ? LONG : [])];
const PROJECTS = [...WITHOUT_BUILD, ...WITH_BUILD];
const STATIC_CHECKS = [
	["Format and lint", "@biomejs/biome/bin/biome", "ci", "."],
	// In one thread: several check the libraries' types once each, which takes twice the processor time.
	["Types", "typescript-native/bin/tsc", "--noEmit", "--singleThreaded"],
	["Unused files, exports and packages", "knip/bin/knip.js"],
];

const headline = (text) => console.log(`\n=== ${text} ===`);

/** Layers that do not run, with the reason. */
const leftOut = [];

/** @returns {never} */
function finish({ passed, failed, skipped }) {
	for (const text of leftOut) headline(`LEFT OUT: ${text}`);
	console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
	process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** @returns {never} */
function failAt(step) {
	headline(`FAILED: ${step}`);
	finish({ passed: 0, failed: 1, skipped: 0 });
}

/**
 * Runs a program of the packages. It ends with this process.
 * @returns {Promise<{ succeeded: boolean, output: string }>} the output only if it is not `shown`
 */
function node(script, args, { env = {}, shown = true } = {}) {
	const child = spawn(process.execPath, [join(repositoryRoot, "node_modules", script), ...args], {
		cwd: repositoryRoot,
		stdio: ["ignore", ...Array(2).fill(shown ? "inherit" : "pipe")],
		env: { ...process.env, ...env },
	});
	process.once("exit", () => child.kill());
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ succeeded: code === 0, output }));
	});
}

/** Runs the checks one after the other, and prints the output of each when it ends. */
async function runChecks(checks) {
	for (const [step, script, ...args] of checks) {
		const { succeeded, output } = await node(script, args, { shown: false });
		headline(step);
		if (output) console.log(output.trimEnd());
		if (!succeeded) failAt(step);
	}
}

async function build() {
	const { ensureBuilt } = await import("../demo/build.mjs");
	if (!(await ensureBuilt())) failAt("Build");
}

/** @returns the numbers of tests. */
async function runVitest(projects, args) {
	const folder = mkdtempSync(join(tmpdir(), "plateia-tally-"));
	const file = join(folder, "tally.json");
	const selected = projects.flatMap((project) => ["--project", project === "unit" ? "unit*" : project]);
	const { succeeded } = await node(
		"vitest/vitest.mjs",
		["run", "--config", "tests/vitest.config.ts", ...selected, ...args],
		{
			env: {
				...{ NODE_ENV: "test", PLATEIA_TALLY: file, PLATEIA_BUILD: "keep" },
				...(isQuick && { PLATEIA_TESTS: "quick" }),
				// A test that is named runs on PostgreSQL also if the usual run leaves it out.
				...(args.length > 0 && { PLATEIA_ON_POSTGRES: "all" }),
			},
		},
	);
	const tally = { passed: 0, failed: 0, skipped: 0 };
	try {
		Object.assign(tally, JSON.parse(readFileSync(file, "utf8")));
	} catch {
		// vitest exited before it wrote the numbers.
	}
	rmSync(folder, { recursive: true, force: true });
	if (!succeeded && tally.failed === 0) tally.failed = 1;
	return tally;
}

/** @returns {never} */
function conclude(...tallies) {
	const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0);
	const tally = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
	if (mustBeWhole && tally.skipped > 0) {
		headline("FAILED: in CI, nothing may be skipped");
		tally.failed += tally.skipped;
	}
	if (tally.failed > 0) headline("FAILED: tests");
	finish(tally);
}

const words = process.argv.slice(2);
const isWhole = words.length === 0;
const isQuick = words[0] === "quick";
/** In CI as root, everything that the tests need can be installed. */
const mustBeWhole = Boolean(process.env.CI) && process.getuid?.() === 0 && isWhole;
const chosen = PROJECTS.filter((project) => words.includes(project));
const projects = isQuick ? ["unit"] : chosen.length > 0 ? chosen : PROJECTS;
const rest = words.filter((word) => word !== "quick" && !PROJECTS.includes(word));
const needsBuild = projects.some((project) => WITH_BUILD.includes(project));

if (!isLong && words.some((word) => LONG.includes(word))) failAt(`${words[0]} runs only with TEST_LONG=1`);
await requireNode();
await ensureInstalled();
if (!isQuick && projects.some((project) => project !== "unit")) {
	const { ensureTools } = await import("./support/site/ensure-tools.mjs");
	ensureTools();
	const { findPostgres } = await import("./support/postgres/find-postgres.mjs");
	if (!findPostgres()) leftOut.push("postgres and processes, because PostgreSQL is not installed");
	if (mustBeWhole && leftOut.length > 0) failAt("in CI, PostgreSQL must be installed");
}
if (needsBuild) {
	const { ensureBrowser } = await import("./support/browser/ensure-browser.mjs");
	if (!ensureBrowser()) failAt("Browser");
}
if (isWhole) {
	const [withoutBuild] = await Promise.all([
		runVitest(WITHOUT_BUILD, []),
		runChecks(STATIC_CHECKS).then(build),
	]);
	if (withoutBuild.failed > 0) conclude(withoutBuild);
	conclude(withoutBuild, await runVitest(WITH_BUILD, []));
}
if (isQuick) {
	const [tally] = await Promise.all([runVitest(projects, rest), runChecks(STATIC_CHECKS.slice(0, 2))]);
	conclude(tally);
}
if (needsBuild) await build();
conclude(await runVitest(projects, rest));
