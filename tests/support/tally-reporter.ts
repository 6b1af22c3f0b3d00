import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Counts what ran and leaves it, as JSON, in the file that PLATEIA_TALLY names. */
export default class TallyReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
		const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				// A test that was cut off before it could end counts as failed.
				tally[state === "pending" ? "failed" : state] += 1;
			}
			// A file or a hook of it that breaks fails the file without failing a test.
			const suites = [module, ...module.children.allSuites()];
			tally.failed += suites.filter((suite) => suite.errors().length > 0).length;
		}
		const file = process.env.PLATEIA_TALLY;
		if (file) writeFileSync(file, JSON.stringify(tally));
	}
}
