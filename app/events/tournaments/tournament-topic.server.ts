import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { TOURNAMENT_TOPIC } from "./tournament-topic";
import { findTournamentStates } from "./tournaments.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the states of the open tournaments; call it after a commit that changed one, or its entries. */
		tournamentsChanged: ReturnType<typeof openTournamentTopic>;
	}
}

/** Opens the topic of tournaments: see {@link openFrames}. Pages that show other states load their data again. */
export const openTournamentTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, TOURNAMENT_TOPIC, "changed", () => findTournamentStates(site.db));
