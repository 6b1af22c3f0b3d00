import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Runs a program that has a log, and returns the events that it has written. */
function eventsOf(code: string): string[] {
	const program = `import { createLog } from "~/observability/log.server"; const log = createLog({ LOG_LEVEL: "info" }); ${code}`;
	const { stdout, stderr } = spawnSync(
		process.execPath,
		["--import", "tsx", "--input-type=module", "--eval", program],
		{ encoding: "utf8" },
	);
	expect(stderr).toBe("");
	const lines = stdout.trim().split("\n").filter(Boolean);
	return lines.map((line) => (JSON.parse(line) as { event: string }).event);
}

it("all lines are written in their order when the process ends", () => {
	const code = 'for (let at = 0; at < 500; at += 1) log.info({ event: "line " + at }); process.exit(1);';
	expect(eventsOf(code)).toEqual(Array.from({ length: 500 }, (_, at) => `line ${at}`));
});

it("a line about a fault is written at once, with those before it", () => {
	const code =
		'log.info({ event: "before" }); log.warn({ event: "fault" }); log.info({ event: "lost" }); process.kill(process.pid, "SIGKILL");';
	expect(eventsOf(code)).toEqual(["before", "fault"]);
});
