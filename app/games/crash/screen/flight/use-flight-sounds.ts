import { useEffect, useRef } from "react";
import { useSounds } from "../../../sound/use-sounds";
import type { PlayerResult } from "../../engine/player-results";
import type { PlayerBet, RoundView } from "../../engine/view";
import { CRASH_SOUNDS, climbPitch } from "./crash-sounds";
import type { Flight } from "./flight";
import { tierOf } from "./tiers";

const LAST_SECONDS = [3, 2, 1];

/** The sound of a cash-out of each tier of multipliers. */
const CASH_OUTS = { 1: "hugeCashOut", 2: "bigCashOut", 3: "bigCashOut", 4: "cashOut", 5: "cashOut" } as const;

/**
 * Plays the sounds of a round: the player's bet, the last seconds before the start, the start, ticks that rise with the
 * multiplier until the crash or the player's cash-out, the crash and the cash-out.
 * @param flight displays the round. @param bet the player's bet in the round. @param lastResult the newest result of the player's bets.
 */
export function useFlightSounds(
	flight: Flight,
	round: RoundView | null,
	bet: PlayerBet | null,
	lastResult: PlayerResult | undefined,
) {
	const play = useSounds(CRASH_SOUNDS);

	useEffect(() => {
		if (round?.phase !== "waiting") return;
		const left = (round.lasts ?? 0) - round.elapsed;
		const timers = LAST_SECONDS.map((seconds) => left - 1000 * seconds)
			.filter((ms) => ms > 0)
			.map((ms) => setTimeout(() => play("count"), ms));
		return () => timers.forEach(clearTimeout);
	}, [play, round]);

	const placed = bet?.status === "active" ? bet.id : undefined;
	const heard = useRef(placed);
	useEffect(() => {
		if (placed && placed !== heard.current) play("bet");
		heard.current = placed;
	}, [play, placed]);

	const phase = round?.phase;
	const before = useRef(phase);
	useEffect(() => {
		if (before.current === "waiting" && phase === "flying") play("start");
		if (before.current === "flying" && phase === "crashed") play("crash");
		before.current = phase;
	}, [play, phase]);

	const isClimbing = phase === "flying" && bet?.status !== "cashed_out";
	useEffect(() => {
		if (!isClimbing) return;
		let reached = 0;
		return flight.watch((multiplier) => {
			// While the connection is lost, the multiplier stays as it is.
			if (multiplier > reached) play("climb", climbPitch(multiplier));
			reached = multiplier;
		});
	}, [play, flight, isClimbing]);

	const paid = lastResult?.status === "cashed_out" ? lastResult.id : undefined;
	const tier = tierOf(lastResult?.multiplier ?? 0);
	const played = useRef(paid);
	useEffect(() => {
		if (paid && paid !== played.current) play(CASH_OUTS[tier]);
		played.current = paid;
	}, [play, paid, tier]);
}
