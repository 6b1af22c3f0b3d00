import { createHmac } from "node:crypto";

/**
 * The pseudonym of a player whose page is not public: 8 hex digits, the same for the whole round. It differs in each
 * round, so that a player cannot be tracked over rounds.
 * @param key secret of this process.
 */
export const pseudonymOf = (key: string, userId: string, roundId: string): string =>
	createHmac("sha256", key).update(`${roundId} ${userId}`).digest("hex").slice(0, 8);
