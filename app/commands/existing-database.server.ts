import { statSync } from "node:fs";
import { type Db, openDatabase } from "db/database";
import { sqlitePath } from "db/sqlite";
import { readEnvironment } from "~/platform/config.server";

/** Says why on standard error; the command exits 1. */
export function fail(reason: string): void {
	console.error(reason);
	process.exitCode = 1;
}

/** The address of the site's database, as its settings have it. */
export const databaseAddress = (): string => readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";

/** Hands `use` the site's database, which is closed after it; fails when there is none: opening would make one. */
export async function withExistingDatabase(use: (db: Db) => Promise<void>): Promise<void> {
	const path = sqlitePath(databaseAddress());
	if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return fail(`no database at ${path}`);
	const db = openDatabase(databaseAddress());
	try {
		await use(db);
	} finally {
		await db.destroy();
	}
}
