/** Copies of a database as one file, and what SQLite itself can say of a file. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { SQLite } from "./driver";

const ALL_PAGES = 0x7fffffff;

/**
 * Copies a database that may be in use: what was committed when the copy began, whole, as one file without a
 * log beside it. Waits for the disk.
 * @param to a path where nothing is.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
	const source = new SQLite(from, { fileMustExist: true, timeout: 5000 });
	try {
		// In one go: a copy in parts begins anew whenever another process has written.
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

/** Waits until a file, or a folder's list of names, is on the disk. */
export function syncFile(path: string): void {
	const file = openSync(path, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Moves into the database's file what its log holds, and ends the log if nobody else has it open. */
export function closeLog(path: string): void {
	const database = new SQLite(path, { fileMustExist: true, timeout: 5000 });
	try {
		database.pragma("wal_checkpoint(TRUNCATE)");
	} finally {
		database.close();
	}
}

/**
 * What SQLite finds wrong with a file's pages, indexes and foreign keys, at most 20 lines; none when it is sound.
 * @throws when it is no database at all, or cannot be read.
 */
export function findDamage(path: string): string[] {
	const database = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 5000 });
	try {
		const pages = database.pragma("integrity_check(20)") as { integrity_check: string }[];
		const damage = pages.map((row) => row.integrity_check).filter((line) => line !== "ok");
		if (damage.length > 0) return damage;
		const keys = database.pragma("foreign_key_check") as { table: string; rowid: number; parent: string }[];
		return keys.slice(0, 20).map((row) => `${row.table} row ${row.rowid} names no row of ${row.parent}`);
	} finally {
		database.close();
	}
}
