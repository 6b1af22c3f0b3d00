import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPromtool } from "../../support/site/ensure-tools.mjs";

const FOLDER = "docs/operations";
const rules = readFileSync(join(FOLDER, "alerts.yml"), "utf8");

it("the alert rules use metrics that the site has", () => {
	const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".server.ts"))
		.map((file) => readFileSync(join("app", file), "utf8"))
		.join("\n");
	const used = new Set(rules.match(/\bplateia_\w+/g)?.map((name) => name.replace(/_bucket$/, "")));
	expect(used.size).toBeGreaterThan(3);
	expect([...used].filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});

const promtool = findPromtool();

it.skipIf(!promtool).each([
	["are valid", ["check", "rules", "alerts.yml"]],
	["fire under their conditions, and not before", ["test", "rules", "alerts.test.yml"]],
])("the alert rules %s", (_what, args) => {
	const output = execFileSync(promtool ?? "", args, { cwd: FOLDER, encoding: "utf8" });
	expect(output).toContain("SUCCESS");
});
