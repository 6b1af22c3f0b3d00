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
	/** Of requests' durations and of the event loop's lag: how many fell into each bucket. */
	durations: readonly number[];
	lag: readonly number[];
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
	lagP99: number | null;
}

interface Bounds {
	durations: readonly number[];
	lag: readonly number[];
}

/** What changed from one reading to a later one. */
export function between(before: Reading, after: Reading, bounds: Bounds): Minute {
	const durations = difference(before.durations, after.durations);
	const lag = difference(before.lag, after.lag);
	return {
		seconds: (after.at - before.at) / 1000,
		requests: after.requests - before.requests,
		failed: after.failed - before.failed,
		shed: after.shed - before.shed,
		entries: after.entries - before.entries,
		bets: after.bets - before.bets,
		staked: after.staked - before.staked,
		requestP50: quantile(bounds.durations, durations, 0.5),
		requestP99: quantile(bounds.durations, durations, 0.99),
		lagP99: quantile(bounds.lag, lag, 0.99),
	};
}

const difference = (before: readonly number[], after: readonly number[]): number[] =>
	after.map((count, at) => count - (before[at] ?? 0));

/**
 * The value that a share of all lies at or under, taken evenly within its bucket, as Prometheus reckons.
 * @param bounds of the buckets; a last bucket has none, and is told by the highest of them.
 * @returns null of nothing.
 */
export function quantile(bounds: readonly number[], counts: readonly number[], share: number): number | null {
	const total = counts.reduce((sum, count) => sum + count, 0);
	if (total === 0) return null;
	const wanted = share * total;
	let below = 0;
	for (const [at, count] of counts.entries()) {
		const upper = bounds[at];
		if (upper === undefined) break;
		if (below + count >= wanted && count > 0) {
			const lower = at === 0 ? 0 : (bounds[at - 1] ?? 0);
			return lower + (upper - lower) * ((wanted - below) / count);
		}
		below += count;
	}
	return bounds.at(-1) ?? null;
}
