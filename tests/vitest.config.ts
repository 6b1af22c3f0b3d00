import { fileURLToPath } from "node:url";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

const QUARTER_OF_AN_HOUR = 900_000;
/** Of a test that takes a second or two by itself. */
const HALF_A_MINUTE = 30_000;
/** Whoever takes so long hangs: a busy machine needs several times what a journey takes by itself. */
const TWO_MINUTES = 120_000;

export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	plugins: [tsconfigPaths()],
	test: {
		reporters: ["default", fileURLToPath(new URL("support/tally-reporter.ts", import.meta.url))],
		// One after the other: the next project starts when the one before it has ended.
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
					testTimeout: TWO_MINUTES,
					hookTimeout: TWO_MINUTES,
					// A page may take its time on a busy machine.
					expect: { poll: { timeout: 10_000 } },
					// Real browsers on a busy machine; the reporter names whatever needed it.
					retry: 1,
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
					// They wait for restarts more than they work.
					maxWorkers: 2,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
