import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { PART_NAMES } from "../../bench/cluster/part-names";

/** They need programs that are not part of a test machine. */
const NEEDS_OTHER_PROGRAMS = ["attack", "glewlwyd"];
const BENCHES = readdirSync("bench")
	.filter((name) => existsSync(`bench/${name}/run.ts`) && !NEEDS_OTHER_PROGRAMS.includes(name))
	.flatMap((name) => (name === "cluster" ? PART_NAMES.map((part) => `cluster:${part}`) : name));

const MAX_BYTES = 10_000_000;

/** The line of a figure: "posting: 1.02 (limit: at most 1.1) measured". */
const FIGURE = /^.+: -?\d+(\.\d+)? \(limit: .+\) measured$/m;

/** Without blocking this process, which reports to vitest. */
const start = (name: string) =>
	new Promise<{ hasSucceeded: boolean; stdout: string; stderr: string }>((resolve) => {
		execFile(
			process.execPath,
			["--import", "tsx", "bench/run.ts", name, "--once"],
			{ maxBuffer: MAX_BYTES },
			(error, stdout, stderr) => resolve({ hasSucceeded: error === null, stdout, stderr }),
		);
	});

it.each(BENCHES)("the bench %s starts, measures and prints its figures", async (name) => {
	const { hasSucceeded, stdout, stderr } = await start(name);
	expect(hasSucceeded, `${stdout}\n${stderr}`).toBe(true);
	// A part that needs root says so instead.
	if (!/^ {2}skipped: /m.test(stdout)) expect(stdout).toMatch(FIGURE);
});
