import { existsSync } from "node:fs";
import { join } from "node:path";
import { filePathIn } from "db/address";
import { openDatabase } from "db/open";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";
import { temporaryFolder } from "../../support/temporary-folder";

const test = databaseForEachTest({ durable: true });

const pragma = async (name: string) => {
	const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(test.db);
	return Object.values(rows[0] ?? {})[0];
};

describe("the database URL", () => {
	it.each([
		["file:data.sqlite", "data.sqlite"],
		["file:.data/plateia.sqlite", ".data/plateia.sqlite"],
		["file:/var/data.sqlite", "/var/data.sqlite"],
		["file:///var/data.sqlite", "/var/data.sqlite"],
		["file::memory:", ":memory:"],
	])("%s means the path %s", (address, path) => {
		expect(filePathIn(address)).toBe(path);
	});

	it.each(["postgres://localhost/plateia", "data.sqlite", ""])("cannot be %j", (address) => {
		expect(() => filePathIn(address)).toThrow(TypeError);
	});

	it("may contain a folder that does not exist yet", async () => {
		const file = join(temporaryFolder(), "a/b/site.sqlite");
		await openDatabase(`file:${file}`).destroy();
		expect(existsSync(file)).toBe(true);
	});
});

it.each([
	["journal_mode", "wal"],
	["synchronous", 2],
	["foreign_keys", 1],
	["recursive_triggers", 1],
	["busy_timeout", 5000],
])("the database is opened with %s = %s", async (name, value) => {
	expect(await pragma(name)).toBe(value);
});
