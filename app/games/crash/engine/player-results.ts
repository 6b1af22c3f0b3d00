import type { PlayerBet } from "./view";

/** A player's bet that has ended. */
export interface PlayerResult extends PlayerBet {
	status: Exclude<PlayerBet["status"], "active">;
}

export const RESULTS_KEPT = 10;

/**
 * Adds an ended bet in front, and keeps the {@link RESULTS_KEPT} newest. A known result of the same bet is replaced in
 * its place. Other bets change nothing.
 */
export function withResult(
	results: readonly PlayerResult[],
	bet: PlayerBet | null | undefined,
): readonly PlayerResult[] {
	if (!bet || bet.status === "active") return results;
	const result = { ...bet, status: bet.status };
	if (results.some(({ id }) => id === bet.id)) {
		return results.map((other) => (other.id === bet.id ? result : other));
	}
	return [result, ...results].slice(0, RESULTS_KEPT);
}
