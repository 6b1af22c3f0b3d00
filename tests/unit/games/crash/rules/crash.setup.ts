/** Rounds for the tests of the rules. */
import { crash, launch, newBet, newRound, type Round } from "~/games/crash/engine/crash";

/** A flight with a bet for each player. A number is the target in hundredths. */
export function flying(crashPoint: number, bets: Record<string, number | null> = {}, stake = 10): Round {
	const round = newRound({ id: "r" });
	for (const [userId, target] of Object.entries(bets))
		round.bets.set(userId, newBet({ id: `b-${userId}`, userId, stake, target }));
	launch(round, crashPoint);
	return round;
}

export const over = (crashPoint: number): Round => {
	const round = flying(crashPoint);
	crash(round);
	return round;
};
