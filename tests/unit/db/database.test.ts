import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "db/database";
import { migrateToLatest } from "db/migrate";
import { sqlitePath } from "db/sqlite";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";

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
		expect(sqlitePath(address)).toBe(path);
	});

	it.each(["postgres://localhost/plateia", "data.sqlite", ""])("cannot be %j", (address) => {
		expect(() => sqlitePath(address)).toThrow(TypeError);
	});

	it("may contain a folder that does not exist yet", async () => {
		const folder = mkdtempSync(join(tmpdir(), "plateia-folder-"));
		const file = join(folder, "a/b/site.sqlite");
		await openDatabase(`file:${file}`).destroy();
		expect(existsSync(file)).toBe(true);
		rmSync(folder, { recursive: true });
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

describe("migrations", () => {
	it("run once", async () => {
		expect(await migrateToLatest(test.db)).toEqual([]);
		const fresh = openDatabase("file::memory:");
		expect((await migrateToLatest(fresh)).at(0)).toBe("0001-foundation");
		await fresh.destroy();
	});

	it("refuse a database that is newer than the code", async () => {
		await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(test.db);
		await expect(migrateToLatest(test.db)).rejects.toThrow("could not be migrated");
	});
});

it("a query returns a column that was added after it was first prepared", async () => {
	const readLinks = () => sql`select * from social_links`.execute(test.db);
	await sql`insert into social_links (platform, url) values ('x', 'y')`.execute(test.db);
	expect((await readLinks()).rows).toEqual([{ platform: "x", url: "y", revision: 1 }]);
	await sql`alter table social_links add column label text`.execute(test.db);
	expect((await readLinks()).rows).toEqual([{ platform: "x", url: "y", revision: 1, label: null }]);
});

it("the schema allows one active seed per player, and one round per nonce", async () => {
	const seed = (id: string) =>
		sql`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, created_at)
			values (${id}, 'u', 's', 'h', 'c', '2026')`.execute(test.db);
	await sql`insert into users (id, twitch_id, twitch_username, created_at) values ('u', 'u', 'u', '2026')`.execute(
		test.db,
	);
	await seed("one");
	await expect(seed("two")).rejects.toThrow(/UNIQUE/);
	await sql`update player_seeds set revealed_at = '2026'`.execute(test.db);
	await seed("two");
	const round = (id: string) =>
		sql`insert into plinko_rounds values (${id}, 'u', 'two', 'c', 0, 1, 10, 1, '[]', 0, '2026')`.execute(
			test.db,
		);
	await round("one");
	await expect(round("two")).rejects.toThrow(/UNIQUE/);
});
