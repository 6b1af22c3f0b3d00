import { statSync } from "node:fs";
import { type Db, openDatabase } from "db/database";
import { storageFaultOf } from "db/faults";
import { sqlitePath } from "db/sqlite";
import { readEnvironment } from "~/lib/config.server";

/** Says why on standard error; the command exits 1. */
export function fail(reason: string): void {
	console.error(reason);
	process.exitCode = 1;
}

/** The address of the site's database, as its settings have it. */
export const databaseAddress = (): string => readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";

/** The folder of the site's pictures, as its settings have it. */
export const imageFolder = (): string => readEnvironment().IMAGE_FOLDER || ".data/images";

/** The path of the site's database; undefined, and said so, when there is none: opening would make one. */
export function existingDatabase(): string | undefined {
	const path = sqlitePath(databaseAddress());
	if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
	fail(`no database at ${path}`);
	return undefined;
}

/** Hands `use` the site's database, which is closed after it. */
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
