import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { areAllOnPostgres, postgresTests } from "./support/postgres/database-tests";
import { findPostgres } from "./support/postgres/find-postgres.mjs";
import { isLong, WORKERS } from "./support/test-size";
import { WaitingFirst } from "./support/waiting-first";

type Settings = TestProjectInlineConfiguration["test"];

const QUARTER_OF_AN_HOUR = 900_000;
/** Timeout of a test that takes a second or two on an idle machine. */
const HALF_A_MINUTE = 30_000;
/** The same on PostgreSQL, where each statement crosses a socket. */
const A_MINUTE = 60_000;
/** Timeout of hooks that start a site. */
const TWO_MINUTES = 120_000;
/** Timeout of a journey without a browser: a busy machine needs several times the duration on an idle one. */
const JOURNEY = isLong ? QUARTER_OF_AN_HOUR : TWO_MINUTES;
/** Timeout of a test that starts sites again and again, or of a journey in a browser. */
const LONG_JOURNEY = isLong ? QUARTER_OF_AN_HOUR : 300_000;
const AN_HOUR = 3_600_000;

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Unit tests that replace modules, or whose subject watches every server of its process. All others share processes, which
 * halves their time.
 */
const NEEDS_OWN_PROCESS = filesThat(
	/\bvi\.(mock|doMock|resetModules)\(|(?<!import type \{[^}]*\} )from "~\/(http\/load-shedding|lib\/request-context|site\/(instruments|shutdown))\.server"/,
);

/** Left out of `npm run test:quick`: properties, races, and what concerns the machine rather than the site's rules. */
const SLOW = [
	"**/*.{property,races}.test.ts",
	"**/crash/engine/{kills,races,secrecy}.test.ts",
	"tests/unit/{backups,commands,operations,packaging,pictures,setup,storage}/**",
];
const LEFT_OUT = [...configDefaults.exclude, ...(process.env.PLATEIA_TESTS === "quick" ? SLOW : [])];

/** The unit tests whose text matches. */
function filesThat(pattern: RegExp): string[] {
	return readdirSync(join(ROOT, "tests/unit"), { recursive: true, encoding: "utf8" })
		.map((name) => join("tests/unit", name))
		.filter((path) => /\.test\.tsx?$/.test(path) && pattern.test(readFileSync(join(ROOT, path), "utf8")));
}

/** Without an installed PostgreSQL, the projects on it have no tests; tests/run.mjs reports that. */
const isPostgresInstalled = findPostgres() !== undefined;
const CLUSTER = "tests/support/postgres/global-setup.ts";
const ON_POSTGRES = { env: { PLATEIA_TEST_ENGINE: "postgres" }, globalSetup: [CLUSTER] };

/** Migrates one SQLite database for all. */
const TEMPLATE = "tests/support/sqlite-template.ts";
const WITH_SITES = [TEMPLATE, "tests/support/site/worker-site.ts"];

const UNIT: Settings = {
	// Large samples take minutes on a busy machine.
	testTimeout: isLong ? QUARTER_OF_AN_HOUR : HALF_A_MINUTE,
	hookTimeout: HALF_A_MINUTE,
	globalSetup: TEMPLATE,
};

/** A page may wait for much of the site: a render, an event, a round of a game. */
const PATIENT = { poll: { timeout: isLong ? TWO_MINUTES : HALF_A_MINUTE } };

const HTTP: Settings = {
	include: ["tests/http/**/*.test.ts"],
	isolate: false,
	expect: PATIENT,
	testTimeout: JOURNEY,
	hookTimeout: TWO_MINUTES,
	globalSetup: WITH_SITES,
};

/** The first group of projects with a running site. */
const FIRST_OF_SITES = 2;

/** @param group projects of the same number run together, those of a lower one before. */
const project = (name: string, group: number, settings: Settings) => ({
	extends: true as const,
	test: {
		name,
		maxWorkers: group < FIRST_OF_SITES ? WORKERS.computing : WORKERS.waiting,
		sequence: { groupOrder: group },
		...settings,
	},
});

const PROJECTS = [
	project("unit", 0, {
		...UNIT,
		include: ["tests/unit/**/*.test.{ts,tsx}"],
		exclude: [...LEFT_OUT, "**/*.postgres.test.ts", ...NEEDS_OWN_PROCESS],
		isolate: false,
	}),
	project("unit-isolated", 0, { ...UNIT, include: NEEDS_OWN_PROCESS, exclude: LEFT_OUT }),
	project("postgres", 1, {
		...ON_POSTGRES,
		include: isPostgresInstalled ? postgresTests(ROOT) : [],
		// The files of the usual run replace no modules.
		isolate: areAllOnPostgres,
		testTimeout: isLong ? QUARTER_OF_AN_HOUR : A_MINUTE,
		hookTimeout: A_MINUTE,
	}),
	project("http", 2, HTTP),
	project("browser", 2, {
		include: ["tests/browser/**/*.test.ts"],
		// The files of a worker share its browser.
		isolate: false,
		expect: PATIENT,
		setupFiles: ["tests/support/browser/worker-browser.ts"],
		testTimeout: LONG_JOURNEY,
		hookTimeout: TWO_MINUTES,
		globalSetup: WITH_SITES,
	}),
	project("processes", 3, {
		...ON_POSTGRES,
		include: isPostgresInstalled ? ["tests/processes/**/*.test.ts"] : [],
		expect: PATIENT,
		testTimeout: JOURNEY,
		hookTimeout: TWO_MINUTES,
	}),
	project("faults", 3, {
		include: ["tests/faults/**/*.test.ts"],
		globalSetup: TEMPLATE,
		testTimeout: isLong || process.env.FAULT_KILLS ? AN_HOUR : LONG_JOURNEY,
		hookTimeout: QUARTER_OF_AN_HOUR,
	}),
];

const LONG_PROJECTS = [
	project("long-postgres", 4, {
		...HTTP,
		...ON_POSTGRES,
		include: isPostgresInstalled ? ["tests/http/**/*.test.ts"] : [],
		globalSetup: [CLUSTER, "tests/support/postgres/worker-site.ts"],
	}),
	project("long-faults", 4, {
		...ON_POSTGRES,
		include: isPostgresInstalled ? ["tests/faults/events-kill.test.ts"] : [],
		testTimeout: AN_HOUR,
		hookTimeout: QUARTER_OF_AN_HOUR,
	}),
	project("long", 5, {
		include: ["tests/long/**/*.test.ts"],
		testTimeout: QUARTER_OF_AN_HOUR,
		hookTimeout: QUARTER_OF_AN_HOUR,
		// The benches measure.
		fileParallelism: false,
	}),
];

export default defineConfig({
	root: ROOT,
	// The paths of tsconfig.json, without a search for such files in each project.
	resolve: {
		alias: [
			{ find: /^~\//, replacement: join(ROOT, "app/") },
			{ find: /^db\//, replacement: join(ROOT, "db/") },
		],
	},
	test: {
		reporters: ["default", fileURLToPath(new URL("support/tally-reporter.ts", import.meta.url))],
		// What a poll waits for is slow on a busy machine.
		expect: { requireAssertions: true, poll: { timeout: 10_000 } },
		sequence: { sequencer: WaitingFirst },
		projects: [...PROJECTS, ...(isLong ? LONG_PROJECTS : [])],
	},
});
