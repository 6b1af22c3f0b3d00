import { DEFAULT_TARGET, MAX_STAKE, MIN_STAKE, STAKE_STEP, targetIn } from "../../engine/crash";
import type { PlayerBet, RoundView } from "../../engine/view";

interface OpeningBet {
	/** In points. */
	stake: number;
	/** Hundredths; null without an automatic cash-out. */
	target: number | null;
}

/**
 * The bet that a page opens with: the one in the query parameters, else `last`, else the minimum stake. Invalid values
 * are replaced by defaults, and a stake above `maxBet` by that. The form's stepper buttons send `setStake` and `setTarget`, which take precedence. Targets
 * in the address are multipliers such as 2.01.
 */
export function openingBet(
	address: URLSearchParams,
	last: OpeningBet | null,
	maxBet = MAX_STAKE,
): OpeningBet {
	const isInAddress = address.has("stake") || address.has("setStake");
	const stake = Number(address.get("setStake") ?? address.get("stake") ?? last?.stake);
	const target = targetIn(address.get("setTarget") ?? address.get("target")) ?? DEFAULT_TARGET;
	const auto = address.get("auto") === "on" || address.has("setTarget");
	const isStake = stake >= MIN_STAKE && stake <= MAX_STAKE && stake % STAKE_STEP === 0;
	return {
		stake: isStake ? Math.min(stake, maxBet) : MIN_STAKE,
		target: isInAddress ? (auto ? target : null) : (last?.target ?? null),
	};
}

/**
 * Seconds after which a page without scripts reloads. During a flight without a bet it reloads rarely, because the
 * viewer may be filling in the form, but often enough not to miss the betting before the next flight.
 * @param restMs ms between two flights.
 */
export function refreshAfter(round: RoundView | null, bet: PlayerBet | null, restMs: number): number {
	if (!round) return 30;
	if (round.lasts !== null) return Math.max(1, Math.ceil((round.lasts - round.elapsed) / 1000)) + 1;
	return bet?.status === "active" ? 2 : Math.max(1, Math.floor(restMs / 1000));
}
