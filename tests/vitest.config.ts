import { fileURLToPath } from "node:url";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

const QUARTER_OF_AN_HOUR = 900_000;
/** Timeout of a test that takes a second or two on an idle machine. */
const HALF_A_MINUTE = 30_000;
/** Timeout of a journey: a busy machine needs several times the duration on an idle one. */
const TWO_MINUTES = 120_000;

export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	plugins: [tsconfigPaths()],
	test: {
		reporters: ["default", fileURLToPath(new URL("support/tally-reporter.ts", import.meta.url))],
		expect: { requireAssertions: true },
		// Projects run one after the other.
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: ["tests/unit/**/*.test.{ts,tsx}"],
					testTimeout: HALF_A_MINUTE,
					maxWorkers: 2,
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "e2e",
					include: ["tests/e2e/**/*.test.ts"],
					// The files of a worker share its browser.
					isolate: false,
					setupFiles: ["tests/support/browser/worker-browser.ts"],
					testTimeout: TWO_MINUTES,
					hookTimeout: TWO_MINUTES,
					// Pages are slow on a busy machine.
					expect: { poll: { timeout: 10_000 } },
					maxWorkers: 2,
					sequence: { groupOrder: 1 },
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
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
