/** Observations at or below each upper bound in seconds, ascending; the last bound is infinite. */
export type Buckets = ReadonlyMap<number, number>;

/** Counters as they stood at a moment. */
export interface Reading {
	/** ms, on a clock that never goes back. */
	at: number;
	requests: number;
	failed: number;
	shed: number;
	/** Ledger entries, bets and points staked. */
	entries: number;
	bets: number;
	staked: number;
	/** Of requests. */
	durations: Buckets;
}

/** What happened between two readings. */
export interface Minute {
	seconds: number;
	requests: number;
	failed: number;
	shed: number;
	entries: number;
	bets: number;
	staked: number;
	/** Seconds; null when nothing was asked. */
	requestP50: number | null;
	requestP99: number | null;
}

/** What changed from one reading to a later one. */
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
 * The value that a share of all observations lies at or under, interpolated within its bucket as Prometheus does.
 * @returns null without observations; the highest finite bound for what lies above it.
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
