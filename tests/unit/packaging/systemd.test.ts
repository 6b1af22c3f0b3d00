import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const UNIT = readFileSync("docs/hosting/plateia.service", "utf8");

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
