import type { Site } from "~/lib/site";
import { openUserFrames } from "~/live/frames.server";
import { findAllowance } from "./limits-page.server";
import { RESTRICTION_TOPIC } from "./limits-topics";

declare module "~/lib/site" {
	interface Site {
		/** Publishes what a player may bet; call it after a commit that changed limits, took a stake or paid. */
		announceRestriction: ReturnType<typeof openRestrictionTopic>;
	}
}

/** Opens the topic of what a player may bet: see {@link openUserFrames}. */
export const openRestrictionTopic = (
	site: Pick<Site, "db" | "now" | "config" | "hub" | "bus" | "clock" | "log">,
) => openUserFrames(site, RESTRICTION_TOPIC, "current", (userId) => findAllowance(site, userId));
