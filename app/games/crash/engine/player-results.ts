import type { PlayerBet } from "./view";

/** How a bet of the player ended. */
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
 * The results with one more if a bet has ended, newest first. A bet that stands among them is told anew:
 * at the crash all that fly count as lost until the server's last word.
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
