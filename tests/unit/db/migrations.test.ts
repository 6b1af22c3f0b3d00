import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkInvariants } from "db/audit";
import { type Db, openDatabase } from "db/database";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { migrations } from "db/migrations";
import { Migrator, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { addUser } from "../../support/database";

let folder: string;
let db: Db;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "plateia-migrations-"));
	db = openDatabase(`file:${join(folder, "site.sqlite")}`);
});
afterEach(async () => {
	await db.destroy();
	rmSync(folder, { recursive: true });
});

const names = Object.keys(migrations);

/** Example rows for the tables of each migration: a file per migration. A statement ends with a semicolon at the end of a line. */
const ROWS = join(import.meta.dirname, "rows");

const statementsOf = (name: string): string[] =>
	readFileSync(join(ROWS, `${name}.sql`), "utf8")
		.split(";\n")
		.filter(Boolean);

/** Creates a database of the given version with example rows. */
async function createVersion(version: string): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error } = await migrator.migrateTo(version);
	if (error) throw error;
	await addUser(db, "ana", 1000);
	for (const name of names.slice(0, names.indexOf(version) + 1)) {
		for (const row of statementsOf(name)) await sql.raw(row).execute(db);
	}
}

async function countRows(): Promise<Record<string, number>> {
	const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
		and name not like 'kysely%' and name not like 'sqlite%'`.execute(db);
	const counts: Record<string, number> = {};
	for (const { name } of rows) {
		const [counted] = (
			await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
		).rows;
		if (counted?.count) counts[name] = counted.count;
	}
	return counts;
}

describe("a database of an older version", () => {
	it.each(names)(
		"%s is migrated to the current one with all its rows, and the audit finds no violation",
		async (version) => {
			await createVersion(version);
			expect(await readSchemaState(db)).toEqual({
				version,
				pending: names.slice(names.indexOf(version) + 1),
				unknown: [],
			});
			const before = await countRows();
			expect(Object.keys(before).length).toBeGreaterThan(5);
			expect(await migrateToLatest(db)).toEqual(names.slice(names.indexOf(version) + 1));
			expect(await countRows()).toEqual(before);
			expect((await checkInvariants(db, invariants)).filter(({ rows }) => rows.length > 0)).toEqual([]);
			const { rows } = await sql`pragma integrity_check`.execute(db);
			expect(rows).toEqual([{ integrity_check: "ok" }]);
		},
	);

	it("has a file of example rows for each version", () => {
		expect(readdirSync(ROWS).sort()).toEqual(names.map((name) => `${name}.sql`));
	});
});

it("the schema state distinguishes an empty database and one that is newer than the code", async () => {
	expect(await readSchemaState(db)).toEqual({ version: undefined, pending: names, unknown: [] });
	await migrateToLatest(db);
	await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(db);
	expect(await readSchemaState(db)).toEqual({
		version: "9999-future",
		pending: [],
		unknown: ["9999-future"],
	});
});

it("a migration that fails leaves the schema and the rows as they were", async () => {
	await createVersion("0001-foundation");
	const schema = () => sql`select name, sql from sqlite_master order by name`.execute(db);
	const before = [await schema(), await countRows(), await readSchemaState(db)];
	const failing: typeof migrations = {
		...migrations,
		"9999-broken": {
			async up(db) {
				await db.schema.alterTable("users").addColumn("color", "text").execute();
				await sql`delete from social_links`.execute(db);
				await sql`insert into missing values (1)`.execute(db);
			},
		},
	};
	await expect(migrateToLatest(db, failing)).rejects.toMatchObject({
		cause: expect.objectContaining({ message: expect.stringContaining("missing") }),
	});
	expect([await schema(), await countRows(), await readSchemaState(db)]).toEqual(before);
});
