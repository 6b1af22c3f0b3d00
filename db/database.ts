import { Kysely, type Transaction } from "kysely";
import type { Database } from "./schema";
import { readingDialect, type StatementListener, sqliteDialect } from "./sqlite";

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/** Opens the database at a `file:` address. Migrations are not run: see `migrateToLatest`. */
export function openDatabase(databaseUrl: string, listener?: StatementListener): Db {
	return new Kysely<Database>({ dialect: sqliteDialect(databaseUrl, listener) });
}

/** Opens the file of a database that is not in use, to read it. */
export function openForReading(path: string): Db {
	return new Kysely<Database>({ dialect: readingDialect(path) });
}
