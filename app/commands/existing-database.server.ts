import { resolve } from "node:path";
import { DEFAULT_DATA_FOLDER, DEFAULT_DATABASE } from "db/address";
import type { Db } from "db/database";
import { type Engine, OperatorError } from "db/engine";
import { engineAt } from "db/open";
import { readEnvironment } from "~/lib/config.server";

/** The engine of the site's database: DATABASE_URL and DATA_FOLDER or their defaults. */
export function siteEngine(databaseUrl?: string): Engine {
	const { DATABASE_URL, DATA_FOLDER } = readEnvironment();
	return engineAt(databaseUrl ?? (DATABASE_URL || DEFAULT_DATABASE), DATA_FOLDER || DEFAULT_DATA_FOLDER);
}

/** IMAGE_FOLDER or its default. */
export const imageFolder = (): string => readEnvironment().IMAGE_FOLDER || ".data/images";

/** A folder that was typed, which is relative to the caller's folder: see `bin/plateia`. */
export const folderFrom = (typed: string): string => resolve(readEnvironment().INIT_CWD || ".", typed);

/** @throws {OperatorError} if there is no database, because opening would create a file; or any error of the connection. */
export async function existingDatabase(): Promise<Engine> {
	const engine = siteEngine();
	if (await engine.exists()) return engine;
	throw new OperatorError(`no database at ${engine.name}`);
}

/** Calls `use` with the site's database and closes it afterwards. @throws as {@link existingDatabase} and `use` do. */
export async function withExistingDatabase<Answer>(use: (db: Db) => Promise<Answer>): Promise<Answer> {
	const db = (await existingDatabase()).open();
	try {
		return await use(db);
	} finally {
		await db.destroy();
	}
}

/** Runs `work` while no process serves the databases. @throws {OperatorError} if one does. */
export async function whileUnserved<Answer>(
	[engine, ...others]: readonly Engine[],
	work: () => Promise<Answer>,
): Promise<Answer> {
	if (engine === undefined) return work();
	const exclusiveUse = await engine.takeExclusiveUse(0);
	if (!exclusiveUse) throw new OperatorError(`The site runs with ${engine.name}. Stop it first.`);
	try {
		return await whileUnserved(others, work);
	} finally {
		await exclusiveUse.release();
	}
}
