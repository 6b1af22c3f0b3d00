/** Everything that is SQLite's own; the rest of the code speaks SQL that PostgreSQL knows too. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { type Kysely, type SqliteDatabase, SqliteDialect, sql } from "kysely";

/**
 * The path in a `file:PATH` address; `file::memory:` is a database in memory.
 * @throws {TypeError} for any other scheme.
 */
export function sqlitePath(databaseUrl: string): string {
	if (!databaseUrl.startsWith("file:")) throw new TypeError(`not a file: address: ${databaseUrl}`);
	return databaseUrl.slice("file:".length).replace(/^\/\/(?=\/)/, "");
}

/** Opens the database durable against power loss (WAL with synchronous FULL), its rules switched on. */
export function sqliteDialect(databaseUrl: string): SqliteDialect {
	const path = sqlitePath(databaseUrl);
	if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
	const connection = new SQLite(path);
	connection.pragma("journal_mode = WAL");
	connection.pragma("synchronous = FULL");
	connection.pragma("foreign_keys = ON");
	// Without it INSERT OR REPLACE deletes a row past the append-only triggers.
	connection.pragma("recursive_triggers = ON");
	connection.pragma("busy_timeout = 5000");
	return new SqliteDialect({ database: withStatementCache(connection) });
}

/** Kysely prepares each query anew; the same few statements make up nearly all of them. */
function withStatementCache(connection: SQLite.Database, size = 500): SqliteDatabase {
	const statements = new Map<string, SQLite.Statement>();
	return {
		close: () => connection.close(),
		prepare(text) {
			let statement = statements.get(text);
			if (!statement) {
				statement = connection.prepare(text);
				if (statements.size >= size) statements.clear();
				// Only queries repeat; a statement that changes the schema runs once.
				if (/^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i.test(text)) {
					statements.set(text, statement);
				}
			}
			// Kysely's own type wants `readonly unknown[]` parameters, which better-sqlite3 spreads alike.
			return statement as unknown as ReturnType<SqliteDatabase["prepare"]>;
		},
	};
}

/** Makes the database itself refuse to change or delete rows of `table`. */
export async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
	for (const change of ["update", "delete"]) {
		await sql
			.raw(
				`create trigger ${table}_no_${change} before ${change} on ${table}
				begin select raise(abort, '${table} is append-only'); end`,
			)
			.execute(db);
	}
}

/** Makes the database itself refuse to change `column` of a row unless `rule`, over `old` and `new`, holds. */
export async function allowChange(
	db: Kysely<unknown>,
	table: string,
	column: string,
	rule: string,
): Promise<void> {
	await sql
		.raw(
			`create trigger ${table}_${column}_change before update of ${column} on ${table}
			when old.${column} is not new.${column} and not (${rule})
			begin select raise(abort, '${table}.${column} may not change so'); end`,
		)
		.execute(db);
}

/** Makes the database itself refuse to change `column` once its row is there. */
export const makeImmutable = (db: Kysely<unknown>, table: string, column: string): Promise<void> =>
	allowChange(db, table, column, "false");
