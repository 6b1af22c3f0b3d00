import type { Phase } from "../../engine/crash";
import type { PlayerBet, QueuedBet } from "../../engine/view";
import type { Intent } from "../page-data";

/** What a player can do at this moment: the main button, which the space key presses too, and one beside it. */
export interface Offers {
	/** Undefined when there is nothing but to wait. */
	main: Intent | undefined;
	second?: Intent;
}

const isFlying = (phase: Phase, bet: PlayerBet | null): boolean =>
	phase === "flying" && bet?.status === "active";

/** @param phase undefined while no game runs: a bet starts one. */
export function soloOffers(phase: Phase | undefined, bet: PlayerBet | null): Offers {
	if (phase === undefined) return { main: "place" };
	if (phase === "waiting") return { main: bet?.status === "active" ? "cancel" : "place" };
	return { main: isFlying(phase, bet) ? "cash-out" : undefined };
}

/** At a table that others share there is always a next round to bet on. */
export function liveOffers(phase: Phase, bet: PlayerBet | null, queued: QueuedBet | null): Offers {
	const next = queued ? "unqueue" : "queue";
	if (phase === "waiting") return { main: bet?.status === "active" ? "cancel" : "place" };
	return isFlying(phase, bet) ? { main: "cash-out", second: next } : { main: next };
}
