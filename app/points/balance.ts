export const BALANCE_TOPIC = "points";

declare module "~/live/topics" {
	interface Topics {
		[BALANCE_TOPIC]: { updated: BalanceUpdate };
	}
}

/** A balance and when it was known to hold: of two, the one with the later instant is newer. */
export interface BalanceUpdate {
	userId: string;
	points: number;
	/**
	 * The server's instant, just before the points were read. A page's points are read after its own
	 * instant, so that they hold whatever was told before it.
	 */
	at: number;
}
