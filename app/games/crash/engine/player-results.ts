import type { PlayerBet } from "./view";

/** The result of a player's bet. */
export interface PlayerResult {
	betId: string;
	roundId: string;
	stake: number;
	status: Exclude<PlayerBet["status"], "active">;
	/** Hundredths; null unless it was cashed out. */
	multiplier: number | null;
	payout: number;
}

export const RESULTS_KEPT = 10;

/**
 * Adds the result of a bet that has ended, newest first. The result of a known bet is replaced:
 * at the crash, open bets count as lost until the server sends their result.
 */
export function withResult(
	results: readonly PlayerResult[],
	bet: PlayerBet | null | undefined,
	roundId: string | undefined,
): readonly PlayerResult[] {
	if (!bet || bet.status === "active") return results;
	const known = results.find(({ betId }) => betId === bet.id);
	const id = known?.roundId ?? roundId;
	if (id === undefined) return results;
	const result: PlayerResult = {
		betId: bet.id,
		roundId: id,
		stake: bet.stake,
		status: bet.status,
		multiplier: bet.multiplier,
		payout: bet.payout ?? 0,
	};
	if (known) return results.map((other) => (other === known ? result : other));
	return [result, ...results].slice(0, RESULTS_KEPT);
}
