import { statSync } from "node:fs";
import { type Db, openDatabase } from "db/database";
import { storageFaultOf } from "db/faults";
import { sqlitePath } from "db/sqlite";
import { readEnvironment } from "~/lib/config.server";

/** Prints the reason to standard error and sets the exit code to 1. It returns: the caller must stop. */
export function fail(reason: string): void {
	console.error(reason);
	process.exitCode = 1;
}

/** DATABASE_URL or its default. */
export const databaseAddress = (): string => readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";

/** IMAGE_FOLDER or its default. */
export const imageFolder = (): string => readEnvironment().IMAGE_FOLDER || ".data/images";

/**
 * The path of the site's database. If the file does not exist, calls {@link fail} and returns undefined: opening would
 * create it.
 */
export function existingDatabase(): string | undefined {
	const path = sqlitePath(databaseAddress());
	if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
	fail(`no database at ${path}`);
	return undefined;
}

/**
 * Calls `use` with the site's database and closes it afterwards. A missing or unusable database fails the command
 * without an exception. @throws any other error of `use`.
 */
export async function withExistingDatabase(use: (db: Db) => Promise<void>): Promise<void> {
	const path = existingDatabase();
	if (path === undefined) return;
	let db: Db | undefined;
	try {
		db = openDatabase(databaseAddress());
		await use(db);
	} catch (error) {
		const fault = storageFaultOf(error);
		if (fault === undefined) throw error;
		fail(`${path} cannot be used (${fault}): ${String(error)}`);
	} finally {
		await db?.destroy();
	}
}
