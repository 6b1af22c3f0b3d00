import { afterEach, beforeEach, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { databaseForEachTest } from "../../support/for-each-test";

/** A database for each test, which commands use, and what they print. */
export function commandsForEachTest(options: Parameters<typeof databaseForEachTest>[0] = {}) {
	const test = databaseForEachTest(options);
	const printed: string[] = [];
	beforeEach(() => {
		printed.length = 0;
		for (const method of ["log", "error"] as const) {
			vi.spyOn(console, method).mockImplementation((text) => printed.push(text));
		}
		vi.stubEnv("DATABASE_URL", test.url);
	});
	afterEach(() => {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
	});
	return { test, printed, run: (...args: string[]) => runCommandLine(args) };
}
