import { Kysely, type Transaction } from "kysely";
import type { Database } from "./schema";
import { readingDialect, type StatementListener, sqliteDialect } from "./sqlite";

/** The database with its single connection. Each query outside a transaction is committed by itself. */
export type Db = Kysely<Database>;
/** A transaction of `transact`. */
export type Trx = Transaction<Database>;

/**
 * Opens or creates the database at a `file:` URL, with one connection. Migrations are not run: see `migrateToLatest`.
 * The caller closes it with `destroy()`.
 * @throws {TypeError} for another URL scheme, and any SQLite error.
 */
export function openDatabase(databaseUrl: string, listener?: StatementListener): Db {
	return new Kysely<Database>({ dialect: sqliteDialect(databaseUrl, listener) });
}

/**
 * Opens a database file that is not in use, read-only. The caller closes it with `destroy()`. @throws if there is no
 * such file.
 */
export function openForReading(path: string): Db {
	return new Kysely<Database>({ dialect: readingDialect(path) });
}
