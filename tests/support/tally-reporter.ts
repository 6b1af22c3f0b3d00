import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/**
 * Writes the numbers of tests as JSON to the file in PLATEIA_TALLY. Prints each test that passed only on a
 * retry: it counts as passed but should be fixed.
 */
export default class TallyReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
		const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		const passedOnRetry: string[] = [];
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				// A test that was interrupted counts as failed.
				tally[state === "pending" ? "failed" : state] += 1;
				if (test.diagnostic()?.flaky) passedOnRetry.push(describe(test));
			}
			// An error in a file or its hooks fails the file without failing a test.
			const suites = [module, ...module.children.allSuites()];
			tally.failed += suites.filter((suite) => suite.errors().length > 0).length;
		}
		const file = process.env.PLATEIA_TALLY;
		if (file) writeFileSync(file, JSON.stringify(tally));
		if (passedOnRetry.length > 0) {
			console.log(`\n=== Passed on the second attempt only ===\n${passedOnRetry.join("\n")}\n`);
		}
	}
}

/** The test and the error of its first run. */
function describe(test: TestCase): string {
	const reasons = (test.result().errors ?? []).map(({ message }) => `    ${message.split("\n", 1)[0]}`);
	return [`${test.module.relativeModuleId} > ${test.fullName}`, ...reasons].join("\n");
}
