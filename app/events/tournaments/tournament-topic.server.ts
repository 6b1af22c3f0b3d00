import type { Db } from "db/database";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { TOURNAMENT_TOPIC, type TournamentStates } from "./tournament-topic";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the states of the open tournaments; call it after a commit that changed one, or its entries. */
		tournamentsChanged: ReturnType<typeof openTournamentTopic>;
	}
}

/** Opens the topic of tournaments: see {@link openFrames}. Pages that show other states load their data again. */
export const openTournamentTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, TOURNAMENT_TOPIC, "changed", () => readTournamentStates(site.db));

/** The states with which a page is loaded. */
export const readTournamentStates = (db: Db): Promise<TournamentStates> =>
	db
		.selectFrom("tournaments")
		.leftJoin("tournament_entries", "tournament_id", "tournaments.id")
		.select(({ fn }) => [
			...(["tournaments.id", "revision"] as const),
			fn.count<number>("tournament_entries.id").as("entries"),
		])
		.where("state", "=", "open")
		.groupBy(["tournaments.id", "revision", "starts_at"])
		.orderBy("starts_at")
		.orderBy("tournaments.id")
		.execute();
