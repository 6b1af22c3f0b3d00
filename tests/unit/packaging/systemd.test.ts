import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const UNIT = readFileSync("docs/hosting/plateia.service", "utf8");

/** The values of a setting of the unit. */
const valuesOf = (name: string) =>
	UNIT.split("\n").flatMap((line) => (line.startsWith(`${name}=`) ? line.slice(name.length + 1) : []));

it("the service restarts a failed process without a limit, with pauses that grow to at most half a minute", () => {
	expect(valuesOf("Restart")).toEqual(["always"]);
	expect([valuesOf("StartLimitIntervalSec"), valuesOf("StartLimitBurst")]).toEqual([["0"], []]);
	const [first, steps, last] = ["RestartSec", "RestartSteps", "RestartMaxDelaySec"].map((name) =>
		Number(valuesOf(name)[0]),
	);
	expect(first).toBeLessThan(last ?? 0);
	expect(steps).toBeGreaterThan(1);
	expect(last).toBeLessThanOrEqual(30);
});

it("the documented command creates a service from plateia.service whose name contains the port", () => {
	const [, command = ""] =
		/^ +(sed .*) > \/etc\/systemd\/system\/plateia@\.service$/m.exec(
			readFileSync("docs/hosting.md", "utf8"),
		) ?? [];
	const made = execFileSync(
		"sh",
		["-c", command.replace("/etc/systemd/system/plateia.service", "docs/hosting/plateia.service")],
		{ encoding: "utf8" },
	);
	expect(made).toMatch(/^Environment=PORT=%i NODE_ENV=production PATH=/m);
	expect(made.replace("PORT=%i ", "")).toBe(UNIT);
});
