import type { Site } from "~/lib/site";
import { openUserFrames } from "~/live/frames.server";
import { findRestriction } from "./limits-page.server";
import { RESTRICTION_TOPIC } from "./limits-topics";

declare module "~/lib/site" {
	interface Site {
		/** Publishes why a player cannot bet; call it after a commit that changed limits or took a stake. */
		announceRestriction: ReturnType<typeof openRestrictionTopic>;
	}
}

/** Opens the topic of why a player cannot bet: see {@link openUserFrames}. */
export const openRestrictionTopic = (
	site: Pick<Site, "db" | "now" | "config" | "hub" | "bus" | "clock" | "log">,
) => openUserFrames(site, RESTRICTION_TOPIC, "current", (userId) => findRestriction(site, userId));
