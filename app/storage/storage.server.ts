import { FAULT_TEXT, storageFaultOf } from "db/faults";
import type { StatementListener } from "db/sqlite";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { CORRUPT_EXIT_CODE, markCorrupt, openSiteDatabase, StartRefused } from "./site-database.server";
import { createStorageTrouble } from "./storage-trouble.server";

interface Tools {
	config: Pick<Config, "DATABASE_URL">;
	log: Log;
	now: () => Date;
	/** Called after each statement. */
	listener?: Pick<StatementListener, "ran">;
}

/** The site's database, and what is known of its troubles. @throws {StartRefused} */
export async function openStorage({ config, log, now, listener }: Tools) {
	const troubles = createStorageTrouble({
		log,
		now,
		stopCorrupt: (error) => stopCorrupt(error, config, log),
	});
	const { db, release } = await openSiteDatabase({
		config,
		log,
		listener: { ...listener, failed: troubles.note },
	});
	const endWatch = await troubles.watch(db);
	return {
		db,
		/** What is wrong with the disk or the database now; undefined when all is well. */
		trouble: troubles.current,
		/** Hears of a file that could not be written. */
		noteTrouble: troubles.note,
		async close() {
			await endWatch();
			await db.destroy();
			release();
		},
	};
}

/** At once, since whatever is written from here on may make it worse. */
function stopCorrupt(error: unknown, { DATABASE_URL }: Tools["config"], log: Log): void {
	log.error({ event: "database-corrupt", database: DATABASE_URL, err: error });
	try {
		markCorrupt(DATABASE_URL, error);
	} catch (failure) {
		log.error({ event: "corrupt-mark-failed", err: failure });
	}
	process.exit(CORRUPT_EXIT_CODE);
}

/** Ends a process that could not start, in one line where that says all. @throws any other error. */
export function stopStart(error: unknown): never {
	const fault = storageFaultOf(error);
	if (error instanceof StartRefused) console.error(error.message);
	else if (fault) console.error(`The site cannot start: ${FAULT_TEXT[fault]}. ${String(error)}`);
	else throw error;
	process.exit(error instanceof StartRefused ? error.exitCode : 1);
}
