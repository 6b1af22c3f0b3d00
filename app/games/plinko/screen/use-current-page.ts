import { useState } from "react";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { costOf, type Round } from "../engine/plinko";

export interface Page {
	/** The wallet that pays: see `walletOf`. */
	wallet: string;
	/** In points. */
	balance: number;
	/** Of the next play. */
	idempotencyKey: string;
	lastRound: Round | undefined;
	totals: { staked: number; won: number; balls: number };
}

/** A settled round and the balance after it. */
export interface Settled {
	round: Round;
	balance: number;
}

/**
 * The current page data: the loaded data with the settled round applied (balance, last round, totals, idempotency key).
 * A reload replaces it; the same round is applied once.
 */
export function useCurrentPage<Loaded extends Page>(loaded: Loaded, settled: Settled | undefined): Loaded {
	const [current, setCurrent] = useState(loaded);
	useEarlyEffect(() => setCurrent(loaded), [loaded]);
	useEarlyEffect(() => {
		if (settled) setCurrent((page) => withRound(page, settled));
	}, [settled]);
	return current;
}

/** The round's id becomes the next idempotency key: it is unique, and the same if the answer is repeated. */
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

/**
 * The balance and the totals to show: without the payout of a round that is still playing.
 * @param displayed the displayed balance of the site, which also other pages and the team change; without points for a
 *   visitor.
 */
export const shownOf = (
	page: Page,
	dropping: Round | undefined,
	displayed: { points: number | undefined },
): Pick<Page, "balance" | "totals"> => ({
	balance: displayed.points ?? page.balance,
	totals: dropping && page.lastRound?.id === dropping.id ? addRound(page.totals, dropping, -1) : page.totals,
});

/** The totals with a round added (`sign` 1) or subtracted (-1). */
const addRound = (totals: Page["totals"], round: Round, sign: 1 | -1): Page["totals"] => ({
	staked: totals.staked + sign * costOf(round),
	won: totals.won + sign * round.payout,
	balls: totals.balls + sign * round.slots.length,
});
