import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkInvariants } from "db/audit";
import type { Db } from "db/database";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { migrations } from "db/migrations";
import { engineAt } from "db/open";
import { Migrator, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { addUserRow, openEmptyDatabase, type TestDatabase, userId } from "../../support/database";
import { isOnPostgres } from "../../support/postgres/engine";
import { addRow } from "../../support/rows-of";
import { isLong } from "../../support/test-size";

let test: TestDatabase;
let db: Db;
beforeEach(async () => {
	test = await openEmptyDatabase();
	db = test.db;
});
afterEach(() => test.close());

const names = Object.keys(migrations);

/** Example rows for the tables of each migration: a file per migration. A statement ends with a semicolon at the end of a line. */
const ROWS = join(import.meta.dirname, "rows");

const statementsOf = (name: string): string[] =>
	readFileSync(join(ROWS, `${name}.sql`), "utf8")
		.split(";\n")
		.filter(Boolean);

/** Bytes are written in SQLite's form. */
const portable = (row: string): string =>
	isOnPostgres ? row.replaceAll(/\bx'([0-9a-f]*)'/g, "'\\x$1'::bytea") : row;

async function migrateTo(version: string): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error } = await migrator.migrateTo(version);
	if (error) throw error;
}

async function addRows(version: string): Promise<void> {
	for (const row of statementsOf(version)) await sql.raw(portable(row)).execute(db);
}

/** Adds a user as version 0001 could: the use cases need the tables of the current version. */
async function addAna(): Promise<void> {
	await addUserRow(db, "ana", { id: userId("ana"), twitch_id: "subject-ana" });
	const user_id = userId("ana");
	await addRow(db, "user_points", { user_id, points: 1000 });
	await addRow(db, "point_entries", {
		...{ user_id, delta: 1000, balance_after: 1000, reason: "registration", reference: user_id },
		...{ actor: "system", created_at: "2026-03-02T00:00:00.000Z" },
	});
}

/** Creates a database of the given version with example rows. */
async function createVersion(version: string): Promise<void> {
	await migrateTo(version);
	await addAna();
	for (const name of names.slice(0, names.indexOf(version) + 1)) await addRows(name);
}

/** Tables whose rows a migration has moved into another one. */
const MOVED: Record<string, string> = { redeem_messages: "jobs", plinko_rounds: "instant_rounds" };

async function countRows(): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const { name } of await db.introspection.getTables()) {
		const [counted] = (
			await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
		).rows;
		const table = MOVED[name] ?? name;
		if (counted?.count) counts[table] = (counts[table] ?? 0) + Number(counted.count);
	}
	return counts;
}

const expectSound = async () => {
	expect((await checkInvariants(db, invariants)).filter(({ rows }) => rows.length > 0)).toEqual([]);
	expect(await engineAt(test.url, "").findDamage()).toEqual([]);
};

describe("a database of an older version", () => {
	it("keeps all its rows with each migration, and the audit finds no violation", async () => {
		for (const [index, version] of names.entries()) {
			const before = await countRows();
			await migrateTo(version);
			expect(await countRows(), version).toEqual(before);
			if (index === 0) await addAna();
			await addRows(version);
			expect(await readSchemaState(db)).toEqual({ version, pending: names.slice(index + 1), unknown: [] });
		}
		expect(Object.keys(await countRows()).length).toBeGreaterThan(25);
		await expectSound();
	});

	it.each(isLong ? names : names.slice(0, 1))(
		"%s is migrated to the current one at once",
		async (version) => {
			await createVersion(version);
			const before = await countRows();
			expect(await migrateToLatest(db)).toEqual(names.slice(names.indexOf(version) + 1));
			expect(await countRows()).toEqual(before);
			await expectSound();
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

it("the data of a step of a hunt no longer has the state of guessing", async () => {
	await createVersion("0013-platforms");
	await migrateToLatest(db);
	const steps = await db.selectFrom("hunt_steps").select("before").orderBy("id").execute();
	expect(steps).toEqual([
		{ before: '{"name":"Slot","bonuses":{"b1":null}}' },
		{ before: '{"name":"Slot","payout":5,"bonuses":{}}' },
	]);
});

it("the bonuses that a viewer has collected are numbered by their dates", async () => {
	await createVersion("0015-nodes");
	for (const day of ["2026-03-09", "2026-03-07", "2026-03-08"]) {
		await sql`insert into daily_bonuses (user_id, day, streak, points, created_at)
			values ('user-ana', ${day}, 1, 0, ${day})`.execute(db);
	}
	await migrateToLatest(db);
	const bonuses = await db.selectFrom("daily_bonuses").select("day").orderBy("number").execute();
	expect(bonuses.map(({ day }) => day)).toEqual(["2026-03-07", "2026-03-08", "2026-03-09"]);
});

it("an erased person of an older version has no name, and the others keep theirs", async () => {
	await createVersion("0018-hunt-payout-shown");
	await sql`insert into users (id, twitch_id, twitch_username, created_at) values ('e', 'erased:1', 'erased-1', '')`.execute(
		db,
	);
	await migrateToLatest(db);
	const users = db.selectFrom("users").select("twitch_username").where("id", "in", ["e", "user-ana"]);
	expect(await users.orderBy("id").execute()).toEqual([
		{ twitch_username: null },
		{ twitch_username: "ana" },
	]);
});

describe("a hunt of an older version", () => {
	const migrated = async () => {
		await sql`update hunts set guessing = 'open'`.execute(db);
		await migrateToLatest(db);
		return db.selectFrom("hunts").select(["payout_shown_at", "guessing"]).executeTakeFirst();
	};

	it("knows when its first payout was shown, also if that was undone, and guessing is closed", async () => {
		await createVersion("0015-nodes");
		await sql`update hunt_steps set undone_at = '2026-03-04T00:00:00.000Z'`.execute(db);
		expect(await migrated()).toEqual({ payout_shown_at: "2026-03-02T00:00:01.000Z", guessing: "closed" });
	});

	it("knows when its first payout was shown from the step that ended guessing", async () => {
		await createVersion("0015-nodes");
		await sql`update hunt_steps set kind = 'edit-slot'`.execute(db);
		await sql`update hunt_steps set ended_guessing = 'open' where id = 2`.execute(db);
		expect(await migrated()).toEqual({ payout_shown_at: "2026-03-02T00:00:01.000Z", guessing: "closed" });
	});

	it("without a payout keeps its state of guessing", async () => {
		await createVersion("0015-nodes");
		await sql`delete from hunt_steps where kind = 'open-slot'`.execute(db);
		expect(await migrated()).toEqual({ payout_shown_at: null, guessing: "open" });
	});
});

it("a migration that fails leaves the schema and the rows as they were", async () => {
	await createVersion("0001-foundation");
	const schema = () => db.introspection.getTables();
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
