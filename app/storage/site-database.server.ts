import { existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyDatabase, findDamage } from "db/copy";
import { type Db, openDatabase } from "db/database";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { takeLock } from "db/lock";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { type StatementListener, sqlitePath } from "db/sqlite";
import type { Log } from "~/observability/log.server";

/** The site cannot start. The message is printed without a stack trace. */
export class StartError extends Error {
	override name = "StartError";
	constructor(
		message: string,
		cause?: unknown,
		readonly exitCode = 1,
	) {
		super(message, { cause });
	}
}

/** Exit code for a corrupt database. The process manager must not restart the site on it. */
export const CORRUPT_EXIT_CODE = 65;

/** A stopping process takes at most 5 s, so that an immediate restart gets the lock. */
const WAIT_FOR_STOP_MS = 7000;

/** The path with symbolic links resolved, so that one database has one lock; unchanged if there is no such file. */
export function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}

/** The lock file of the process that serves the database. */
export const lockPathOf = (databasePath: string): string => `${realPath(databasePath)}.lock`;

/** The marker file beside a database that was found corrupt. It is removed once a check finds the database sound. */
export const markPathOf = (databasePath: string): string => `${realPath(databasePath)}.corrupt`;

/**
 * Writes the marker file, with time and error, so that the next start checks the whole database. @throws any file
 * system error.
 */
export function markCorrupt(databaseUrl: string, error: unknown): void {
	writeFileSync(markPathOf(sqlitePath(databaseUrl)), `${new Date().toISOString()} ${String(error)}\n`);
}

interface Tools {
	config: { DATABASE_URL: string };
	log: Pick<Log, "info">;
	listener?: StatementListener;
	/** How long to wait for the lock of another process. */
	waitMs?: number;
}

interface SiteDatabase {
	db: Db;
	/** Releases the lock, so that another process can open the database. Requires that `db` is closed. */
	release(): void;
}

/**
 * Opens the database for the process that serves it: acquires the lock, checks a database that is marked as corrupt,
 * and migrates the schema. A copy from before a migration is kept as `FILE.before-MIGRATION`, and older such copies
 * are removed. Logs `database-kept` and `migrated`.
 * @throws {StartError} with instructions for the operator, if another process serves the database, the database is
 * newer than the code, or it cannot be used. Other errors are rethrown.
 */
export async function openSiteDatabase(tools: Tools): Promise<SiteDatabase> {
	const path = sqlitePath(tools.config.DATABASE_URL);
	try {
		const release =
			path === ":memory:" ? () => {} : await takeLock(lockPathOf(path), tools.waitMs ?? WAIT_FOR_STOP_MS);
		if (!release) {
			throw new StartError(
				`Another process of the site uses ${path}. Two processes would refund each other's bets.`,
			);
		}
		try {
			return { db: await openSound(path, tools), release };
		} catch (error) {
			release();
			throw error;
		}
	} catch (error) {
		throw startErrorOf(error, path) ?? error;
	}
}

async function openSound(path: string, { config, log, listener }: Tools): Promise<Db> {
	checkMarked(path);
	const db = openDatabase(config.DATABASE_URL, listener);
	try {
		const { version, pending, unknown } = await readSchemaState(db);
		if (unknown.length > 0) {
			throw new StartError(
				`The database ${path} is newer than this version of the site, which does not know ${unknown.join(", ")}. Nothing was changed. Start the newer version again, or restore a backup of this one.`,
			);
		}
		const [next] = pending;
		if (version !== undefined && next !== undefined) {
			const kept = await copyBefore(path, next);
			log.info({ event: "database-kept", file: kept, version });
		}
		const migrated = await migrateToLatest(db);
		if (migrated.length > 0) log.info({ event: "migrated", migrations: migrated });
		return db;
	} catch (error) {
		await db.destroy();
		throw error;
	}
}

function checkMarked(path: string) {
	const mark = markPathOf(path);
	if (!existsSync(mark)) return;
	const [damage] = findDamage(path);
	if (damage !== undefined) throw corrupt(path, damage);
	rmSync(mark);
}

const corrupt = (path: string, damage: string, cause?: unknown) =>
	new StartError(
		`The database ${path} is corrupt (${damage}). Nothing was changed. Restore a backup: plateia restore FOLDER`,
		cause,
		CORRUPT_EXIT_CODE,
	);

/** Copies the database before a migration, and removes older such copies: backups cover those. @returns the path. */
async function copyBefore(path: string, migration: string): Promise<string> {
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
}

function startErrorOf(error: unknown, path: string): StartError | undefined {
	if (error instanceof StartError) return error;
	const fault = storageFaultOf(error);
	if (fault === "corrupt") return corrupt(path, causeOf(error), error);
	return (
		fault &&
		new StartError(`The database ${path} cannot be used: ${FAULT_TEXT[fault]}. ${causeOf(error)}`, error)
	);
}

/** The message of the driver's error. */
function causeOf(error: unknown): string {
	return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : String(error);
}
