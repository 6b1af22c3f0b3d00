/** Observations at or below each upper bound in seconds, ascending; the last bound is infinite. */
export type Buckets = ReadonlyMap<number, number>;

/** Counters at one moment. */
export interface Reading {
	/** ms of a monotonic clock. */
	at: number;
	requests: number;
	failed: number;
	shed: number;
	/** Ledger entries, bets and points staked. */
	entries: number;
	bets: number;
	staked: number;
	/** Request durations. */
	durations: Buckets;
}

/** The differences between two readings. */
export interface Minute {
	seconds: number;
	requests: number;
	failed: number;
	shed: number;
	entries: number;
	bets: number;
	staked: number;
	/** Seconds; null without requests. */
	requestP50: number | null;
	requestP99: number | null;
}

/** The difference from one reading to a later one, `seconds` apart. */
export function between(before: Reading, after: Reading): Minute {
	const durations = difference(before.durations, after.durations);
	return {
		seconds: (after.at - before.at) / 1000,
		requests: after.requests - before.requests,
		failed: after.failed - before.failed,
		shed: after.shed - before.shed,
		entries: after.entries - before.entries,
		bets: after.bets - before.bets,
		staked: after.staked - before.staked,
		requestP50: quantile(durations, 0.5),
		requestP99: quantile(durations, 0.99),
	};
}

const difference = (before: Buckets, after: Buckets): Buckets =>
	new Map([...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]));

/**
 * The quantile of a histogram, interpolated linearly within its bucket like Prometheus' `histogram_quantile`.
 * @param share above 0, up to 1.
 * @returns null without observations; the highest finite bound for a quantile above it.
 */
export function quantile(buckets: Buckets, share: number): number | null {
	const wanted = share * (buckets.get(Number.POSITIVE_INFINITY) ?? 0);
	if (wanted === 0) return null;
	let [lower, below] = [0, 0];
	for (const [bound, count] of buckets) {
		if (bound === Number.POSITIVE_INFINITY) break;
		if (count >= wanted) return lower + (bound - lower) * ((wanted - below) / (count - below));
		[lower, below] = [bound, count];
	}
	return lower;
}
