/** Copies a database to one file, and checks database files. */
import { syncFile } from "../files";
import { SQLite } from "./driver";

const ALL_PAGES = 0x7fffffff;

/**
 * Copies a consistent snapshot of a database that may be in use to one file without a write-ahead log, and syncs it to
 * the disk. Blocks the process during the copy. Waits up to 5 s for a lock.
 * @param from the path of the database.
 * @param to a path where no file exists; after an error it may hold an incomplete copy.
 * @throws any SQLite error.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
	const source = new SQLite(from, { fileMustExist: true, timeout: 5000 });
	try {
		// All pages in one step: SQLite restarts a backup in several steps whenever another process writes.
		await source.backup(to, { progress: () => ALL_PAGES });
	} finally {
		source.close();
	}
	const copy = new SQLite(to, { fileMustExist: true });
	try {
		copy.pragma("journal_mode = DELETE");
	} finally {
		copy.close();
	}
	syncFile(to);
}

/**
 * Checkpoints the write-ahead log into the database file. The log file is removed unless another process has the
 * database open; that is not an error.
 * @throws any SQLite error, for example if the database is corrupt.
 */
export function checkpointLog(path: string): void {
	const database = new SQLite(path, { fileMustExist: true, timeout: 5000 });
	try {
		database.pragma("wal_checkpoint(TRUNCATE)");
	} finally {
		database.close();
	}
}

/**
 * Runs SQLite's integrity and foreign key checks on a file.
 * @returns at most 20 lines that describe damage; none if the file is sound.
 * @throws if the file is not a database or cannot be read.
 */
export function findDamage(path: string): string[] {
	const database = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 5000 });
	try {
		const pages = database.pragma("integrity_check(20)") as { integrity_check: string }[];
		const damage = pages.map((row) => row.integrity_check).filter((line) => line !== "ok");
		if (damage.length > 0) return damage;
		const keys = database.pragma("foreign_key_check") as { table: string; rowid: number; parent: string }[];
		return keys.slice(0, 20).map((row) => `${row.table} row ${row.rowid} references no row of ${row.parent}`);
	} finally {
		database.close();
	}
}
