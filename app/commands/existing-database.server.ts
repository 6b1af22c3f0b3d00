import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Db, openDatabase } from "db/database";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { sqlitePath } from "db/sqlite";
import { readEnvironment } from "~/lib/config.server";
import { type ExitCode, fail } from "./exit.server";

/** DATABASE_URL or its default. */
export const databaseAddress = (): string => readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";

/** IMAGE_FOLDER or its default. */
export const imageFolder = (): string => readEnvironment().IMAGE_FOLDER || ".data/images";

/** A folder that was typed, which is relative to the caller's folder: see `bin/plateia`. */
export const folderFrom = (typed: string): string => resolve(readEnvironment().INIT_CWD || ".", typed);

/**
 * The path of the site's database. If the file does not exist, prints that and returns undefined: opening would create
 * it.
 */
export function existingDatabase(): string | undefined {
	const path = sqlitePath(databaseAddress());
	if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
	fail(`no database at ${resolve(path)}`);
	return undefined;
}

/**
 * Calls `use` with the site's database and closes it afterwards. A missing or unusable database fails the command
 * without an exception. @throws any other error of `use`.
 */
export async function withExistingDatabase(use: (db: Db) => Promise<ExitCode>): Promise<ExitCode> {
	const path = existingDatabase();
	if (path === undefined) return 1;
	let db: Db | undefined;
	try {
		db = openDatabase(databaseAddress());
		return await use(db);
	} catch (error) {
		const fault = storageFaultOf(error);
		if (fault === undefined) throw error;
		return fail(`${path} cannot be used: ${FAULT_TEXT[fault]} (${(error as Error).message}).`);
	} finally {
		await db?.destroy();
	}
}
