/** Everything that is SQLite's own; the rest of the code speaks SQL that PostgreSQL knows too. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from "kysely";
import { type Connection, SQLite } from "./driver";

/**
 * The path in a `file:PATH` address; `file::memory:` is a database in memory.
 * @throws {TypeError} for any other scheme.
 */
export function sqlitePath(databaseUrl: string): string {
	if (!databaseUrl.startsWith("file:")) throw new TypeError(`not a file: address: ${databaseUrl}`);
	return databaseUrl.slice("file:".length).replace(/^\/\/(?=\/)/, "");
}

/** Called synchronously for statements, so both must be quick. */
export interface StatementListener {
	/** A statement failed, whatever becomes of its error further up. */
	failed?(error: unknown): void;
	/** A statement is over, well or not. */
	ran?(statement: string, ms: number): void;
}

/** Opens the database durable against power loss (WAL with synchronous FULL), its rules switched on. */
export function sqliteDialect(databaseUrl: string, listener: StatementListener = {}): SqliteDialect {
	const path = sqlitePath(databaseUrl);
	if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
	const connection = new SQLite(path);
	try {
		connection.pragma("journal_mode = WAL");
		connection.pragma("synchronous = FULL");
		connection.pragma("foreign_keys = ON");
		// Without it INSERT OR REPLACE deletes a row past the append-only triggers.
		connection.pragma("recursive_triggers = ON");
		connection.pragma("busy_timeout = 5000");
		// A sort needs no room on a disk that is full, nor a folder for temporary files.
		connection.pragma("temp_store = MEMORY");
	} catch (error) {
		connection.close();
		throw error;
	}
	return new SqliteDialect({ database: withStatementCache(connection, listener) });
}

/** Opens a file that nothing may change, such as a backup: nothing is made beside it. */
export function readingDialect(path: string): SqliteDialect {
	const connection = new SQLite(path, { readonly: true, fileMustExist: true });
	connection.pragma("temp_store = MEMORY");
	return new SqliteDialect({ database: withStatementCache(connection, {}) });
}

/** Kysely prepares each query anew; the same few statements make up nearly all of them. */
function withStatementCache(connection: Connection, listener: StatementListener, size = 500): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		close: () => connection.close(),
		prepare(text) {
			// A full disk has ended the transaction by itself; that there is none would hide why.
			if (text === "rollback" && !connection.inTransaction) return NOTHING;
			const known = statements.get(text);
			if (known) return known;
			// It may fail as a run may, but is none.
			const { failed } = listener;
			const statement = heard({ failed }, text, () => prepared(connection, text, listener));
			if (statements.size >= size) statements.clear();
			// Only queries repeat; a statement that changes the schema runs once.
			if (/^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i.test(text)) {
				statements.set(text, statement);
			}
			return statement;
		},
	};
}

const NOTHING: SqliteStatement = {
	reader: false,
	all: () => [],
	run: () => ({ changes: 0, lastInsertRowid: 0 }),
	iterate: () => [][Symbol.iterator](),
};

function prepared(connection: Connection, text: string, listener: StatementListener): SqliteStatement {
	// Who reads first and writes then is refused at once, without waiting, if another program wrote in between.
	const statement = connection.prepare(text === "begin" ? "begin immediate" : text);
	return {
		reader: statement.reader,
		all: (parameters) => heard(listener, text, () => statement.all(parameters)),
		run: (parameters) => heard(listener, text, () => statement.run(parameters)),
		iterate: (parameters) => statement.iterate(parameters),
	};
}

function heard<Result>(listener: StatementListener, text: string, run: () => Result): Result {
	const since = listener.ran ? performance.now() : 0;
	try {
		return run();
	} catch (error) {
		listener.failed?.(error);
		throw error;
	} finally {
		listener.ran?.(text, performance.now() - since);
	}
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
