import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { findMarketStates } from "./predictions/predictions.queries.server";
import { findRaffleStates } from "./raffles/raffles.queries.server";
import { findTournamentStates } from "./tournaments/tournaments.queries.server";

declare module "~/lib/site" {
	/** Publish the states of the events that pages list; to be called after a commit that changed one, its entries or its stakes. */
	interface Site {
		tournamentsChanged(): void;
		raffleChanged(): void;
		marketChanged(): void;
	}
}

/** Opens the topics of events: see {@link openFrames}. */
export const openEventTopics = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) => ({
	tournamentsChanged: openFrames(site, "tournament", "changed", () => findTournamentStates(site.db)),
	raffleChanged: openFrames(site, "raffles", "changed", () => findRaffleStates(site.db)),
	marketChanged: openFrames(site, "predictions", "changed", () => findMarketStates(site.db)),
});
