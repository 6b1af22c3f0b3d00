import type { Site } from "~/lib/site";
import { openUserFrames } from "~/live/frames.server";
import { findRestriction } from "./limits-page.server";
import { RESTRICTION_TOPIC } from "./restriction-topic";

declare module "~/lib/site" {
	interface Site {
		/** Publishes why a player cannot bet; call it after a commit that changed limits or took a stake. */
		announceRestriction: ReturnType<typeof openRestrictionTopic>;
	}
}

/**
 * Opens the topic of why a player cannot bet: see {@link openUserFrames}.
 * @param smallestStake reads the lowest bet of all open games, in points.
 */
export const openRestrictionTopic = (
	site: Pick<Site, "db" | "now" | "config" | "hub" | "bus" | "clock" | "log">,
	smallestStake: () => number,
) =>
	openUserFrames(
		site,
		RESTRICTION_TOPIC,
		"current",
		async (userId) => (await findRestriction(site, userId, smallestStake())) ?? null,
	);
