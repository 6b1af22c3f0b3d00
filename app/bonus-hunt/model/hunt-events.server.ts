import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findNewestHunt } from "../persistence/hunts.queries.server";
import { HUNT_TOPIC } from "./hunt-events";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the state of the newest hunt; call it after a commit that changed it, or which hunt that is. */
		huntChanged: ReturnType<typeof openHuntTopic>;
	}
}

/** Opens the topic of the newest hunt: see {@link openFrames}. Pages that show another revision load their data again. */
export const openHuntTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, HUNT_TOPIC, "changed", async () => {
		const hunt = await findNewestHunt(site.db);
		return hunt
			? { id: hunt.id, revision: hunt.revision, guesses: await countGuesses(site.db, hunt.id) }
			: null;
	});
