import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findNewestHunt } from "../persistence/hunts.queries.server";
import { HUNT_TOPIC, type HuntChanged, type HuntState } from "./hunt-events";

/** Minimum ms between two events after changes of the hunt. */
const HUNT_INTERVAL_MS = 200;
/** Minimum ms between two events after guesses, which an audience sends in bursts. */
const GUESSES_INTERVAL_MS = 1000;

interface Tools {
	db: Db;
	clock: Pick<Clock, "now" | "at">;
	hub: Pick<Hub, "openTopic" | "publish">;
	log: Pick<Log, "error">;
}

/**
 * Opens the topic of the newest hunt. A stream begins with the event `changed`, which holds the state of the hunt;
 * each change publishes it again. Pages that show another state reload their data.
 * @returns the function that publishes the current state in the background, at most every 200 ms, after guesses every
 * second. Failures are logged.
 */
export function openHuntTopic({ db, clock, hub, log }: Tools): HuntChanged {
	let publishedAt = Number.NEGATIVE_INFINITY;
	let due: { at: number; cancel: () => void } | undefined;
	let isPublishing = false;

	async function readState(): Promise<HuntState> {
		const hunt = await findNewestHunt(db);
		return hunt ? { id: hunt.id, revision: hunt.revision, guesses: await countGuesses(db, hunt.id) } : null;
	}

	hub.openTopic(HUNT_TOPIC, {
		snapshot: async () => [{ event: "changed", data: await readState() }],
	});

	function plan(intervalMs: number) {
		const at = Math.max(clock.now(), publishedAt + intervalMs);
		if (due && due.at <= at) return;
		due?.cancel();
		due = { at, cancel: clock.at(at, run) };
	}

	function run() {
		due = undefined;
		// The read in progress may predate the latest change, so the state is published once more.
		if (isPublishing) return plan(HUNT_INTERVAL_MS);
		isPublishing = true;
		publishedAt = clock.now();
		readState()
			.then((state) => hub.publish(HUNT_TOPIC, "changed", state))
			.catch((error: unknown) => log.error({ event: "hunt-event-failed", err: error }))
			.finally(() => {
				isPublishing = false;
			});
	}

	return (what) => plan(what === "guesses" ? GUESSES_INTERVAL_MS : HUNT_INTERVAL_MS);
}
