/**
 * Whether a client may take one more of a limited number of places: while it holds less than half as many as are free.
 * One client alone gets a third of the places, and each of n greedy ones 1/(n + 2), so that 2/(n + 2) stay free for
 * others. Source: A. K. Choudhury and E. L. Hahne, "Dynamic queue length thresholds for shared-memory packet switches"
 * (IEEE/ACM Transactions on Networking, 1998), with α = 1/2.
 * @param held places of the client.
 * @param free places that nobody holds.
 * @param scale multiplies the share.
 */
export const hasFairShare = (held: number, free: number, scale = 1): boolean =>
	free > 0 && held < (free / 2) * scale;
