/** Rounds and bets for the tests of the states that the pages of both games keep. */
import type { PlayerBet, PlayerState, RoundView } from "~/games/crash/engine/view";

export const roundView = (id: string, phase: RoundView["phase"], multiplier = 100): RoundView => ({
	...{ id, phase, elapsed: 0, lasts: phase === "flying" ? null : 5000, multiplier },
});

export const ownBet = (id: string, change: Partial<PlayerBet> = {}): PlayerBet => ({
	...{ id, roundId: "r1", stake: 10, target: null, status: "active", multiplier: null, payout: null },
	...change,
});

export const playerState = (
	version: number,
	bet: PlayerBet | null,
	queued: PlayerState["queued"] = null,
): PlayerState => ({ wallet: "ana", version, bet, queued });
