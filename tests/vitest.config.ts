import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tsconfigPaths from "vite-tsconfig-paths";
import { configDefaults, defineConfig } from "vitest/config";
import { databaseTests } from "./support/postgres/database-tests";
import { findPostgres } from "./support/postgres/find-postgres.mjs";
import { isLong } from "./support/test-size";

const QUARTER_OF_AN_HOUR = 900_000;
/** Timeout of a test that takes a second or two on an idle machine. */
const HALF_A_MINUTE = 30_000;
/** The same on PostgreSQL, where each statement crosses a socket. */
const A_MINUTE = 60_000;
/** Timeout of a journey: a busy machine needs several times the duration on an idle one. */
const TWO_MINUTES = 120_000;

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The journeys that spend and earn points, which run on both database engines. */
const JOURNEYS_OF_POINTS = [
	...["bonus-hunt", "hunt-end", "hunts"].map((name) => `tests/e2e/content/${name}.test.ts`),
	...["codes", "rules", "stream"].map((name) => `tests/e2e/earning/${name}.test.ts`),
	...[
		"crash",
		"crash-fairness",
		"crash-known-end",
		"crash-late-cash-out",
		"crash-own-state",
		"history",
		"limits",
		"live-crash",
	].map((name) => `tests/e2e/games/${name}.test.ts`),
	...["plinko", "plinko.scripts"].map((name) => `tests/e2e/games/${name}.test.ts`),
	...["nginx-nodes", "nodes", "server-away"].map((name) => `tests/e2e/site/${name}.postgres.test.ts`),
	...["orders", "points", "store", "store-admin", "store-crowd", "user-points", "user-points.moves"].map(
		(name) => `tests/e2e/store/${name}.test.ts`,
	),
];

/**
 * Unit tests that replace modules, or whose subject is one per process. All others share the processes of their project,
 * which halves their time.
 */
const NEEDS_OWN_PROCESS = [
	...filesThat(/\bvi\.(mock|doMock|resetModules)\(/),
	...["http/connections", "lib/middleware"].map((name) => `tests/unit/${name}.test.ts`),
];

/** The unit tests whose text matches. */
function filesThat(pattern: RegExp): string[] {
	return readdirSync(join(ROOT, "tests/unit"), { recursive: true, encoding: "utf8" })
		.map((name) => join("tests/unit", name))
		.filter((path) => /\.test\.tsx?$/.test(path) && pattern.test(readFileSync(join(ROOT, path), "utf8")));
}

const UNIT = {
	testTimeout: HALF_A_MINUTE,
	hookTimeout: HALF_A_MINUTE,
	globalSetup: "tests/support/sqlite-template.ts",
	maxWorkers: 2,
};

/** Without an installed PostgreSQL, the projects on it have no tests; tests/run.mjs reports that. */
const isPostgresInstalled = findPostgres() !== undefined;
const ON_POSTGRES = {
	env: { PLATEIA_TEST_ENGINE: "postgres" },
	globalSetup: "tests/support/postgres/global-setup.ts",
};

const JOURNEYS = {
	// The files of a worker share its browser.
	isolate: false,
	setupFiles: ["tests/support/browser/worker-browser.ts"],
	testTimeout: TWO_MINUTES,
	hookTimeout: TWO_MINUTES,
	maxWorkers: 2,
};

export default defineConfig({
	root: ROOT,
	plugins: [tsconfigPaths()],
	test: {
		reporters: ["default", fileURLToPath(new URL("support/tally-reporter.ts", import.meta.url))],
		// What a poll waits for is slow on a busy machine.
		expect: { requireAssertions: true, poll: { timeout: 10_000 } },
		// Projects run one after the other.
		projects: [
			{
				extends: true,
				test: {
					...UNIT,
					name: "unit",
					include: ["tests/unit/**/*.test.{ts,tsx}"],
					exclude: [...configDefaults.exclude, "**/*.postgres.test.ts", ...NEEDS_OWN_PROCESS],
					isolate: false,
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: { ...UNIT, name: "unit-isolated", include: NEEDS_OWN_PROCESS, sequence: { groupOrder: 0 } },
			},
			{
				extends: true,
				test: {
					...ON_POSTGRES,
					name: "postgres",
					include: isPostgresInstalled ? databaseTests(ROOT) : [],
					testTimeout: A_MINUTE,
					hookTimeout: A_MINUTE,
					maxWorkers: 2,
					sequence: { groupOrder: 1 },
				},
			},
			{
				extends: true,
				test: {
					name: "http",
					include: ["tests/http/**/*.test.ts"],
					globalSetup: "tests/support/site/worker-site.ts",
					isolate: false,
					testTimeout: HALF_A_MINUTE,
					hookTimeout: TWO_MINUTES,
					maxWorkers: 2,
					sequence: { groupOrder: 2 },
				},
			},
			{
				extends: true,
				test: {
					...JOURNEYS,
					name: "browser",
					include: ["tests/browser/**/*.test.ts"],
					globalSetup: "tests/support/site/worker-site.ts",
					sequence: { groupOrder: 2 },
				},
			},
			{
				extends: true,
				test: {
					...JOURNEYS,
					name: "e2e",
					include: ["tests/e2e/**/*.test.ts"],
					exclude: [...configDefaults.exclude, "**/*.postgres.test.ts"],
					sequence: { groupOrder: 2 },
				},
			},
			{
				extends: true,
				test: {
					...JOURNEYS,
					...ON_POSTGRES,
					name: "e2e-postgres",
					include: isPostgresInstalled ? JOURNEYS_OF_POINTS : [],
					sequence: { groupOrder: 3 },
				},
			},
			{
				extends: true,
				test: {
					name: "faults",
					include: ["tests/faults/**/*.test.ts"],
					testTimeout: QUARTER_OF_AN_HOUR,
					hookTimeout: QUARTER_OF_AN_HOUR,
					// These tests mostly wait for restarts.
					maxWorkers: 2,
					sequence: { groupOrder: 4 },
				},
			},
			...(isLong
				? [
						{
							extends: true as const,
							test: {
								name: "long",
								include: ["tests/long/**/*.test.ts"],
								testTimeout: QUARTER_OF_AN_HOUR,
								// The benches are started one after the other.
								fileParallelism: false,
								sequence: { groupOrder: 5 },
							},
						},
					]
				: []),
		],
	},
});
