import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readKeyFile } from "~/settings/key-file.server";
import { StartError } from "~/storage/site-database.server";
import { temporaryFolder } from "../../support/temporary-folder";

let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
});

it("a key file is created once, readable by its owner only", () => {
	const path = join(folder, "new", "plateia.sqlite.key");
	const key = readKeyFile(path);
	expect(key).toMatch(/^[0-9a-f]{64}$/);
	expect(readKeyFile(path)).toBe(key);
	expect(readFileSync(path, "utf8")).toBe(`${key}\n`);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(readdirSync(join(folder, "new"))).toEqual(["plateia.sqlite.key"]);
});

it("a key file whose creation was interrupted is created again", () => {
	const path = join(folder, "key");
	writeFileSync(`${path}.part`, "0123");
	expect(readKeyFile(path)).toMatch(/^[0-9a-f]{64}$/);
	expect(readdirSync(folder)).toEqual(["key"]);
});

it.each(["", "short", "g".repeat(64)])("a key file with other content is refused and kept: %j", (content) => {
	const path = join(folder, "key");
	writeFileSync(path, content);
	expect(() => readKeyFile(path)).toThrow(StartError);
	expect(() => readKeyFile(path)).toThrow(path);
	expect(readFileSync(path, "utf8")).toBe(content);
});

it("a key file that cannot be read is named", () => {
	expect(() => readKeyFile(folder)).toThrow(new RegExp(`${folder} cannot be used`));
});
