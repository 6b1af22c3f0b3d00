import type { Phase } from "../../engine/crash";
import type { PlayerBet, QueuedBet } from "../../engine/view";
import type { Intent } from "../page-data";

/** The actions that a player has now: the main button, which the space key presses too, and a second button. */
export interface Offers {
	/** Undefined while the player can only wait. */
	main: Intent | undefined;
	second?: Intent;
	/** Why the player can only wait, if no further round follows. */
	end?: "stopping" | "stopped";
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

/**
 * The actions in the live game. Outside betting, a bet can be queued for the next round, or removed from the queue. Once
 * the game is switched off, only the bet in the last flight can be cashed out.
 */
export function liveOffers(
	phase: Phase,
	bet: PlayerBet | null,
	{ queued, active }: { queued: QueuedBet | null; active: boolean },
): Offers {
	if (!active) {
		const end = phase === "flying" ? "stopping" : "stopped";
		return { main: isFlying(phase, bet) ? "cash-out" : undefined, end };
	}
	const next = queued ? "unqueue" : "queue";
	if (phase === "waiting") return { main: bet?.status === "active" ? "cancel" : "place" };
	return isFlying(phase, bet) ? { main: "cash-out", second: next } : { main: next };
}
