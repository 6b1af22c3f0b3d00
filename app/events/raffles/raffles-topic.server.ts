import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { countTickets, findNewestRaffles } from "./raffles.queries.server";
import { RAFFLES_TOPIC } from "./raffles-topic";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the states of the newest raffles; call it after a commit that changed one or its tickets. */
		raffleChanged: ReturnType<typeof openRafflesTopic>;
	}
}

/** Opens the topic of the newest raffles: see {@link openFrames}. Pages that show another revision load their data again. */
export const openRafflesTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, RAFFLES_TOPIC, "changed", async () => {
		const newest = await findNewestRaffles(site.db);
		const counts = await countTickets(site.db, newest);
		return newest.map(({ id, revision }) => ({ tickets: 0, viewers: 0, ...counts.get(id), id, revision }));
	});
