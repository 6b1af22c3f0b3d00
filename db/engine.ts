/**
 * What the two database engines, SQLite and PostgreSQL, do differently. `engineAt` in `db/open.ts` selects the engine of
 * an address; only `db/` knows which one it is.
 */
import type { Db, Trx } from "./database";

/** Called synchronously, so the callbacks must be fast. */
export interface StatementListener {
	/** Called for each statement or connection that fails, even if its error is caught later. */
	failed?(error: unknown): void;
	/** Called with the SQL text and the duration in ms after each statement, successful or not. */
	ran?(statement: string, ms: number): void;
	/** Called once for each act, committed or not, with the number of its attempts. */
	acted?(attempts: number): void;
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
	/** Differs after each change, of this process or another. Undefined if changes of others are not seen at once. */
	version?(): string | undefined;
	catalogue: Catalogue;
}

/** SQL on the engine's catalogue, for `db/move.ts`. */
export interface Catalogue {
	/**
	 * Selects `table` and `column` of each primary key: tables in the order of their creation, columns in that of the key. A table
	 * without a key has one row, whose `column` is null.
	 */
	keys: string;
	/** Selects the `table` of each column that counts, and the last given `value`; null if there is none. */
	counters: string;
	/** Statements that set the last given value. */
	setCounter(counter: { table: string; column: string; value: number }): string[];
}

/** The right of a command to exclusive use of a database. */
export interface ExclusiveUse {
	release(): void | Promise<void>;
}

/**
 * Messages between the processes of a site. Delivery is not guaranteed: a process that is not connected misses them.
 */
export interface Bus {
	/** Sends JSON to the other processes, in the order of the calls. Does nothing while the bus is not connected. */
	publish(channel: string, message: unknown): void;
	/**
	 * Sets the listener of a channel. It is called from `becomeCandidate` on, first with the messages that arrived before. Messages
	 * of one process arrive in order. A process does not receive its own messages.
	 */
	subscribe(channel: string, listener: (message: unknown) => void): void;
	/** Calls `listener` with false when messages may get lost, and with true when the bus is connected again. */
	onChange(listener: (isUp: boolean) => void): void;
}

/** A process that serves the database. */
export interface Node {
	id: string;
	/** The name of its machine. */
	host: string;
	startedAt: Date;
	/** ms since it last renewed its row. */
	silentMs: number;
	/** How far the clock of its machine is ahead of the database server's clock, in ms. */
	clockAheadMs: number;
	/** The epoch in which it leads; undefined if it does not. */
	epoch: number | undefined;
}

/** What the database server knows of the processes of a site. Commands, which are not such processes, can read it too. */
export interface Processes {
	/** In the order of their start. Includes killed processes until a process starts more than an hour later. */
	nodes: Node[];
	/** The time of the server's clock. */
	now: Date;
	/** `allowed`: for all programs. `perProcess`: the maximum of one process of the site. */
	connections: { allowed: number; perProcess: number };
}

/** This process and the others that serve the same database. One of them leads: it runs the games and the jobs. */
export interface Cluster {
	/** The id of this process. */
	readonly id: string;
	/** Whether several processes may serve the database. */
	readonly isShared: boolean;
	readonly bus: Bus;
	/** The epoch in which this process leads; undefined if it does not. It leads until it ends. */
	epoch(): number | undefined;
	/** Whether this process leads and no other one can: false while its lease is too old, for example after it was frozen. */
	isCurrent(): boolean;
	/**
	 * Makes this process a candidate. Resolves after the first attempt to lead.
	 * @param lead called once this process leads. If `lead` rejects, the process must end.
	 */
	becomeCandidate(lead: () => Promise<void>): Promise<void>;
	/**
	 * Ends the candidacy of this process. If the callback of `becomeCandidate` was called, resolves after it. A takeover that is
	 * under way is given up. Call it before the games are stopped.
	 */
	withdraw(): Promise<void>;
	/**
	 * How far `performance.timeOrigin + performance.now()` is ahead of the database server's clock, in ms; 0 for a file.
	 * Changes only when one of the clocks is set.
	 */
	clockAheadMs(): number;
	/** Runs `change` while no other process serves the database. @returns false, without running it, if another one does. */
	runExclusively(change: () => Promise<void>): Promise<boolean>;
	/** Ends the membership and the leadership. Call it after the last write. */
	leave(): Promise<void>;
}

/** How a process joins a cluster. */
export interface JoinOptions {
	/** How long to wait for a process or command with exclusive use of the database. */
	waitMs: number;
	/**
	 * Called if this process was replaced as the leader, or if another one has exclusive use of the database. Must end this
	 * process.
	 */
	onLost?(error: Error): void;
	/** Called with the cause when the connection to the others has ended. A new connection is made. */
	onBroken?(error: unknown): void;
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
	 * @throws {OperatorError} if another program has the database open.
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
	 * Waits up to `waitMs` for exclusive use of the database, which commands need. The right ends with the process, also
	 * after `kill -9`.
	 * @returns undefined if another process has it or serves the database.
	 * @throws {OperatorError} if the database must be created first, and any storage error.
	 */
	takeExclusiveUse(waitMs: number): Promise<ExclusiveUse | undefined>;
	/**
	 * Makes this process one of those that serve the database. Only one process can serve a file.
	 * @returns undefined if another process has exclusive use of the database.
	 * @throws {OperatorError} if the database must be created first, and any storage error.
	 */
	join(options: JoinOptions): Promise<Cluster | undefined>;
	/**
	 * Checks what must hold before the database is served: SQLite checks the whole file if it is marked as corrupt;
	 * PostgreSQL's version, encoding and collation must fit.
	 * @throws {DamagedError} or {OperatorError}.
	 */
	checkUsable(): Promise<void>;
	/** Makes the next `checkUsable` check the whole database, where the engine can. @throws any file system error. */
	markCorrupt(error: unknown): void;
	/**
	 * Changes nothing.
	 * @returns lines that describe damage; none if the database is sound, or if the engine cannot tell.
	 * @throws {OperatorError}, or the engine's error if it is no database.
	 */
	findDamage(): Promise<string[]>;
	/** @returns undefined for a file, which only one process can serve. @throws any storage error. */
	readProcesses(db: Db): Promise<Processes | undefined>;
	/** Sizes in bytes; undefined if unknown. */
	readSize(db: Db): Promise<{ databaseBytes?: number | undefined; logBytes?: number | undefined }>;
	/**
	 * Keeps a copy from before a migration, and removes older such copies.
	 * @returns its name; undefined if the engine keeps none.
	 * @throws {OperatorError} if the program that makes it is not installed, and any storage error.
	 */
	keepBefore(migration: string): Promise<string | undefined>;

	/** The space in bytes that `copyTo` needs. */
	bytesToCopy(): Promise<number>;
	/**
	 * Copies a consistent snapshot to a new file; the database may be in use.
	 * @throws {DamagedError}, {OperatorError} or any storage error; the file may then be incomplete.
	 */
	copyTo(file: string): Promise<void>;
	/** The names of databases that a killed backup or restore left on the server. @throws any storage error. */
	findLeftoverCopies(db: Db): Promise<string[]>;
	/** Opens a copy. @throws {DamagedError} if the copy is damaged. */
	openCopy(file: string): Promise<OpenCopy>;
	/**
	 * Restores a copy beside the database, which no process may serve.
	 * @throws {DamagedError} or {OperatorError}.
	 */
	restore(file: string): Promise<Replacement>;
}

/** The data of a database or a copy are damaged. */
export class DamagedError extends Error {
	override name = "DamagedError";
}

/** Something that the operator of the site can correct. The message says what to do, and is printed without a stack trace. */
export class OperatorError extends Error {
	override name = "OperatorError";
}

/** The act was refused because the epoch in which this process led has ended. */
export class DeposedError extends Error {
	override name = "DeposedError";
}

const sessions = new WeakMap<object, Session>();

/** Sets how `db` runs transactions, for engines and tests. @returns `db`. */
export function withSession(db: Db, session: Session): Db {
	sessions.set(db, session);
	return db;
}

/** See {@link Session.version}; undefined for a transaction. */
export const versionOf = (db: Db | Trx): string | undefined => sessions.get(db)?.version?.();

/** @throws if `db` was not opened by an engine; a transaction has no session. */
export function sessionOf(db: Db): Session {
	const session = sessions.get(db);
	if (!session) throw new Error("transact needs the database itself, not a transaction");
	return session;
}
