import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
	type CompiledQuery,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	type SqliteStatement,
} from "kysely";
import type { StatementListener } from "../engine";
import type { RunDirectly } from "../prepared";
import { type Connection, SQLite } from "./driver";

/** A dialect that knows the version of its database (see `Session.version`), and runs queries of a transaction itself. */
export interface Versioned {
	version(): string;
	runDirectly: RunDirectly;
}

/** SQLite rolls changes of the schema back, but Kysely's adapter says that it cannot. */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl() {
		return true;
	}
}

class TransactionalDialect extends SqliteDialect implements Versioned {
	readonly #listener: StatementListener;
	readonly #database;
	readonly #changes;
	readonly #foreignChanges;

	constructor(connection: Connection, listener: StatementListener) {
		const database = withStatementCache(connection, listener);
		super({ database });
		this.#database = database;
		// A fault is reported, but it is no statement of a page.
		const { failed } = listener;
		this.#listener = { failed };
		this.#changes = connection.prepare("select total_changes()").pluck();
		this.#foreignChanges = connection.prepare("pragma data_version").pluck();
	}

	/** Counts the changes of this connection, and those of others. */
	version(): string {
		return observed(this.#listener, "version", () => `${this.#changes.get()} ${this.#foreignChanges.get()}`);
	}

	/** Call it in a transaction only: outside, a query has to wait for the transactions of others. */
	readonly runDirectly: RunDirectly = async <Row>({ sql: text, parameters }: CompiledQuery<Row>) => {
		const statement = this.#database.prepare(text);
		if (statement.reader) return { rows: statement.all(parameters) as Row[] };
		return { numAffectedRows: BigInt(statement.run(parameters).changes), rows: [] };
	};

	override createAdapter() {
		return new TransactionalAdapter();
	}
}

/**
 * Opens or creates the database at a path, `:memory:` for one in memory, and its folder: durable at a power loss (WAL, synchronous FULL), with foreign keys and
 * triggers enforced. A statement waits up to 5 s for a lock of another process. Each transaction takes the write lock
 * when it begins.
 * Statements that are iterated are not reported to `listener`.
 * @throws any SQLite error.
 */
export function sqliteDialect(path: string, listener: StatementListener = {}): SqliteDialect {
	if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
	const connection = new SQLite(path);
	try {
		connection.pragma("journal_mode = WAL");
		connection.pragma("synchronous = FULL");
		connection.pragma("foreign_keys = ON");
		// Without this, INSERT OR REPLACE deletes a row without firing the append-only triggers.
		connection.pragma("recursive_triggers = ON");
		connection.pragma("busy_timeout = 5000");
		// Sorting needs neither free disk space nor a temporary folder.
		connection.pragma("temp_store = MEMORY");
	} catch (error) {
		connection.close();
		throw error;
	}
	return new TransactionalDialect(connection, listener);
}

/** Opens a file read-only, such as a backup, without creating files beside it. @throws if there is no such file. */
export function readingDialect(path: string): SqliteDialect {
	const connection = new SQLite(path, { readonly: true, fileMustExist: true });
	connection.pragma("temp_store = MEMORY");
	return new SqliteDialect({ database: withStatementCache(connection, {}) });
}

/** Caches prepared statements, because Kysely prepares each query again and nearly all queries repeat. */
function withStatementCache(connection: Connection, listener: StatementListener, size = 500): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		close: () => connection.close(),
		prepare(text) {
			// A full disk makes SQLite roll back by itself. A second rollback would fail and hide the original error.
			if (text === "rollback" && !connection.inTransaction) return NO_OP;
			const known = statements.get(text);
			if (known) return known;
			// Preparing may fail like a run, but does not count as one.
			const { failed } = listener;
			const statement = observed({ failed }, text, () => prepared(connection, text, listener));
			if (statements.size >= size) statements.clear();
			// Statements that change the schema run only once.
			if (/^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i.test(text)) {
				statements.set(text, statement);
			}
			return statement;
		},
	};
}

const NO_OP: SqliteStatement = {
	reader: false,
	all: () => [],
	run: () => ({ changes: 0, lastInsertRowid: 0 }),
	iterate: () => [][Symbol.iterator](),
};

function prepared(connection: Connection, text: string, listener: StatementListener): SqliteStatement {
	// A deferred transaction that reads and then writes fails without waiting if another program wrote in between.
	const statement = connection.prepare(text === "begin" ? "begin immediate" : text);
	return {
		reader: statement.reader,
		all: (parameters) => observed(listener, text, () => statement.all(parameters)),
		run: (parameters) => observed(listener, text, () => statement.run(parameters)),
		iterate: (parameters) => statement.iterate(parameters),
	};
}

function observed<Result>(listener: StatementListener, text: string, run: () => Result): Result {
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
