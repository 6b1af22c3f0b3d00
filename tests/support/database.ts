import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db, Trx } from "db/database";
import { sessionOf, withSession } from "db/engine";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import type { Users } from "db/schema";
import { SQLite } from "db/sqlite/driver";
import { connectSqlite } from "db/sqlite/engine";
import { transact } from "db/transact";
import { type Insertable, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from "kysely";
import { openAccount, type Posting, post } from "~/points/ledger/ledger.server";
import { borrowDatabase, createDatabase } from "./postgres/create-database";
import { isOnPostgres } from "./postgres/engine";
import { countPending } from "./postgres/pending";
import { copyTemplate } from "./sqlite-template";

export interface TestDatabase {
	db: Db;
	/** The address, for a second connection or a command. */
	url: string;
	/** Closes the database and removes it. */
	close(): Promise<void>;
}

/**
 * A new, migrated database of the test run's engine. It rehearses every act: see {@link rehearseActs}.
 * @param durable false turns SQLite's sync to the disk off, for tests with many writes.
 */
export async function openTestDatabase({ durable = true } = {}): Promise<TestDatabase> {
	const test = await (isOnPostgres ? borrowOnPostgres() : openOnSqlite(copyTemplate));
	rehearseActs(test.db);
	if (!isOnPostgres && !durable) await sql`pragma synchronous = off`.execute(test.db);
	return test;
}

/** A new database without tables. */
export const openEmptyDatabase = (): Promise<TestDatabase> =>
	isOnPostgres ? createOnPostgres() : openOnSqlite();

async function borrowOnPostgres(): Promise<TestDatabase> {
	const { url, giveBack } = await borrowDatabase();
	return openTest(url, giveBack);
}

async function createOnPostgres(): Promise<TestDatabase> {
	const { url, drop } = await createDatabase("template0");
	// The next test need not wait. The server removes what is left at the end of the run.
	return openTest(url, () => void drop().catch(() => {}));
}

/** @param prepare makes the database's file. */
async function openOnSqlite(prepare = (_file: string) => {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), "plateia-database-"));
	const file = join(folder, "test.sqlite");
	prepare(file);
	return openTest(`file:${file}`, () => rmSync(folder, { recursive: true, force: true }));
}

/** @param remove removes the database, once it is closed. */
function openTest(url: string, remove: () => void): TestDatabase {
	const db = openDatabase(url);
	return {
		db,
		url,
		async close() {
			await db.destroy();
			remove();
		},
	};
}

/**
 * Makes `transact` run each act twice: once in a savepoint that is rolled back, then for good. A test that passes so
 * shows that the act may be repeated, which PostgreSQL does with acts that conflict. Every test runs on SQLite; on
 * PostgreSQL the rehearsals would only double its work.
 */
function rehearseActs(db: Db): Db {
	const session = sessionOf(db);
	return withSession(db, {
		...session,
		transact: (act) =>
			countPending(
				session.transact(async (trx) => {
					if (!isOnPostgres) await rehearse(trx, act);
					return act(trx);
				}),
			),
	});
}

async function rehearse(trx: Trx, act: (trx: Trx) => Promise<unknown>): Promise<void> {
	await sql`savepoint rehearsal`.execute(trx);
	try {
		await act(trx);
	} catch {
		// The act itself fails again, and reports it.
	}
	await sql`rollback to savepoint rehearsal`.execute(trx);
	await sql`release savepoint rehearsal`.execute(trx);
}

/** A migrated database in memory whose COMMIT fails like on a full disk while `failCommits(true)` is in effect. */
export async function openDatabaseWithFailingCommits() {
	const connection = new SQLite(":memory:");
	let isFailing = false;
	const commit: SqliteStatement = {
		reader: false,
		all: () => [],
		run() {
			if (isFailing) {
				throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
			}
			connection.exec("commit");
			return { changes: 0, lastInsertRowid: 0 };
		},
		iterate: () => [][Symbol.iterator](),
	};
	const database: SqliteDatabase = {
		close: () => connection.close(),
		prepare: (text) => (text === "commit" ? commit : (connection.prepare(text) as SqliteStatement)),
	};
	const db = connectSqlite(new SqliteDialect({ database }));
	await migrateToLatest(db);
	return {
		db,
		failCommits(is: boolean) {
			isFailing = is;
		},
		close: () => db.destroy(),
	};
}

/** A clock that advances only when the test calls `pass` or `set`. */
export function fakeClock(start = "2026-03-04T12:00:00.000Z") {
	let time = Date.parse(start);
	return {
		now: () => new Date(time),
		pass: (milliseconds: number) => {
			time += milliseconds;
		},
		set: (instant: string) => {
			time = Date.parse(instant);
		},
	};
}

/** A deterministic stand-in for random bytes: the same sequence for the same seed. */
export function seededRandomHex(seed: number | string) {
	let count = 0;
	return (size: number): string => {
		let hex = "";
		while (hex.length < size * 2) {
			hex += createHash("sha256").update(`${seed} ${count++}`).digest("hex");
		}
		return hex.slice(0, size * 2);
	};
}

/** The id of a user that `addUser` adds. */
export const userId = (name: string): string => `user-${name}`;

/** Inserts a user without an account, whose id is the name unless it is given. */
export const addUserRow = (db: Db, name: string, row: Partial<Insertable<Users>> = {}) =>
	db
		.insertInto("users")
		.values({
			...{ id: name, twitch_id: row.id ?? name, twitch_username: name, email: null, roles: "[]" },
			...{ created_at: "2026-03-01T00:00:00.000Z", ...row },
		})
		.execute();

/** Inserts a user and opens their account with `points`. @returns the user's id. */
export async function addUser(db: Db, name: string, points = 1000): Promise<string> {
	const id = userId(name);
	const at = new Date("2026-03-01T00:00:00.000Z");
	await transact(db, async (trx) => {
		await addUserRow(trx, name, { id, twitch_id: `subject-${name}` });
		await openAccount(trx, id, points, at);
	});
	return id;
}

/** Posts points in a separate transaction, by default as the user's redeem. */
export function postPoints(db: Db, posting: Pick<Posting, "userId" | "delta"> & Partial<Posting>) {
	const whole: Posting = {
		reason: "redeem",
		reference: crypto.randomUUID(),
		actor: posting.userId,
		at: new Date("2026-03-04T12:00:00.000Z"),
		...posting,
	};
	return transact(db, (trx) => post(trx, whole));
}
