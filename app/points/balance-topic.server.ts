import { instantOf } from "~/lib/instant";
import type { Site } from "~/lib/site";
import { openUserFrames } from "~/live/frames.server";
import { BALANCE_TOPIC } from "./balance";
import { findBalance } from "./ledger/ledger.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Publishes a user's balance to their tabs; call it after a commit that changed it. */
		announceBalance: ReturnType<typeof openBalanceTopic>;
	}
}

/** Opens the topic of the points in a viewer's tabs: see {@link openUserFrames}. */
export const openBalanceTopic = (site: Pick<Site, "db" | "hub" | "bus" | "clock" | "log">) =>
	openUserFrames(site, BALANCE_TOPIC, "updated", async (userId) => {
		const at = instantOf(performance.now());
		const points = await findBalance(site.db, userId);
		return points === undefined ? undefined : { userId, points, at };
	});

/** Publishes what a commit has changed for users: their balances and notices. */
export function announceChanges(
	site: Pick<Site, "announceBalance" | "announceNotices">,
	userIds: readonly string[],
): void {
	for (const userId of userIds) {
		site.announceBalance(userId);
		site.announceNotices(userId);
	}
}
