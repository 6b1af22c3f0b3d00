import { instantOf } from "~/lib/instant";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { ADMIN_COUNTS_TOPIC } from "./admin-counts";
import { readAdminCounts } from "./admin-counts.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Publishes what waits for an admin; call it after a commit that changed orders, messages or platform events. */
		adminCountsChanged: ReturnType<typeof openAdminCountsTopic>;
	}
}

/**
 * Opens the topic of what waits for an admin: see {@link openFrames}. Only admins may subscribe to it: see
 * `routes/live.ts`.
 */
export const openAdminCountsTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, ADMIN_COUNTS_TOPIC, "counts", async () => {
		const at = instantOf(performance.now());
		return { ...(await readAdminCounts(site.db)), at };
	});
