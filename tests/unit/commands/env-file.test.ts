import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
});

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

it("a byte order mark in .env belongs to no name", () => {
	writeFileSync(join(folder, ".env"), "\ufeffPORT=8080\r\nHOST=::1\r\n");
	expect(portIn({})).toBe("8080");
});

it("the site starts without .env", () => {
	expect(portIn({})).toBe("undefined");
});
