import { createHmac } from "node:crypto";

/**
 * What others call a player whose page is not public. The same player has another one in each round, so that
 * nobody can be followed from round to round.
 * @param key secret, of this process.
 */
export const pseudonymOf = (key: string, userId: string, roundId: string): string =>
	createHmac("sha256", key).update(`${roundId} ${userId}`).digest("hex").slice(0, 8);
