/**
 * What the two database engines, SQLite and PostgreSQL, do differently. `engineAt` in `db/open.ts` selects the engine of
 * an address; only `db/` knows which one it is.
 */
import type { Db, Trx } from "./database";

/** Called synchronously, so both callbacks must be fast. */
export interface StatementListener {
	/** Called for each statement or connection that fails, even if its error is caught later. */
	failed?(error: unknown): void;
	/** Called with the SQL text and the duration in ms after each statement, successful or not. */
	ran?(statement: string, ms: number): void;
}

/** How an open database runs transactions. */
export interface Session {
	/** See `transact`. */
	transact<Answer>(act: (trx: Trx) => Promise<Answer>): Promise<Answer>;
	/** SQL that begins a transaction in which all reads see the same snapshot and nothing can be written. */
	beginSnapshot: string;
	/** See `db/probe.ts`. */
	probeWrite(): Promise<void>;
	limitLockWait(): Promise<void>;
	catalogue: Catalogue;
}

/** SQL on the engine's catalogue, for `db/move.ts`. */
export interface Catalogue {
	/** Selects `table` and `column` of each primary key, in the order of its columns. */
	keys: string;
	/** Selects `table` and `parent` of each foreign key. */
	parents: string;
	/** Selects the `table` of each column that counts, and the last given `value`; null if there is none. */
	counters: string;
	/** Statements that set the last given value. */
	setCounter(counter: { table: string; column: string; value: number }): string[];
}

/** The right to serve a database, which one process has at a time. */
export interface Lease {
	release(): void | Promise<void>;
}

/** A copy of a database, opened to check it. */
export interface OpenCopy {
	db: Db;
	close(): Promise<void>;
}

/** A restored copy that is not in use yet. Must be closed. */
export interface Replacement {
	/** The database of the copy, to migrate and check it. */
	db: Db;
	/**
	 * Replaces the database with the copy. The replaced database is kept.
	 * @param before called first, once no other program has the database open.
	 * @returns the name of the kept database; undefined if there was none.
	 * @throws {CopyError} if another program has the database open.
	 */
	swap(stamp: string, before: () => Promise<void>): Promise<string | undefined>;
	/** Removes a copy that was not swapped. */
	close(): Promise<void>;
}

/** The engine of one database, which need not exist yet. */
export interface Engine {
	/** For messages: the path of the file, or the address without its password. */
	readonly name: string;
	/** The folder of the files beside the database, such as its key; undefined for a database in memory. */
	readonly folder: string | undefined;
	/** The path of the key file; undefined for a database in memory. */
	readonly keyFile: string | undefined;
	/** The paths of files that only their owner should be able to read. */
	readonly privateFiles: readonly string[];
	/** The name of the database's copy in a backup. */
	readonly backupName: string;

	/** @throws any error of the connection. */
	exists(): Promise<boolean>;
	/**
	 * Opens the database. SQLite creates a missing file and its folder. The caller closes it with `destroy()`.
	 * @throws any SQLite error; PostgreSQL connects with the first statement.
	 */
	open(listener?: StatementListener): Db;
	/**
	 * Waits up to `waitMs` for the right to serve the database. It ends with the process, also after `kill -9`.
	 * @param onLost called with the cause if the right was lost and another process has it. The process must stop serving.
	 * @param onBroken called if the right may be lost, because its connection has ended. It is requested again.
	 * @returns undefined if another process has it.
	 * @throws {UnfitError} if the database must be created first, and any storage error.
	 */
	takeLease(
		waitMs: number,
		onLost?: (error: Error) => void,
		onBroken?: (error: unknown) => void,
	): Promise<Lease | undefined>;
	/**
	 * Checks what must hold before the database is served: SQLite checks the whole file if it is marked as corrupt;
	 * PostgreSQL's version, encoding and collation must fit.
	 * @throws {DamagedError} or {UnfitError}.
	 */
	checkUsable(): Promise<void>;
	/** Makes the next `checkUsable` check the whole database, where the engine can. @throws any file system error. */
	markCorrupt(error: unknown): void;
	/**
	 * Changes nothing.
	 * @returns lines that describe damage; none if the database is sound, or if the engine cannot tell.
	 * @throws {UnfitError}, or the engine's error if it is no database.
	 */
	findDamage(): Promise<string[]>;
	/** Sizes in bytes; undefined if unknown. */
	readSize(db: Db): Promise<{ databaseBytes?: number | undefined; logBytes?: number | undefined }>;
	/**
	 * Keeps a copy from before a migration, and removes older such copies.
	 * @returns its name; undefined if the engine keeps none, because its migrations roll back as a whole.
	 */
	keepBefore(migration: string): Promise<string | undefined>;

	/** The space in bytes that `copyTo` needs. */
	bytesToCopy(): Promise<number>;
	/**
	 * Copies a consistent snapshot to a new file; the database may be in use.
	 * @throws {DamagedError}, {CopyError} or any storage error; the file may then be incomplete.
	 */
	copyTo(file: string): Promise<void>;
	/** Opens a copy. @throws {DamagedError} if the copy is damaged. */
	openCopy(file: string): Promise<OpenCopy>;
	/**
	 * Restores a copy beside the database, which no process may serve.
	 * @throws {DamagedError} or {CopyError}.
	 */
	restore(file: string): Promise<Replacement>;
}

/** The data of a database or a copy are damaged. */
export class DamagedError extends Error {
	override name = "DamagedError";
}

/** The database server or its configuration cannot be used for a site. The message says what to do. */
export class UnfitError extends Error {
	override name = "UnfitError";
}

/** A copy could not be made or restored. The message says what to do. */
export class CopyError extends Error {
	override name = "CopyError";
}

const sessions = new WeakMap<object, Session>();

/** Sets how `db` runs transactions, for engines and tests. @returns `db`. */
export function withSession(db: Db, session: Session): Db {
	sessions.set(db, session);
	return db;
}

/** @throws if `db` was not opened by an engine; a transaction has no session. */
export function sessionOf(db: Db): Session {
	const session = sessions.get(db);
	if (!session) throw new Error("transact needs the database itself, not a transaction");
	return session;
}
