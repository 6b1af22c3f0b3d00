import { createHash } from "node:crypto";
import { checkInvariants } from "db/audit";
import { isAddition, migrateToLatest, readSchemaState } from "db/migrate";
import { migrations } from "db/migrations";
import { engineAt } from "db/open";
import { createTables, run } from "db/tables";
import { DummyDriver, Kysely, type Migration, PostgresDialect, SqliteDialect, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { addUser, openEmptyDatabase, postPoints, type TestDatabase, userId } from "../../support/database";
import { VIOLATED } from "../../support/unguarded";

let test: TestDatabase;
beforeEach(async () => {
	test = await openEmptyDatabase();
});
afterEach(() => test.close());

/** A version after the current one. */
const LATER: typeof migrations = {
	...migrations,
	"9998-example": {
		async up(db) {
			await run(db, "alter table users add column visits integer not null default 7");
			await createTables(db, {
				guests: {
					id: "integer primary key autoincrement",
					user_id: "text not null references users (id)",
					guests_once: "unique (user_id)",
				},
			});
			await sql`insert into guests (user_id) select id from users`.execute(db);
		},
	},
};

const BROKEN: typeof migrations = {
	...LATER,
	"9999-broken": {
		async up(db) {
			await sql`delete from social_links`.execute(db);
			await sql`insert into missing values (1)`.execute(db);
		},
	},
};

const contentOf = async () => ({
	tables: await test.db.introspection.getTables(),
	users: (await sql`select * from users`.execute(test.db)).rows,
	entries: (await sql`select * from point_entries order by id`.execute(test.db)).rows,
	links: (await sql`select * from social_links`.execute(test.db)).rows,
	state: await readSchemaState(test.db),
});

/** A database of the first release with rows. */
async function fill(): Promise<void> {
	await migrateToLatest(test.db, Object.fromEntries(Object.entries(migrations).slice(0, 1)));
	await addUser(test.db, "ana", 1000);
	await postPoints(test.db, {
		userId: userId("ana"),
		delta: -300,
		reason: "admin-adjustment",
		actor: "system",
	});
	await sql`insert into social_links (platform, url) values ('x', 'y')`.execute(test.db);
}

/** The digests of what each migration runs on SQLite and PostgreSQL. A released one never changes; a new one adds its line. */
const RELEASED = {
	"0001-initial": ["55121e0ed9673107", "624c12016861d6a6"],
	"0002-tournaments": ["23ddb0c76265eee3", "22a06e006e469aff"],
	"0003-raffles": ["c6c8664d5a7c64aa", "cf8876d8c888db97"],
	"0004-predictions": ["be17a767a754a023", "84992e03666c69c7"],
	"0005-live-crash": ["9dd14c1d771777d9", "f03616424ad96aa4"],
	"0006-team": ["18aaa18436f16e06", "ac373c72f3007303"],
	"0007-announcements": ["258c00a25a90c6b9", "8d7c4d272d09f043"],
	"0008-overlay": ["6ada6ec181d88c64", "0f8b72889e2f61fa"],
	"0009-api": ["50e1d4ea278761d8", "51a8ba3932cc21e3"],
	"0010-requests": ["286b0379ce2d4795", "9cfd93ed234b0c26"],
	"0012-streams": ["04b2e38f29157e94", "185aa83b11585e73"],
};

/** What a migration runs on SQLite and on PostgreSQL. */
async function statementsOf({ up }: Migration): Promise<string[][]> {
	const dialects = [new SqliteDialect({ database: {} as never }), new PostgresDialect({ pool: {} as never })];
	return Promise.all(
		dialects.map(async (dialect) => {
			const statements: string[] = [];
			dialect.createDriver = () => new DummyDriver();
			await up(new Kysely({ dialect, log: ({ query }) => void statements.push(query.sql) }));
			return statements;
		}),
	);
}

it("a released migration does not change", async () => {
	const digests: Record<string, string[]> = {};
	for (const [name, migration] of Object.entries(migrations)) {
		digests[name] = (await statementsOf(migration)).map((statements) =>
			createHash("sha256")
				.update(statements.map((statement) => `${statement};\n`).join(""))
				.digest("hex")
				.slice(0, 16),
		);
	}
	expect(digests).toEqual(RELEASED);
});

/**
 * The statements that the release before does not survive: all but new tables with what belongs to them, and columns that an insert may
 * leave out.
 */
function breaking(statements: readonly string[]): string[] {
	const tables = new Set<string | undefined>();
	return statements.filter((statement) => {
		const text = statement.replaceAll(/["\s]+/g, " ").trim();
		const created = /^create table (\w+)/i.exec(text);
		if (created) return void tables.add(created[1]);
		const column = /^alter table (\w+) add column \w+ (.*)$/i.exec(text);
		if (column && !/\b(unique|primary key)\b/i.test(column[2] ?? ""))
			return /\bnot null\b/i.test(column[2] ?? "") && !/\bdefault\b/i.test(column[2] ?? "");
		const own = /^(?:create (?:unique )?index \w+ on|create trigger .*? on|insert into|update) (\w+)/i.exec(
			text,
		);
		if (own && tables.has(own[1])) return false;
		return !/^create (or replace )?function /i.test(text);
	});
}

it("a migration whose name says that it only adds does so", async () => {
	const additions = Object.entries(migrations).filter(([name]) => isAddition(name));
	for (const [name, migration] of additions) {
		for (const statements of await statementsOf(migration))
			expect([name, breaking(statements)]).toEqual([name, []]);
	}
	expect(["0020-add-wishes", "0020-wishes", "0020-added", "add-20"].map(isAddition)).toEqual([
		true,
		...[false, false, false],
	]);
});

it("what the release before does not survive is found, also in released migrations", async () => {
	const adds = [
		"create table t (id text not null)",
		"create unique index i on t (id)",
		"insert into t values ('a')",
	];
	const columns = [
		"alter table users add column a text",
		"alter table users add column b integer not null default 7",
	];
	expect(breaking([...adds, ...columns])).toEqual([]);
	const breaks = [
		"create unique index i on users (twitch_username)",
		"create trigger guard before insert on users begin select 1; end",
		"alter table users add column c integer not null",
		"alter table users add column d text unique",
		...["alter table users drop column a", "drop table users", "alter table users rename to people"],
		...["update users set a = 1", "insert into users values (1)", "delete from t"],
	];
	expect(breaking([...adds, ...breaks])).toEqual(breaks);
	const found = await Promise.all(Object.values(migrations).map(statementsOf));
	expect(found.map(([statements = []]) => breaking(statements).length > 0)).toContain(true);
});

it("the schema state distinguishes an empty database and one that is newer than the code, which is refused", async () => {
	const names = Object.keys(migrations);
	expect(await readSchemaState(test.db)).toEqual({
		version: undefined,
		pending: names,
		unknown: [],
		added: [],
	});
	expect(await migrateToLatest(test.db)).toEqual(names);
	expect(await migrateToLatest(test.db)).toEqual([]);
	await migrateToLatest(test.db, LATER);
	const [version] = Object.keys(LATER).slice(-1);
	expect(await readSchemaState(test.db)).toEqual({ version, pending: [], unknown: [version], added: [] });
	await expect(migrateToLatest(test.db)).rejects.toThrow("could not be migrated");
});

it("a database of the first release keeps its rows with later migrations, and the audit finds no violation", async () => {
	await fill();
	const before = await contentOf();
	expect(await migrateToLatest(test.db, LATER)).toEqual(Object.keys(LATER).slice(1));
	const after = await contentOf();
	expect(after.users).toEqual(
		before.users.map((user) => ({ ...(user as object), name_hidden_at: null, visits: 7 })),
	);
	expect([after.entries, after.links]).toEqual([before.entries, before.links]);
	expect((await sql`select * from guests`.execute(test.db)).rows).toEqual([
		{ id: 1, user_id: userId("ana") },
	]);
	await expect(sql`insert into guests (user_id) values ('user-ana')`.execute(test.db)).rejects.toThrow(
		VIOLATED.unique,
	);
	expect((await checkInvariants(test.db, invariants)).filter(({ rows }) => rows.length > 0)).toEqual([]);
	expect(await engineAt(test.url, "").findDamage()).toEqual([]);
});

it("a migration that fails leaves the schema and the rows as they were, also those before it", async () => {
	await fill();
	const before = await contentOf();
	await expect(migrateToLatest(test.db, BROKEN)).rejects.toMatchObject({
		cause: expect.objectContaining({ message: expect.stringContaining("missing") }),
	});
	expect(await contentOf()).toEqual(before);
});

it("a query returns a column that was added after it was first prepared", async () => {
	await fill();
	const readLinks = async () => (await sql`select * from social_links`.execute(test.db)).rows;
	expect(await readLinks()).toEqual([{ platform: "x", url: "y", revision: 1 }]);
	await sql`alter table social_links add column label text`.execute(test.db);
	expect(await readLinks()).toEqual([{ platform: "x", url: "y", revision: 1, label: null }]);
});

it("the schema allows one active seed per player, and one round per nonce", async () => {
	await fill();
	const seed = (id: string) =>
		sql`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, created_at)
			values (${id}, 'user-ana', 's', 'h', 'c', '2026')`.execute(test.db);
	await seed("one");
	await expect(seed("two")).rejects.toThrow(VIOLATED.unique);
	await sql`update player_seeds set revealed_at = '2026'`.execute(test.db);
	await seed("two");
	const round = (id: string) =>
		sql`insert into instant_rounds values (${id}, 'plinko', 'user-ana', 'two', 'c', 0, 1, 10, 1, '{}', '[]', 0, '2026')`.execute(
			test.db,
		);
	await round("one");
	await expect(round("two")).rejects.toThrow(VIOLATED.unique);
});
