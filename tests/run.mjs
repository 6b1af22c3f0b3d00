/**
 * `npm test`: runs everything from a fresh clone and stops at the first failed step.
 * `node tests/run.mjs unit` (or postgres, e2e, e2e-postgres, faults) runs one project; other arguments are passed to vitest.
 * `node tests/run.mjs quick` checks format and types and runs the unit tests without the slow ones.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "../demo/install.mjs";
import { requireNode } from "../demo/node.mjs";
import { repositoryRoot } from "../demo/processes.mjs";

const PROJECTS = ["unit", "postgres", "http", "browser", "e2e", "e2e-postgres", "faults"];
/** Projects that need neither the build nor a browser. */
const WITHOUT_BUILD = ["unit", "postgres"];
/** Properties, simulations and samples, which take half of the time of all unit tests. */
const SLOW = [
	"**/*.{model,property,races,simulation}.test.ts",
	"**/*.{property,simulation}.sqlite.test.ts",
	"**/*statistics.test.ts",
];

const headline = (text) => console.log(`\n=== ${text} ===`);

/** @returns {never} */
function finish({ passed, failed, skipped }) {
	console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
	process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** @returns {never} */
function failAt(step) {
	headline(`FAILED: ${step}`);
	finish({ passed: 0, failed: 1, skipped: 0 });
}

function node(script, args, env = {}) {
	const { status } = spawnSync(process.execPath, [join(repositoryRoot, "node_modules", script), ...args], {
		cwd: repositoryRoot,
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, ...env },
	});
	return status === 0;
}

function check(step, script, ...args) {
	headline(step);
	if (!node(script, args)) failAt(step);
}

function runVitest(args) {
	const folder = mkdtempSync(join(tmpdir(), "plateia-tally-"));
	const file = join(folder, "tally.json");
	const succeeded = node("vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.ts", ...args], {
		NODE_ENV: "test",
		PLATEIA_TALLY: file,
		PLATEIA_BUILD: "keep",
	});
	let tally = { passed: 0, failed: 0, skipped: 0 };
	try {
		tally = JSON.parse(readFileSync(file, "utf8"));
	} catch {
		// vitest exited before it wrote the numbers.
	}
	rmSync(folder, { recursive: true, force: true });
	if (!succeeded && tally.failed === 0) tally.failed = 1;
	if (mustBeWhole && tally.skipped > 0) {
		headline("FAILED: in CI, nothing may be skipped");
		tally.failed += tally.skipped;
	}
	if (tally.failed > 0) headline("FAILED: tests");
	finish(tally);
}

const words = process.argv.slice(2);
const isQuick = words[0] === "quick";
/** In CI as root, everything that the tests need can be installed. */
const mustBeWhole = Boolean(process.env.CI) && process.getuid?.() === 0 && words.length === 0;
const projects = isQuick ? ["unit"] : PROJECTS.filter((project) => words.includes(project));
const rest = isQuick
	? SLOW.flatMap((pattern) => ["--exclude", pattern])
	: words.filter((word) => !PROJECTS.includes(word));

await requireNode();
await ensureInstalled();
if (words.length === 0 || isQuick) {
	check("Format and lint", "@biomejs/biome/bin/biome", "ci", ".");
	check("Types", "typescript/bin/tsc", "--noEmit");
}
if (words.length === 0) {
	check("Unused files, exports and packages", "knip/bin/knip.js");
}
if (projects.length === 0 || projects.some((project) => !WITHOUT_BUILD.includes(project))) {
	headline("Build");
	const { ensureBuilt } = await import("../demo/build.mjs");
	if (!(await ensureBuilt())) failAt("Build");
	const { ensureBrowser } = await import("./support/browser/ensure-browser.mjs");
	if (!ensureBrowser()) failAt("Browser");
}
if (!isQuick) {
	const { ensureTools } = await import("./support/site/ensure-tools.mjs");
	ensureTools();
	const { findPostgres } = await import("./support/postgres/find-postgres.mjs");
	if (mustBeWhole && !findPostgres()) failAt("in CI, PostgreSQL must be installed");
}
headline("Tests");
runVitest([...projects.flatMap((project) => ["--project", project === "unit" ? "unit*" : project]), ...rest]);
