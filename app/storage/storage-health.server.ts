/**
 * The site's reaction to storage faults:
 * - full, read-only, failing, locked by another program: reads go on; each write is answered with a 503 message and
 *   changes nothing; `/healthz` answers 503. A probe write is repeated until it succeeds.
 * - corrupt: the process exits immediately, and the next start checks the whole file before it serves.
 */

import type { Db } from "db/database";
import { type StorageFault, storageFaultOf } from "db/faults";
import { limitLockWait, probeWrite } from "db/probe";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";

export interface StorageOutage {
	fault: Exclude<StorageFault, "corrupt">;
	since: Date;
}

type Services = Pick<Site, "log" | "now"> & {
	/** Must end the process. */
	stopCorrupt(error: unknown): void;
};

const PROBE_MS = 2000;
const LOG_EVERY_MS = 60_000;

/** Tracks outages of the storage. Logs `storage-failed` at most once a minute per fault, and `storage-recovered`. */
export function createStorageHealth({ log, now, stopCorrupt }: Services) {
	let outage: StorageOutage | undefined;
	let loggedAt = 0;
	let stopping = false;

	function report(error: unknown) {
		const fault = storageFaultOf(error);
		if (fault === undefined || stopping) return;
		if (fault === "corrupt") {
			stopping = true;
			stopCorrupt(error);
			return;
		}
		const time = now();
		const since = outage?.since ?? time;
		if (outage?.fault !== fault || time.getTime() - loggedAt >= LOG_EVERY_MS) {
			loggedAt = time.getTime();
			log.error({ event: "storage-failed", fault, since, err: error });
		}
		outage = { fault, since };
	}

	async function probe(db: Db) {
		if (!outage) return;
		try {
			await probeWrite(db);
		} catch {
			// The statement listener has reported the error.
			return;
		}
		const { fault, since } = outage;
		outage = undefined;
		log.info({ event: "storage-recovered", fault, seconds: Math.round((now().getTime() - +since) / 1000) });
	}

	return {
		/**
		 * Must be called with each error of the database or of writing a file, including any cause. Other errors are
		 * ignored.
		 */
		report,
		/** The current outage; undefined when there is none. */
		outage: () => outage,
		/**
		 * Limits the lock wait of `db`, and starts the probe writes, which run only during an outage.
		 * @returns a function that stops them and resolves when the last one has ended.
		 */
		async watch(db: Db, probeMs = PROBE_MS): Promise<() => Promise<void>> {
			await limitLockWait(db);
			let probing = Promise.resolve();
			const probeNext = guarded(() => {
				probing = probing.then(() => probe(db));
			});
			const timer = setInterval(probeNext, probeMs).unref();
			return async () => {
				clearInterval(timer);
				await probing;
			};
		},
	};
}
