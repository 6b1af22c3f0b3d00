import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { copyFile, link, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Kysely, type SqliteDialect, sql } from "kysely";
import type { Db } from "../database";
import {
	DamagedError,
	type Engine,
	type ExclusiveUse,
	OperatorError,
	type StatementListener,
	withSession,
} from "../engine";
import { storageFaultOf } from "../faults";
import { ownAs, realPath, syncFile } from "../files";
import { takeLock } from "../lock";
import { singleProcessCluster } from "../single-process";
import { sqliteCatalogue } from "./catalogue";
import { checkpointLog, copyDatabase, findDamage } from "./copy";
import { readingDialect, sqliteDialect, type Versioned } from "./dialect";
import { transactInTurn } from "./transact";

/** How long a write waits for a lock of another program, such as `plateia erase`. The wait blocks the process. */
const LOCK_WAIT_MS = 2000;

/** The endings of a database's files. */
const FILES = ["", "-wal", "-shm", "-journal"];

/** The engine of a SQLite file; `:memory:` is a database in memory, which has no copies. */
export function sqliteEngine(path: string): Engine {
	const isFile = path !== ":memory:";
	// Symbolic links are resolved, so that one database has one lock and one marker.
	const beside = (ending: string) => realPath(path) + ending;
	/** The marker of a database that was found corrupt. It is removed once a check finds the database sound. */
	const mark = () => beside(".corrupt");
	async function takeExclusiveUse(waitMs: number): Promise<ExclusiveUse | undefined> {
		if (!isFile) return { release() {} };
		const release = await takeLock(beside(".lock"), waitMs);
		return release && { release };
	}
	return {
		name: path,
		folder: isFile ? dirname(path) : undefined,
		keyFile: isFile ? `${path}.key` : undefined,
		privateFiles: isFile ? [path, `${path}.key`] : [],
		backupName: "plateia.sqlite",

		exists: async () => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
		open: (listener) => open(path, listener),
		takeExclusiveUse,
		async join({ waitMs }) {
			const exclusiveUse = await takeExclusiveUse(waitMs);
			return exclusiveUse && singleProcessCluster(exclusiveUse.release);
		},
		async checkUsable() {
			if (!existsSync(mark())) return;
			const [damage] = findDamage(path);
			if (damage !== undefined) throw new DamagedError(damage);
			rmSync(mark());
		},
		markCorrupt: (error) => writeFileSync(mark(), `${new Date().toISOString()} ${String(error)}\n`),
		findDamage: async () => findDamage(path),
		readProcesses: async () => undefined,
		findLeftoverCopies: async () => [],
		readSize: async () => ({ databaseBytes: sizeOf(path), logBytes: sizeOf(`${path}-wal`) }),
		async keepBefore(migration) {
			const kept = `${path}.before-${migration}`;
			const half = `${kept}.half`;
			rmSync(half, { force: true });
			await copyDatabase(path, half);
			renameSync(half, kept);
			const older = readdirSync(dirname(path)).filter(
				(name) => name.startsWith(`${basename(path)}.before-`) && name !== basename(kept),
			);
			for (const name of older) rmSync(join(dirname(path), name));
			return kept;
		},

		// Pages in the write-ahead log are copied too.
		bytesToCopy: async () => statSync(path).size + (sizeOf(beside("-wal")) ?? 0),
		copyTo: (file) => copyDatabase(path, file),
		async openCopy(file) {
			checkSound(file);
			const db = connectSqlite(readingDialect(file));
			return { db, close: () => db.destroy() };
		},
		async restore(file) {
			const database = realPath(path);
			const half = `${database}.restoring`;
			const remove = () => {
				for (const ending of FILES) rmSync(half + ending, { force: true });
			};
			remove();
			try {
				await copyFile(file, half);
				checkSound(half);
				const db = open(half);
				return {
					db,
					async swap(stamp, before) {
						await db.destroy();
						syncFile(half);
						const kept = await keep(database, `${database}.replaced-${stamp}`);
						await before();
						ownAs(half, database);
						await rename(half, database);
						syncFile(dirname(database));
						rmSync(mark(), { force: true });
						return kept;
					},
					async close() {
						await db.destroy();
						remove();
					},
				};
			} catch (error) {
				remove();
				throw error;
			}
		},
	};
}

const open = (path: string, listener?: StatementListener): Db =>
	connectSqlite(sqliteDialect(path, listener), listener);

/** Opens a database of this engine with a dialect, which reports its statements itself. */
export function connectSqlite(
	dialect: SqliteDialect & Partial<Versioned>,
	{ acted }: StatementListener = {},
): Db {
	const db: Db = new Kysely({ dialect });
	const setLockWait = (on: Db, ms: number) => sql.raw(`pragma busy_timeout = ${ms}`).execute(on);
	return withSession(db, {
		catalogue: sqliteCatalogue,
		transact(act) {
			// Acts run one after the other, so none is repeated.
			acted?.(1);
			return transactInTurn(db, act, dialect.runDirectly);
		},
		beginSnapshot: "begin deferred",
		probeWrite: () =>
			db.connection().execute(async (connection) => {
				await setLockWait(connection, 0);
				await sql`pragma user_version = 0`.execute(connection);
				await setLockWait(connection, LOCK_WAIT_MS);
			}),
		version: () => dialect.version?.(),
		limitLockWait: async () => void (await setLockWait(db, LOCK_WAIT_MS)),
	});
}

function checkSound(file: string): void {
	const damage = findDamage(file);
	if (damage.length > 0) throw new DamagedError(damage.join("; "));
}

/** Links or copies the existing database to a second name. @returns that name; undefined if there is no database. */
async function keep(database: string, kept: string): Promise<string | undefined> {
	if (!existsSync(database)) return undefined;
	try {
		checkpointLog(database);
	} catch (error) {
		if (storageFaultOf(error) !== "corrupt") throw error;
		// The log belongs to the corrupt database and must not be applied to the restored one.
		for (const log of ["-wal", "-shm"])
			if (existsSync(database + log)) renameSync(database + log, kept + log);
	}
	if (existsSync(`${database}-wal`)) {
		throw new OperatorError(`Another program has ${basename(database)} open. End it first.`);
	}
	await link(database, kept).catch(() => copyFile(database, kept));
	return kept;
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
