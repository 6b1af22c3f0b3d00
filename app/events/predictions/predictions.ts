/** Rules of predictions. The functions are pure. Points are whole; money is cents. */

export const OUTCOMES = { least: 2, most: 10 } as const;
export const MAX_LENGTH = { question: 140, outcome: 60 } as const;
export const MAX_MINUTES = 24 * 60;
export const MAX_MARKET_STAKE = 1_000_000;
/** Initial values of the forms that open a prediction. Stakes last at least a minute longer than the delay of the stream, in seconds. */
export const initialValues = (delay: number) => ({
	minutes: Math.max(10, Math.ceil(delay / 60) + 1),
	maxStake: 10_000,
});
/** Maximum number of predictions that are not paid yet. */
export const MAX_UNPAID = 20;
/** ms for which a decision can be undone, before it is paid. */
export const UNDO_MS = 10 * 60_000;
/** ms after the lock until one that nobody has decided is refunded. */
export const UNDECIDED_MS = 24 * 60 * 60_000;

/** The questions that a hunt decides. */
export const TEMPLATES = ["above", "total", "best"] as const;
export type Template = (typeof TEMPLATES)[number];

/**
 * Question and outcomes, which never change: a later edit of the hunt's costs does not change what viewers have staked on.
 * `manual`: typed and decided by an admin. `above`: whether the hunt pays more than `amount`. `total`: between which
 * of {@link boundsOf} the payout lies. `best`: which of the slots has the highest multiplier. `match`: which of two entries of a
 * bracket wins; they have the present names of their viewers.
 */
export type Terms =
	| { kind: "manual"; question: string; outcomes: readonly string[] }
	| { kind: "above" | "total"; amount: number }
	| { kind: "best"; slots: readonly { id: string; name: string }[] }
	| MatchTerms;

/** A match of a bracket. */
export interface MatchPlace {
	tournamentId: string;
	round: number;
	number: number;
}
export type MatchTerms = MatchPlace & { kind: "match"; entries: readonly [string, string] };

/** What decides a prediction. */
export const sourceOf = ({ kind }: Terms) => (kind === "manual" || kind === "match" ? kind : "hunt");

/** Shares of the start cost in per cent between which a total lies. */
const BANDS = [50, 100, 200];

/** The lowest payout of each further outcome of `total`, rounded up to cents. */
export const boundsOf = (amount: number): number[] =>
	BANDS.map((percent) => Math.ceil((amount * percent) / 100));

export function countOutcomes(terms: Terms): number {
	if (terms.kind === "manual") return terms.outcomes.length;
	if (terms.kind === "best") return terms.slots.length;
	return terms.kind === "above" || terms.kind === "match" ? 2 : BANDS.length + 1;
}

/**
 * The outcome that a finished hunt has decided.
 * @param slots with the payout null until they are opened.
 * @returns null if no slot was opened that counts, or if several slots have the highest multiplier.
 */
export function huntResult(
	terms: Exclude<Terms, { kind: "manual" | "match" }>,
	slots: readonly { id: string; bet: number; payout: number | null }[],
): number | null {
	const opened = slots.flatMap(({ id, bet, payout }) => (payout === null ? [] : [{ id, bet, payout }]));
	if (terms.kind === "best") {
		const ratios = terms.slots.map(({ id }) => {
			const slot = opened.find((one) => one.id === id);
			return slot ? slot.payout / slot.bet : -1;
		});
		const highest = Math.max(...ratios);
		const first = ratios.indexOf(highest);
		return highest >= 0 && first === ratios.lastIndexOf(highest) ? first : null;
	}
	if (opened.length === 0) return null;
	const won = opened.reduce((sum, { payout }) => sum + payout, 0);
	if (terms.kind === "above") return won > terms.amount ? 0 : 1;
	return boundsOf(terms.amount).filter((bound) => won >= bound).length;
}

/** Why the stakes of a decided prediction, with these points on each outcome, are refunded; undefined if they are shared. */
export function refundCause<Cause extends string>(
	{ result, cause }: { result: number | null; cause: Cause | null },
	pools: readonly number[],
): Cause | "oneSided" | "nobodyRight" | undefined {
	if (result === null) return cause ?? undefined;
	const [all, right] = [pools.reduce((sum, points) => sum + points, 0), pools[result] ?? 0];
	if (all === 0) return undefined;
	return right === all ? "oneSided" : right === 0 ? "nobodyRight" : undefined;
}

interface Staked {
	outcome: number;
	points: number;
}

/**
 * What is paid for each stake of a decided prediction. The whole pool is shared by those with the right outcome, in proportion to
 * their stakes, rounded down; the remainder belongs to the largest of them, of equal ones the first. Without a result, and if one
 * side is empty, each stake is refunded. The sum is always that of the stakes.
 * @param stakes the earliest first, one for each viewer.
 */
export function payoutsOf(
	stakes: readonly Staked[],
	result: number | null,
): { isRefund: boolean; payouts: number[] } {
	const total = (some: readonly Staked[]) => some.reduce((sum, { points }) => sum + BigInt(points), 0n);
	const right = stakes.filter(({ outcome }) => outcome === result);
	const [pool, shared] = [total(stakes), total(right)];
	if (shared === 0n || shared === pool)
		return { isRefund: true, payouts: stakes.map(({ points }) => points) };
	const largest = right.reduce((most, one) => (one.points > most.points ? one : most));
	const shares = stakes.map((stake) =>
		// The product may exceed the safe integers.
		stake.outcome === result ? (pool * BigInt(stake.points)) / shared : 0n,
	);
	const rest = pool - shares.reduce((sum, share) => sum + share, 0n);
	return {
		isRefund: false,
		payouts: shares.map((share, at) => Number(stakes[at] === largest ? share + rest : share)),
	};
}
