import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { findOpenHunt } from "../persistence/hunts.queries.server";
import type { OwnHunt } from "./hunt";
import { changeBetween, HUNT_TOPIC, type HuntChanged, type HuntState } from "./hunt-events";
import { readOwnHunt } from "./local-hunt.server";

/** However fast an admin is, every viewer's page hears of the hunt this often. */
const NEWS_MS = 200;
/** Guesses of a whole audience come together. */
const GUESSES_MS = 1000;

interface Tools {
	db: Db;
	clock: Pick<Clock, "now" | "at">;
	hub: Pick<Hub, "openTopic" | "publish">;
	log: Pick<Log, "error">;
}

/**
 * Opens the topic that every page of the open hunt listens to. A stream begins with how far the hunt is; then
 * each frame holds what has changed since the frame before.
 */
export function openHuntTopic({ db, clock, hub, log }: Tools): HuntChanged {
	/** As it was told last; undefined before the first time. */
	let told: { hunt: OwnHunt | undefined } | undefined;
	let toldAt = Number.NEGATIVE_INFINITY;
	let due: { at: number; takeBack: () => void } | undefined;
	let telling = false;

	hub.openTopic(HUNT_TOPIC, {
		snapshot: async () => {
			const hunt = await findOpenHunt(db);
			const state: HuntState = hunt ? { id: hunt.id, revision: hunt.revision } : null;
			return [{ event: "state", data: state }];
		},
	});

	async function tell() {
		const hunt = await readOwnHunt({ db });
		const before = told;
		told = { hunt };
		if (hunt && before?.hunt?.id === hunt.id) {
			hub.publish(HUNT_TOPIC, "changed", changeBetween(before.hunt, hunt));
		} else if (hunt || before?.hunt || !before) {
			hub.publish(HUNT_TOPIC, "hunt", hunt ?? null);
		}
	}

	function plan(pause: number) {
		const at = Math.max(clock.now(), toldAt + pause);
		if (due && due.at <= at) return;
		due?.takeBack();
		due = { at, takeBack: clock.at(at, run) };
	}

	function run() {
		due = undefined;
		// What is being read may be from before the change: once more when it is out.
		if (telling) return plan(NEWS_MS);
		telling = true;
		toldAt = clock.now();
		tell()
			.catch((error: unknown) => log.error({ event: "hunt-untold", err: error }))
			.finally(() => {
				telling = false;
			});
	}

	return (what) => plan(what === "guesses" ? GUESSES_MS : NEWS_MS);
}
