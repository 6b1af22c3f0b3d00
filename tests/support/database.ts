import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "db/database";
import { SQLite } from "db/driver";
import { migrateToLatest } from "db/migrate";
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from "kysely";
import { openAccount, type Posting, post } from "~/points/ledger/ledger.server";

export interface TestDatabase {
	db: Db;
	/** The path of the database file. */
	file: string;
	/** Closes the database and removes its file. */
	close(): Promise<void>;
}

/**
 * A new, migrated SQLite database in a temporary file.
 * @param durable false turns the sync to the disk off, for tests with many writes.
 */
export async function openTestDatabase({ durable = true } = {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), "plateia-database-"));
	const file = join(folder, "test.sqlite");
	const db = openDatabase(`file:${file}`);
	if (!durable) await sql`pragma synchronous = off`.execute(db);
	await migrateToLatest(db);
	return {
		db,
		file,
		close: async () => {
			await db.destroy();
			rmSync(folder, { recursive: true, force: true });
		},
	};
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
	const db: Db = new Kysely({ dialect: new SqliteDialect({ database }) });
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

/** Inserts a user and opens their account with `points`. @returns the user's id. */
export async function addUser(db: Db, name: string, points = 1000): Promise<string> {
	const id = userId(name);
	const at = new Date("2026-03-01T00:00:00.000Z");
	await db.transaction().execute(async (trx) => {
		await trx
			.insertInto("users")
			.values({
				id,
				twitch_id: `subject-${name}`,
				twitch_username: name,
				email: null,
				created_at: at.toISOString(),
				roles: "[]",
			})
			.execute();
		await openAccount(trx, id, points, at);
	});
	return id;
}

/** Posts points in a separate transaction, by default as the user's redeem. */
export const postPoints = (db: Db, posting: Pick<Posting, "userId" | "delta"> & Partial<Posting>) =>
	db.transaction().execute((trx) =>
		post(trx, {
			reason: "redeem",
			reference: crypto.randomUUID(),
			actor: posting.userId,
			at: new Date("2026-03-04T12:00:00.000Z"),
			...posting,
		}),
	);
