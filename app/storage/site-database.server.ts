import { existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyDatabase, findDamage } from "db/copy";
import { type Db, openDatabase } from "db/database";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { takeLock } from "db/lock";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { type StatementListener, sqlitePath } from "db/sqlite";
import type { Log } from "~/observability/log.server";

/** The site does not start; said to whoever started it, without a stack. */
export class StartRefused extends Error {
	override name = "StartRefused";
	constructor(
		message: string,
		cause?: unknown,
		readonly exitCode = 1,
	) {
		super(message, { cause });
	}
}

/** The exit code of a site whose database is corrupt: to start it again by itself helps nobody. */
export const CORRUPT_EXIT_CODE = 65;

/** A process that stops takes 5 s at most; whoever starts the next one at once need not fail. */
const WAIT_FOR_STOP_MS = 7000;

/** Symbolic links aside: one database, one lock, however its path is written. */
export function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}

/** The file whose lock the one process has that may play rounds with the database. */
export const lockPathOf = (databasePath: string): string => `${realPath(databasePath)}.lock`;

/** Stands beside a database that was found corrupt, until it is found sound. */
export const markPathOf = (databasePath: string): string => `${realPath(databasePath)}.corrupt`;

/** Makes the next start check the whole file. */
export function markCorrupt(databaseUrl: string, error: unknown): void {
	writeFileSync(markPathOf(sqlitePath(databaseUrl)), `${new Date().toISOString()} ${String(error)}\n`);
}

interface Tools {
	config: { DATABASE_URL: string };
	log: Pick<Log, "info">;
	listener?: StatementListener;
	waitMs?: number;
}

interface SiteDatabase {
	db: Db;
	/** Lets another process have the database. */
	release(): void;
}

/**
 * Opens the database for the one process that serves it: locked for others, sound as far as it is known,
 * its schema up to date. What it was before a migration is kept beside it as `FILE.before-MIGRATION`.
 * @throws {StartRefused} with what is to be done about it.
 */
export async function openSiteDatabase(tools: Tools): Promise<SiteDatabase> {
	const path = sqlitePath(tools.config.DATABASE_URL);
	try {
		const release =
			path === ":memory:" ? () => {} : await takeLock(lockPathOf(path), tools.waitMs ?? WAIT_FOR_STOP_MS);
		if (!release) {
			throw new StartRefused(`Another process of the site uses ${path}: two would refund each other's bets.`);
		}
		try {
			return { db: await openSound(path, tools), release };
		} catch (error) {
			release();
			throw error;
		}
	} catch (error) {
		throw refusalOf(error, path) ?? error;
	}
}

async function openSound(path: string, { config, log, listener }: Tools): Promise<Db> {
	checkMarked(path);
	const db = openDatabase(config.DATABASE_URL, listener);
	try {
		const { version, pending, unknown } = await readSchemaState(db);
		if (unknown.length > 0) {
			throw new StartRefused(
				`The database ${path} is newer than this version of the site, which does not know ${unknown.join(", ")}. Nothing was changed. Start the newer version again, or restore a backup of this one.`,
			);
		}
		const [next] = pending;
		if (version !== undefined && next !== undefined) {
			const kept = await keepBefore(path, next);
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
	new StartRefused(
		`The database ${path} is corrupt (${damage}). Nothing was changed. Restore a backup: npm run restore -- FOLDER`,
		cause,
		CORRUPT_EXIT_CODE,
	);

/** Only the last is kept: the backups are for what is older. */
async function keepBefore(path: string, migration: string): Promise<string> {
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

function refusalOf(error: unknown, path: string): StartRefused | undefined {
	if (error instanceof StartRefused) return error;
	const fault = storageFaultOf(error);
	if (fault === "corrupt") return corrupt(path, causeOf(error), error);
	return (
		fault &&
		new StartRefused(`The database ${path} cannot be used: ${FAULT_TEXT[fault]}. ${causeOf(error)}`, error)
	);
}

/** What the driver itself says. */
function causeOf(error: unknown): string {
	return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : String(error);
}
