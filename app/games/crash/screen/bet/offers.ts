import type { Phase } from "../../engine/crash";
import type { PlayerBet, QueuedBet } from "../../engine/view";
import type { Intent } from "../page-data";

/** The actions that a player has now: the main button, which the space key presses too, and a second button. */
export interface Offers {
	/** Undefined while the player can only wait. */
	main: Intent | undefined;
	second?: Intent;
}

const isFlying = (phase: Phase, bet: PlayerBet | null): boolean =>
	phase === "flying" && bet?.status === "active";

/**
 * The actions in the solo game. A player with a bet may start the flight early.
 * @param phase undefined while no game runs: a bet starts one.
 */
export function soloOffers(phase: Phase | undefined, bet: PlayerBet | null): Offers {
	if (phase === undefined) return { main: "place" };
	if (phase === "waiting") {
		return bet?.status === "active" ? { main: "fly", second: "cancel" } : { main: "place" };
	}
	return { main: isFlying(phase, bet) ? "cash-out" : undefined };
}

/** The actions in the live game. Outside betting, a bet can be queued for the next round, or removed from the queue. */
export function liveOffers(phase: Phase, bet: PlayerBet | null, queued: QueuedBet | null): Offers {
	const next = queued ? "unqueue" : "queue";
	if (phase === "waiting") return { main: bet?.status === "active" ? "cancel" : "place" };
	return isFlying(phase, bet) ? { main: "cash-out", second: next } : { main: next };
}
