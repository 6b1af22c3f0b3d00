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

/**
 * Merges loaded results into the known ones, both newest first, and keeps the {@link RESULTS_KEPT} first. Known results
 * that were not loaded are kept: the loaded ones may be older, and are only the last one for a visitor. A loaded result
 * keeps its place beside those in common.
 * @param isNewer whether loaded results are newer than all known ones if they have none in common.
 */
export function withResults(
	known: readonly PlayerResult[],
	loaded: readonly PlayerResult[],
	isNewer: boolean,
): readonly PlayerResult[] {
	const byId = new Map(loaded.map((result) => [result.id, result]));
	const merged = known.map((result) => byId.get(result.id) ?? result);
	const lastCommon = known.findLastIndex(({ id }) => byId.has(id));
	let at = lastCommon >= 0 ? lastCommon + 1 : isNewer ? 0 : known.length;
	for (const result of [...loaded].reverse()) {
		const index = merged.findIndex(({ id }) => id === result.id);
		if (index >= 0) at = index;
		else merged.splice(at, 0, result);
	}
	return merged.slice(0, RESULTS_KEPT);
}
