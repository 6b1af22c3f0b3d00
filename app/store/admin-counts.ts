export const ADMIN_COUNTS_TOPIC = "admin-counts";

declare module "~/live/topics" {
	interface Topics {
		/** Admins only: the route of the streams refuses it to others. */
		[ADMIN_COUNTS_TOPIC]: { counts: AdminCountsUpdate };
	}
}

/** What waits for an admin; each count is at most {@link MAX_COUNT}. */
export interface AdminCounts {
	waitingOrders: number;
	/** Dead jobs: messages of the redeem bot and events of the stream that were given up. */
	failures: number;
}

export interface AdminCountsUpdate extends AdminCounts {
	/** The server's instant just before the counts were read: see `BalanceUpdate`. */
	at: number;
}

/** Counting stops here, so that the cost is bounded. */
export const MAX_COUNT = 100;
