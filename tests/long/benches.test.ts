import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { PART_NAMES } from "../../bench/cluster/part-names";

/** They need programs that are not part of a test machine. */
const NEEDS_OTHER_PROGRAMS = ["attack", "glewlwyd"];
const BENCHES = readdirSync("bench")
	.filter((name) => existsSync(`bench/${name}/run.ts`) && !NEEDS_OTHER_PROGRAMS.includes(name))
	.flatMap((name) => (name === "cluster" ? PART_NAMES.map((part) => `cluster:${part}`) : name));

/** The line of a figure: "posting: 1.02 (limit: at most 1.1) measured". */
const FIGURE = /^.+: -?\d+(\.\d+)? \(limit: .+\) measured$/m;

it.each(BENCHES)("the bench %s starts, measures and prints its figures", (name) => {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--import", "tsx", "bench/run.ts", name, "--once"],
		{ encoding: "utf8" },
	);
	expect(status, `${stdout}\n${stderr}`).toBe(0);
	expect(stdout).toMatch(FIGURE);
});
