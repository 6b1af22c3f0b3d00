import { Kysely, type Transaction } from "kysely";
import type { Database } from "./schema";
import { readingDialect, type StatementListener, sqliteDialect } from "./sqlite";

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/** Opens or creates the database at a `file:` URL. Migrations are not run: see `migrateToLatest`. */
export function openDatabase(databaseUrl: string, listener?: StatementListener): Db {
	return new Kysely<Database>({ dialect: sqliteDialect(databaseUrl, listener) });
}

/** Opens a database file that is not in use, read-only. */
export function openForReading(path: string): Db {
	return new Kysely<Database>({ dialect: readingDialect(path) });
}
