export const BALANCE_TOPIC = "points";

declare module "~/live/topics" {
	interface Topics {
		[BALANCE_TOPIC]: { updated: BalanceUpdate };
	}
}

/** A balance with the instant at which it was read; the update with the later instant is the newer one. */
export interface BalanceUpdate {
	userId: string;
	points: number;
	/**
	 * The server's instant just before the points were read. A page's points are read after its own instant, so
	 * they include every earlier update.
	 */
	at: number;
}
