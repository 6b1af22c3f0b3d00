import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { canMount, mountSmallDisk, type SmallDisk } from "../../support/site/small-disk";

const test = databaseForEachTest();

describe.skipIf(!canMount)("a backup to a disk", () => {
	let disk: SmallDisk;
	let errors: string[];

	beforeEach(() => {
		disk = mountSmallDisk(1);
		errors = [];
		vi.spyOn(console, "error").mockImplementation((text) => errors.push(text));
		vi.stubEnv("DATABASE_URL", test.url);
		mkdirSync(join(disk.folder, "copies"));
	});
	afterEach(() => {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
		disk.remove();
	});

	const backUp = async () => {
		const folder = join(disk.folder, "copies");
		return { folder, code: await runCommandLine(["backup", folder]), errors: errors.join("\n") };
	};

	it("that is full fails with a sentence", async () => {
		disk.fill();
		const { folder, code, errors } = await backUp();
		expect(code).toBe(1);
		expect(errors).toMatch(new RegExp(`^No backup was made in ${folder}: the disk is full \\(.*\\)\\.$`));
	});

	it("that is read-only fails with a sentence", async () => {
		disk.remount("ro");
		const { folder, code, errors } = await backUp();
		expect(code).toBe(1);
		expect(errors).toMatch(new RegExp(`^No backup was made in ${folder}: .* \\(.*\\)\\.$`));
	});

	it("with too little room fails with a sentence", async () => {
		const { folder, code, errors } = await backUp();
		expect([code, errors]).toEqual([1, expect.stringContaining(`There is no room in ${folder}: `)]);
	});
});
