import { resolve } from "node:path";
import { DEFAULT_DATA_FOLDER, DEFAULT_DATABASE } from "db/address";
import type { Db } from "db/database";
import type { Engine } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { engineAt } from "db/open";
import { readEnvironment } from "~/lib/config.server";
import { type ExitCode, fail } from "./exit.server";

/** The engine of the site's database: DATABASE_URL and DATA_FOLDER or their defaults. */
export function siteEngine(databaseUrl?: string): Engine {
	const { DATABASE_URL, DATA_FOLDER } = readEnvironment();
	return engineAt(databaseUrl ?? (DATABASE_URL || DEFAULT_DATABASE), DATA_FOLDER || DEFAULT_DATA_FOLDER);
}

/** IMAGE_FOLDER or its default. */
export const imageFolder = (): string => readEnvironment().IMAGE_FOLDER || ".data/images";

/** A folder that was typed, which is relative to the caller's folder: see `bin/plateia`. */
export const folderFrom = (typed: string): string => resolve(readEnvironment().INIT_CWD || ".", typed);

/**
 * The site's database. If it does not exist, prints that and returns undefined: opening would create a file.
 * @throws any error of the connection.
 */
export async function existingDatabase(): Promise<Engine | undefined> {
	const engine = siteEngine();
	if (await engine.exists()) return engine;
	fail(`no database at ${engine.name}`);
	return undefined;
}

/**
 * Calls `use` with the site's database and closes it afterwards. A missing or unusable database fails the command
 * without an exception. @throws any other error of `use`.
 */
export async function withExistingDatabase(use: (db: Db) => Promise<ExitCode>): Promise<ExitCode> {
	let db: Db | undefined;
	try {
		db = (await existingDatabase())?.open();
		return db ? await use(db) : 1;
	} catch (error) {
		const fault = storageFaultOf(error);
		if (fault === undefined) throw error;
		return fail(`${siteEngine().name} cannot be used: ${FAULT_TEXT[fault]} (${(error as Error).message}).`);
	} finally {
		await db?.destroy();
	}
}
