import { useEffect, useState } from "react";
import { costOf, type Round } from "../engine/plinko";

export interface Page {
	/** Whose points are played with: the viewer's id, or the demo's. */
	wallet: string;
	balance: number;
	/** Makes the next play act once. */
	idempotencyKey: string;
	lastRound: Round | undefined;
	totals: { staked: number; won: number; balls: number };
}

/** A settled round and the balance after it. */
export interface Settled {
	round: Round;
	balance: number;
}

/** The current page data: the loaded data, updated by the answers since. */
export function useCurrentPage<Loaded extends Page>(loaded: Loaded, settled: Settled | undefined): Loaded {
	const [current, setCurrent] = useState(loaded);
	useEffect(() => setCurrent(loaded), [loaded]);
	useEffect(() => {
		if (settled) setCurrent((page) => withRound(page, settled));
	}, [settled]);
	return current;
}

/** A round's id serves as the next request's: it is new, and the same whenever the answer is repeated. */
function withRound<Loaded extends Page>(page: Loaded, { round, balance }: Settled): Loaded {
	if (page.lastRound?.id === round.id) return page;
	return {
		...page,
		balance,
		idempotencyKey: round.id,
		lastRound: round,
		totals: addRound(page.totals, round, 1),
	};
}

/** The totals with a round added, or taken out again while it is still falling. */
export const addRound = (totals: Page["totals"], round: Round, sign: 1 | -1): Page["totals"] => ({
	staked: totals.staked + sign * costOf(round),
	won: totals.won + sign * round.payout,
	balls: totals.balls + sign * round.slots.length,
});
