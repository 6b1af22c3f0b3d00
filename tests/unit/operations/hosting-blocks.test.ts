import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** The commands in docs/hosting.md. */
const blocks = [...readFileSync("docs/hosting.md", "utf8").matchAll(/^```sh( \w+)?\n(.*?)^```$/gms)].map(
	([, name = "", commands = ""]) => ({ name: name.trim(), commands }),
);

it("all blocks of docs/hosting.md are syntactically valid", () => {
	expect(blocks.length).toBeGreaterThan(8);
	for (const { commands } of blocks)
		expect(spawnSync("bash", ["-n"], { input: commands, encoding: "utf8" }).stderr).toBe("");
});

describe("an upgrade", () => {
	let root: string;
	const version = (folder: string) => readFileSync(join(root, "opt", folder, "version"), "utf8").trim();
	const calls = () => readFileSync(join(root, "calls"), "utf8").split("\n").filter(Boolean);

	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), "plateia-upgrade-"));
		for (const folder of ["bin", "etc", "opt/site"]) mkdirSync(join(root, folder), { recursive: true });
		writeFileSync(join(root, "opt/site/version"), "1");
		writeFileSync(join(root, "calls"), "");
		const commands = {
			runuser: `cd ${root}/opt && exec sh`,
			git: `[ "$1" = clone ] || { echo file:///a; exit; }
				[ "$NEXT" != none ] || exit 128
				mkdir -p new/docs/hosting && echo "$NEXT" > new/version
				cd new/docs/hosting && touch plateia a.service a.timer`,
			npm: '[ "$1 $2" != "$FAILS" ]',
			systemctl: `echo "$*" >> ${root}/calls`,
			curl: "",
		};
		for (const [name, text] of Object.entries(commands))
			writeFileSync(join(root, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
	});
	afterEach(() => rmSync(root, { recursive: true }));

	/** Runs the block like an interactive shell, in which a failed command does not end the block. */
	const upgrade = (environment: Record<string, string>) =>
		spawnSync("bash", [], {
			input: (blocks.find(({ name }) => name === "upgrade")?.commands ?? "")
				.replaceAll("/opt/plateia", join(root, "opt"))
				.replaceAll("/etc/systemd/system", join(root, "etc"))
				.replaceAll("/usr/local/bin", join(root, "bin")),
			env: { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}`, ...environment },
			encoding: "utf8",
		});

	it("replaces the running version with the new one and keeps the old one", () => {
		expect(upgrade({ NEXT: "2" })).toMatchObject({ status: 0, stderr: "" });
		expect([version("site"), version("old")]).toEqual(["2", "1"]);
		expect(calls()).toEqual(["stop plateia", "daemon-reload", "start plateia"]);
		expect(readdirSync(join(root, "etc")).sort()).toEqual(["a.service", "a.timer"]);
	});

	it.each([
		["fetched", { NEXT: "none" }],
		["installed", { NEXT: "3", FAILS: "ci " }],
		["built", { NEXT: "3", FAILS: "run build" }],
	])("that cannot be %s reports it, changes nothing, and can be repeated", (_what, environment) => {
		upgrade({ NEXT: "2" });
		const before = calls();
		for (const _time of [1, 2]) {
			const { status, stderr } = upgrade(environment);
			expect([status, stderr]).toEqual([1, "No new version was built. The site runs on as it was.\n"]);
		}
		expect(calls()).toEqual(before);
		expect([version("site"), version("old")]).toEqual(["2", "1"]);
		upgrade({ NEXT: "4" });
		expect([version("site"), version("old"), existsSync(join(root, "opt/new"))]).toEqual(["4", "2", false]);
	});
});
