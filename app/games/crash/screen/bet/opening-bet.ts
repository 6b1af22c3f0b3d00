import { DEFAULT_TARGET, MAX_STAKE, MAX_TARGET, MIN_STAKE, MIN_TARGET, STAKE_STEP } from "../../engine/crash";
import type { PlayerBet, RoundView } from "../../engine/view";

interface OpeningBet {
	stake: number;
	/** Hundredths; null without an automatic cash-out. */
	target: number | null;
}

/**
 * The bet that a page opens with: what its address asks for, else the player's last one, else the least.
 * A button of the form that asks for another stake or target sends it under a separate name.
 */
export function openingBet(address: URLSearchParams, last: OpeningBet | null): OpeningBet {
	const asked = address.has("stake") || address.has("setStake");
	const stake = Number(address.get("setStake") ?? address.get("stake") ?? last?.stake);
	const target = Math.round(Number(address.get("setTarget") ?? address.get("target")) * 100);
	const isTarget = target >= MIN_TARGET && target <= MAX_TARGET;
	const auto = address.get("auto") === "on" || address.has("setTarget");
	const isStake = stake >= MIN_STAKE && stake <= MAX_STAKE && stake % STAKE_STEP === 0;
	return {
		stake: isStake ? stake : MIN_STAKE,
		target: asked ? (auto ? (isTarget ? target : DEFAULT_TARGET) : null) : (last?.target ?? null),
	};
}

/**
 * In seconds: how soon a page without scripts looks again. During a flight without a bet rarely, for a new
 * bet may be being typed, but often enough not to miss the whole time until the next flight.
 * @param restMs how long that is.
 */
export function refreshAfter(round: RoundView | null, bet: PlayerBet | null, restMs: number): number {
	if (!round) return 30;
	if (round.lasts !== null) return Math.max(1, Math.ceil((round.lasts - round.elapsed) / 1000)) + 1;
	return bet?.status === "active" ? 2 : Math.max(1, Math.floor(restMs / 1000));
}
