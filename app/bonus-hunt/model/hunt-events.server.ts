import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findNewestHunt } from "../persistence/hunts.queries.server";
import { HUNT_TOPIC } from "./hunt-events";
import { readPastHunt } from "./past.server";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the state of the newest hunt; call it after a commit that changed it, which hunt that is, or a name. */
		huntChanged: ReturnType<typeof openHuntTopic>;
	}
}

/** Opens the topic of the newest hunt: see {@link openFrames}. Pages that show another revision load their data again. */
export const openHuntTopic = (site: Pick<Site, "db" | "config" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, HUNT_TOPIC, "changed", async () => {
		const hunt = await findNewestHunt(site.db);
		if (!hunt) return null;
		const { id, revision } = hunt;
		const past = await readPastHunt(site, id, { viewer: undefined, language: DEFAULT_LANGUAGE });
		return { id, revision, guesses: await countGuesses(site.db, id), winnerName: past?.winner?.username };
	});
