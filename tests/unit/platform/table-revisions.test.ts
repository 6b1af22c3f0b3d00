import { openDatabase } from "db/database";
import { migrateToLatest } from "db/migrate";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTableRevisions } from "~/platform/table-revisions.server";

const TABLES = ["users", "store_items", "game_wins"];
const WINS = 'select "id" from "game_wins" left join "users" on "users"."id" = "user_id"';

describe("which tables a statement reads or writes", () => {
	it.each([
		[WINS, ["game_wins", "users"]],
		['insert into "game_wins" ("id") values (?)', ["game_wins"]],
		['select "points" from "something_else"', []],
		["begin", []],
		['rollback to savepoint "act"', []],
	])("%s", (text, tables) => {
		expect(createTableRevisions(TABLES).note(text)).toEqual(tables);
	});
});

it.each([
	'insert into "game_wins" ("id") values (?) on conflict do nothing',
	'update "users" set "twitch_username" = ?',
	'delete from "users" where "id" = ?',
	'with "old" as (select 1) delete from "users"',
	"vacuum",
	"drop table x",
])("%s counts against what was read from its tables, and from then on", (text) => {
	const revisions = createTableRevisions(TABLES);
	const before = revisions.moment();
	revisions.note(text);
	expect(revisions.isWrittenSince(before, ["game_wins", "users"])).toBe(true);
	expect(revisions.isWrittenSince(revisions.moment(), ["game_wins", "users"])).toBe(false);
});

it("counts a write against no other table, and a read against none", () => {
	const revisions = createTableRevisions(TABLES);
	const before = revisions.moment();
	revisions.note('update "users" set "roles" = ?');
	revisions.note(WINS);
	expect(revisions.isWrittenSince(before, ["store_items", "game_wins"])).toBe(false);
});

describe("the schema", () => {
	it("changes no table by a write to another, which no statement's text would tell", async () => {
		const db = openDatabase("file::memory:");
		await migrateToLatest(db);
		const actions = await sql<{ table: string; on_delete: string; on_update: string }>`
			select m.name as "table", f.on_delete, f.on_update
			from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db);
		expect(actions.rows.length).toBeGreaterThan(10);
		expect(
			actions.rows.filter(
				({ on_delete, on_update }) => `${on_delete} ${on_update}` !== "NO ACTION NO ACTION",
			),
		).toEqual([]);
		const triggers = await sql<{ name: string; sql: string }>`
			select name, sql from sqlite_master where type = 'trigger'`.execute(db);
		const writing = triggers.rows.filter(({ sql: text }) =>
			/\b(insert into|update \w+ set|delete from)\b/i.test(text.slice(text.search(/\bbegin\b/i))),
		);
		expect(writing).toEqual([]);
		await db.destroy();
	});
});
