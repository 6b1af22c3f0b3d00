/** Rounds and bets for the tests of the rules. */
import { type Bet, crash, launch, newBet, newRound, place, type Round } from "~/games/crash/engine/crash";

/** A round with a bet for each player. A number is the target in hundredths. */
export function roundWith(bets: Record<string, number | null>, stake = 10): Round {
	const round = newRound("r");
	for (const [userId, target] of Object.entries(bets))
		place(round, newBet({ id: `b-${userId}`, userId, stake, target }));
	return round;
}

export function flying(crashPoint: number, bets: Record<string, number | null> = {}, stake = 10): Round {
	const round = roundWith(bets, stake);
	launch(round, crashPoint);
	return round;
}

export const over = (crashPoint: number, bets: Record<string, number | null> = {}): Round => {
	const round = flying(crashPoint, bets);
	crash(round);
	return round;
};

export const betOf = (round: Round, userId: string): Bet => {
	const bet = round.bets.get(userId);
	if (!bet) throw new Error(`no bet of ${userId}`);
	return bet;
};
export const outcome = ({ status, multiplier, payout }: Bet) => [status, multiplier, payout];
export const names = (bets: readonly Bet[]) => bets.map(({ userId }) => userId);
export const codeOf = (act: () => unknown): string => {
	try {
		act();
		return "done";
	} catch (error) {
		return error instanceof Error && "code" in error ? String(error.code) : String(error);
	}
};
