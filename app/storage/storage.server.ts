import type { Engine, StatementListener } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { probeWrite } from "db/probe";
import type { Site } from "~/lib/site";
import type { Log } from "~/observability/log.server";
import { CORRUPT_EXIT_CODE, openSiteDatabase, StartError } from "./site-database.server";
import { createStorageHealth } from "./storage-health.server";

type Services = Pick<Site, "engine" | "log" | "now"> & {
	/** Called after each statement and act. */
	listener?: Pick<StatementListener, "ran" | "acted">;
};

declare module "~/lib/site" {
	interface Site {
		engine: Engine;
	}
}

/**
 * Opens the site's database and starts to track its outages. A corrupt database ends the process with exit code 65; a
 * database that another process has begun to serve ends it with exit code 1.
 * @throws {StartError}, as `openSiteDatabase`.
 */
export async function openStorage({ engine, log, now, listener }: Services) {
	const health = createStorageHealth({
		log,
		now,
		stopCorrupt: (error) => stopCorrupt(error, engine, log),
	});
	const { db, cluster } = await openSiteDatabase({
		engine,
		log,
		listener: { ...listener, failed: health.report },
		onLost(error) {
			log.error({ event: "database-taken", err: error });
			process.exit(1);
		},
	});
	// A site that can store nothing does not start, so that the host reads the reason at once.
	await probeWrite(db).catch((error: unknown) => {
		// A lock of another program ends, and the probe does not wait for it.
		if (storageFaultOf(error) !== "locked") throw error;
	});
	const endWatch = await health.watch(db);
	return {
		db,
		cluster,
		/** The current outage of the disk or the database; undefined when there is none. */
		outage: health.outage,
		/** Must be called with the error of a file that could not be written. */
		reportError: health.report,
		/** Stops the probe writes, closes the database and leaves the cluster. */
		async close() {
			await endWatch();
			await db.destroy();
			await cluster.leave();
		},
	};
}

/** Exits immediately, because further writes may increase the damage. */
function stopCorrupt(error: unknown, engine: Engine, log: Log): void {
	log.error({ event: "database-corrupt", database: engine.name, err: error });
	try {
		engine.markCorrupt(error);
	} catch (failure) {
		log.error({ event: "corrupt-mark-failed", err: failure });
	}
	process.exit(CORRUPT_EXIT_CODE);
}

/**
 * Exits a process that could not start, with a one-line message for a StartError or a storage fault. @throws any other
 * error.
 */
export function stopStart(error: unknown): never {
	const fault = storageFaultOf(error);
	if (error instanceof StartError) console.error(error.message);
	else if (fault) console.error(`The site cannot start: ${FAULT_TEXT[fault]}. ${String(error)}`);
	else throw error;
	process.exit(error instanceof StartError ? error.exitCode : 1);
}
