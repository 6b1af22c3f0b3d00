import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "plateia-env-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The value of PORT in a process that is started like the site. */
function portIn(environment: Record<string, string>): string {
	const args = ["--import", join(process.cwd(), "bin/env-file.mjs"), "-p", "process.env.PORT"];
	const { stdout, stderr } = spawnSync(process.execPath, args, {
		cwd: folder,
		env: environment as NodeJS.ProcessEnv,
		encoding: "utf8",
	});
	return stdout.trim() || stderr;
}

it("the site reads its port from .env, unless the environment has one", () => {
	writeFileSync(join(folder, ".env"), "PORT=8080\n");
	expect(portIn({})).toBe("8080");
	expect(portIn({ PORT: "9090" })).toBe("9090");
});

it("the site starts without .env", () => {
	expect(portIn({})).toBe("undefined");
});
