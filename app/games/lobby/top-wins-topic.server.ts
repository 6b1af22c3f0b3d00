import { readShared } from "db/shared-reads";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { TOP_WINS_TOPIC } from "./lobby-topic";
import { readTopWins } from "./top-wins.server";

/** Minimum ms between two publications, however many players win. */
const INTERVAL_MS = 1000;

/**
 * Opens the topic of the day's top wins in each language: see {@link openFrames}. The function that it returns must be called after a
 * win or a name was committed. Most wins change nothing.
 */
export const openTopWinsTopic = (
	site: Pick<Site, "db" | "now" | "config" | "hub" | "bus" | "clock" | "log">,
) => {
	async function readAll() {
		const [pt, en] = await Promise.all([readTopWins(site, "pt"), readTopWins(site, "en")]);
		return { pt, en };
	}
	return openFrames(
		site,
		TOP_WINS_TOPIC,
		"changed",
		() => readShared(site.db, TOP_WINS_TOPIC, readAll, site.now()),
		INTERVAL_MS,
		({ pt }) => pt.map(({ id, username }) => `${id} ${username}`).join(),
	);
};
