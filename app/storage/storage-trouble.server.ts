/**
 * What the site does when the disk or the database fails it, decided here for all:
 * - full, read-only, failing, locked by another program: reads go on, each write answers 503 in words and has
 *   changed nothing; `/healthz` answers 503. A small write is tried again and again: once it succeeds, all is well.
 * - corrupt: the process ends at once, and the next start checks the whole file before it serves.
 */
import type { Db } from "db/database";
import { type StorageFault, storageFaultOf } from "db/faults";
import { limitLockWait, probeWrite } from "db/probe";
import type { Log } from "~/observability/log.server";

export interface StorageTrouble {
	fault: Exclude<StorageFault, "corrupt">;
	since: Date;
}

interface Tools {
	log: Pick<Log, "info" | "error">;
	now: () => Date;
	/** Ends the process. */
	stopCorrupt(error: unknown): void;
}

const PROBE_MS = 2000;
const TOLD_EVERY_MS = 60_000;

export function createStorageTrouble({ log, now, stopCorrupt }: Tools) {
	let trouble: StorageTrouble | undefined;
	let toldAt = 0;
	let stopping = false;

	function note(error: unknown) {
		const fault = storageFaultOf(error);
		if (fault === undefined || stopping) return;
		if (fault === "corrupt") {
			stopping = true;
			stopCorrupt(error);
			return;
		}
		const time = now();
		if (trouble?.fault !== fault || time.getTime() - toldAt >= TOLD_EVERY_MS) {
			toldAt = time.getTime();
			log.error({ event: "storage-trouble", fault, since: trouble?.since ?? time, err: error });
		}
		trouble = { fault, since: trouble?.since ?? time };
	}

	async function probe(db: Db) {
		const began = trouble;
		if (!began) return;
		try {
			await probeWrite(db);
		} catch {
			// The statement listener has noted the error.
			return;
		}
		trouble = undefined;
		const { fault, since } = began;
		log.info({ event: "storage-well", fault, seconds: Math.round((now().getTime() - +since) / 1000) });
	}

	return {
		/** Hears of each error of the database, and of files that could not be written. */
		note,
		/** What is wrong now; undefined when all is well. */
		current: () => trouble,
		/** Begins to look whether trouble is over. @returns what ends that. */
		async watch(db: Db, probeMs = PROBE_MS): Promise<() => Promise<void>> {
			await limitLockWait(db);
			let probing = Promise.resolve();
			const timer = setInterval(() => {
				probing = probing.then(() => probe(db));
			}, probeMs).unref();
			return async () => {
				clearInterval(timer);
				await probing;
			};
		},
	};
}
