/** Observations at or below each upper bound in seconds, ascending; the last bound is infinite. */
export type Buckets = ReadonlyMap<number, number>;

/** Requests, those that failed and those that were shed; ledger entries, bets and points staked. */
const COUNTED = ["requests", "failed", "shed", "entries", "bets", "staked"] as const;
type Counts = Record<(typeof COUNTED)[number], number>;

/** Counts since the start at one moment. */
export interface Reading extends Counts {
	/** ms of a monotonic clock. */
	at: number;
	/** Request durations. */
	durations: Buckets;
}

/** The differences between two readings. */
export interface Minute extends Counts {
	/** Seconds; null without requests. */
	requestP50: number | null;
	requestP99: number | null;
}

/** The difference from one reading to a later one. */
export function between(before: Reading, after: Reading): Minute {
	const durations = difference(before.durations, after.durations);
	const counts = Object.fromEntries(COUNTED.map((name) => [name, after[name] - before[name]])) as Counts;
	return { ...counts, requestP50: quantile(durations, 0.5), requestP99: quantile(durations, 0.99) };
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
