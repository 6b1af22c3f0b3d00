import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/**
 * Counts what ran and leaves it, as JSON, in the file that PLATEIA_TALLY names. Names each test that has
 * passed only when it was tried again: it counts as passed, and is to be mended all the same.
 */
export default class TallyReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
		const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		const unsteady: string[] = [];
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				// A test that was cut off before it could end counts as failed.
				tally[state === "pending" ? "failed" : state] += 1;
				if (test.diagnostic()?.flaky) unsteady.push(describe(test));
			}
			// A file or a hook of it that breaks fails the file without failing a test.
			const suites = [module, ...module.children.allSuites()];
			tally.failed += suites.filter((suite) => suite.errors().length > 0).length;
		}
		const file = process.env.PLATEIA_TALLY;
		if (file) writeFileSync(file, JSON.stringify(tally));
		if (unsteady.length > 0) {
			console.log(`\n=== Unsteady (passed at the second attempt) ===\n${unsteady.join("\n")}\n`);
		}
	}
}

/** Which test it is, and what was wrong at first. */
function describe(test: TestCase): string {
	const reasons = (test.result().errors ?? []).map(({ message }) => `    ${message.split("\n", 1)[0]}`);
	return [`${test.module.relativeModuleId} > ${test.fullName}`, ...reasons].join("\n");
}
