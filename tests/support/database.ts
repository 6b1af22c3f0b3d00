import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "db/database";
import { migrateToLatest } from "db/migrate";
import { sql } from "kysely";
import { openAccount } from "~/points/ledger/ledger.server";

export interface TestDatabase {
	db: Db;
	/** The path of the database file. */
	file: string;
	/** Closes the database and removes its file. */
	close(): Promise<void>;
}

/**
 * A fresh, migrated SQLite database in a temporary file.
 * @param durable false leaves out the wait for the disk, for tests that write very much.
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

/** A clock that stands still until it is told to go on. */
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

/** What passes for random bytes: the same for the same seed. */
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

/** Registers a user by hand; the id is `user-NAME`. */
export async function addUser(db: Db, name: string, points = 1000): Promise<string> {
	const id = `user-${name}`;
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
