import { filePathIn, isPostgresUrl } from "./address";
import type { Db } from "./database";
import type { Engine, StatementListener } from "./engine";
import { postgresEngine } from "./postgres/engine";
import { sqliteEngine } from "./sqlite/engine";

/**
 * The engine of the database at a `file:` or `postgres:` URL.
 * @param dataFolder the folder of the site's files; a database file has them beside it instead.
 * @throws {TypeError} for another scheme or an invalid URL.
 */
export const engineAt = (databaseUrl: string, dataFolder: string): Engine =>
	isPostgresUrl(databaseUrl)
		? postgresEngine(databaseUrl, dataFolder)
		: sqliteEngine(filePathIn(databaseUrl));

/**
 * Opens the database at a URL. Migrations are not run: see `migrateToLatest`. The caller closes it with `destroy()`.
 * @throws {TypeError} for another scheme or an invalid URL, and any SQLite error.
 */
export const openDatabase = (databaseUrl: string, listener?: StatementListener): Db =>
	engineAt(databaseUrl, ".").open(listener);
