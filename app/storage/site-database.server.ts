import type { Db } from "db/database";
import { type Cluster, DamagedError, OperatorError, type StatementListener } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { isAddition, migrateToLatest, readSchemaState } from "db/migrate";
import type { Site } from "~/lib/site";

/** The site cannot start. */
export class StartError extends OperatorError {
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

type Services = Pick<Site, "engine" | "log"> & {
	listener?: StatementListener;
	/** How long to wait for a process with exclusive use of the database, in ms. */
	waitMs?: number;
	/** Called if another process was elected instead, or has exclusive use of the database. Must end this process. */
	onLost?(error: Error): void;
};

interface SiteDatabase {
	db: Db;
	/** The caller must leave the cluster after it has closed `db`. */
	cluster: Cluster;
}

/**
 * Opens the database for a process that serves it: joins the cluster, checks whether the database can be used, and
 * migrates the schema. A copy from before a migration is kept where the engine makes one. Logs `database-kept`,
 * `migrated` and, when the connection to the cluster has ended, `cluster-connection-lost`.
 * @throws {StartError} with instructions for the operator, if another process has exclusive use of the database, the database has
 * migrations that the code does not know, or it cannot be used. Other errors are rethrown.
 */
export async function openSiteDatabase(tools: Services): Promise<SiteDatabase> {
	const { engine, log, waitMs = WAIT_FOR_STOP_MS } = tools;
	try {
		const cluster = await engine.join({
			waitMs,
			...(tools.onLost && { onLost: tools.onLost }),
			onBroken: (error) => log.error({ event: "cluster-connection-lost", err: error }),
		});
		if (!cluster)
			throw new StartError(
				`Another process of the site uses ${engine.name}, and only one may use it now. End that process first.`,
			);
		try {
			return { db: await openSound(tools, cluster), cluster };
		} catch (error) {
			await cluster.leave();
			throw error;
		}
	} catch (error) {
		throw startErrorOf(error, engine.name) ?? error;
	}
}

async function openSound({ engine, log, listener }: Services, cluster: Cluster): Promise<Db> {
	await engine.checkUsable();
	const db = engine.open(listener);
	try {
		const { version, pending, unknown } = await readSchemaState(db);
		if (unknown.length > 0) {
			throw new StartError(
				`The migrations of the database ${engine.name} are not those of this version of the site, which does not know ${unknown.join(", ")}: it is newer, or of a development version before 0.1.0. Nothing was changed. Start its version again, or restore a backup of this one.`,
			);
		}
		const [next] = pending;
		if (next === undefined) return db;
		const migrate = async () => {
			const kept = version === undefined ? undefined : await engine.keepBefore(next);
			if (kept !== undefined) log.info({ event: "database-kept", file: kept, version });
			const migrated = await migrateToLatest(db);
			if (migrated.length > 0) log.info({ event: "migrated", migrations: migrated });
			return true;
		};
		const isAlone =
			version !== undefined && pending.every(isAddition)
				? await migrate()
				: await cluster.runExclusively(async () => void (await migrate()));
		// Another process that started at the same time may have migrated the database.
		if (!isAlone && (await readSchemaState(db)).pending.length > 0) {
			throw new StartError(
				`${engine.name} has to be migrated to this version of the site, but other processes use the database. Stop all processes, then start one.`,
			);
		}
		return db;
	} catch (error) {
		await db.destroy();
		throw error;
	}
}

function startErrorOf(error: unknown, name: string): StartError | undefined {
	if (error instanceof StartError) return error;
	if (error instanceof OperatorError) return new StartError(error.message, error);
	const fault = storageFaultOf(error);
	if (error instanceof DamagedError || fault === "corrupt") {
		return new StartError(
			`The database ${name} is corrupt (${causeOf(error)}). Nothing was changed. Restore a backup: plateia restore FOLDER`,
			error,
			CORRUPT_EXIT_CODE,
		);
	}
	return (
		fault &&
		new StartError(`The database ${name} cannot be used: ${FAULT_TEXT[fault]}. ${causeOf(error)}`, error)
	);
}

/** The message of the driver's error. */
function causeOf(error: unknown): string {
	if (error instanceof DamagedError) return error.message;
	return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : String(error);
}
