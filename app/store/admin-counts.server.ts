import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import { instantOf } from "~/lib/instant";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { ADMIN_COUNTS_TOPIC, type AdminCountsUpdate } from "./admin-counts";
import { readAdminCounts } from "./admin-counts.queries.server";

/** Minimum ms between two events. */
const EVENT_INTERVAL_MS = 1000;

interface Tools {
	db: Db;
	clock: Pick<Clock, "now" | "at">;
	hub: Pick<Hub, "openTopic" | "publish" | "countOn">;
	log: Pick<Log, "error">;
}

/**
 * Opens the topic of what waits for an admin. Only admins may subscribe to it: see `routes/live.ts`.
 * @returns the function that publishes the counts after 1 s, at most once in that time; call it after a commit that
 * changed orders or messages. It reads nothing while no admin is connected. Failures are logged.
 */
export function openAdminCountsTopic({ db, clock, hub, log }: Tools): () => void {
	let isDue = false;
	const read = async (): Promise<AdminCountsUpdate> => {
		const at = instantOf(performance.now());
		return { ...(await readAdminCounts(db)), at };
	};

	hub.openTopic(ADMIN_COUNTS_TOPIC, {
		snapshot: async () => [{ event: "counts", data: await read() }],
	});

	async function publish() {
		if (hub.countOn(ADMIN_COUNTS_TOPIC) > 0) hub.publish(ADMIN_COUNTS_TOPIC, "counts", await read());
	}

	return () => {
		if (isDue) return;
		isDue = true;
		clock.at(clock.now() + EVENT_INTERVAL_MS, () => {
			isDue = false;
			publish().catch((error: unknown) => log.error({ event: "admin-counts-failed", err: error }));
		});
	};
}
