import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Writes the numbers of tests as JSON to the file in PLATEIA_TALLY. */
export default class TallyReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
		const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				// A test that was interrupted counts as failed.
				tally[state === "pending" ? "failed" : state] += 1;
			}
			// An error in a file or its hooks fails the file without failing a test.
			const suites = [module, ...module.children.allSuites()];
			tally.failed += suites.filter((suite) => suite.errors().length > 0).length;
		}
		const file = process.env.PLATEIA_TALLY;
		if (file) writeFileSync(file, JSON.stringify(tally));
	}
}
