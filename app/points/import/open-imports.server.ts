import type { Db } from "db/database";
import type { Bus } from "db/engine";
import { startWorker } from "~/lib/worker.server";
import { inAllProcesses } from "~/live/all-processes.server";
import type { AnnounceNotices } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { importNext } from "./import.server";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "error">;
	bus: Bus;
	/** Whether this process leads. Only the leader imports. */
	leads(): boolean;
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
}

/** Maximum ms between two steps of the worker. */
const POLL_MS = 30_000;

/** Starts the worker that imports what has been started, also before a restart. */
export function openImports(tools: Tools) {
	const worker = startWorker({
		step: async () => (tools.leads() && (await importNext(tools)) ? 0 : Number.POSITIVE_INFINITY),
		pollMs: POLL_MS,
		onError: (error) => tools.log.error({ event: "points-import-failed", err: error }),
	});
	return {
		/** To be called when an import was started. */
		importStarted: inAllProcesses(tools.bus, "points-import", worker.wake),
		endImports: worker.end,
	};
}
