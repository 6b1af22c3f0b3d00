import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = "docs/operations";
const rules = readFileSync(join(FOLDER, "alerts.yml"), "utf8");

it("the alert rules use metrics that the site has", () => {
	const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".server.ts"))
		.map((file) => readFileSync(join("app", file), "utf8"))
		.join("\n");
	const asked = new Set(rules.match(/\bplateia_\w+/g)?.map((name) => name.replace(/_bucket$/, "")));
	expect(asked.size).toBeGreaterThan(10);
	expect([...asked].filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
});

/** promtool is part of Debian's package prometheus. */
const PROMTOOL = "promtool";
const hasPromtool = spawnSync(PROMTOOL, ["--version"]).error === undefined;

it.skipIf(!hasPromtool).each([
	["can be read", ["check", "rules", "alerts.yml"]],
	["fire when they should, and no earlier", ["test", "rules", "alerts.test.yml"]],
])("the alert rules %s", (_what, asked) => {
	const said = execFileSync(PROMTOOL, asked, { cwd: FOLDER, encoding: "utf8" });
	expect(said).toContain("SUCCESS");
});
