import { formatDecimals } from "~/i18n/format";
import { type Bet, type InstantRules, oneValue, openingStake } from "../instant/rules";

export const SIDES = ["over", "under"] as const;
export type Side = (typeof SIDES)[number];

export interface DiceBet extends Bet {
	/** The number of rolls that win. */
	chance: number;
	side: Side;
}

/** A roll is 0.00 to 99.99: a whole number of hundredths below this one. */
export const ROLLS = 10_000;
/** The most that a round pays. */
export const MAX_WIN = 500;
/** A bet pays `stake * RETURN / chance`, so that on average 9,900 of 10,000 points come back. */
const RETURN = 9900;
const STAKES = [5, 10, 25, 50, 100, 250] as const;

/**
 * The chances on offer: those from 0.99% (100x) to 82.5% (1.2x) with which the payout of every stake is a whole number of
 * points. Nothing is rounded, so that the return is 99% for every bet.
 */
export const CHANCES: readonly number[] = Array.from({ length: ROLLS }, (_, chance) => chance).filter(
	(chance) => chance >= 99 && chance <= 8250 && (STAKES[0] * RETURN) % chance === 0,
);

/** Hundredths of the stake. */
export const multiplierOf = (chance: number): number => (RETURN * 100) / chance;

/** What a bet pays if it wins. */
export const winOf = ({ stake, chance }: Pick<DiceBet, "stake" | "chance">): number =>
	(stake * RETURN) / chance;

/** The roll that the player must beat: a roll over it, or under it. */
export const targetOf = ({ chance, side }: Pick<DiceBet, "chance" | "side">): number =>
	side === "over" ? ROLLS - chance - 1 : chance;

export const wins = (bet: Pick<DiceBet, "chance" | "side">, roll: number): boolean =>
	bet.side === "over" ? roll > targetOf(bet) : roll < targetOf(bet);

/** A roll such as `45.23`. */
export const formatRoll = (roll: number, language: "pt" | "en"): string =>
	formatDecimals(roll / 100, language, 2, 2);

export const DICE: InstantRules<DiceBet> = {
	...oneValue(ROLLS),
	tableVersion: 1,
	stakes: STAKES,
	payout: (bet, [roll = -1]) => (wins(bet, roll) ? winOf(bet) : 0),
	chances: CHANCES.map((chance) => ({ multiplier: multiplierOf(chance), ways: chance })),
	label: formatRoll,
	openingBet: (address) => ({
		stake: openingStake(STAKES, address),
		chance: CHANCES.find((offered) => offered === Number(address.get("chance"))) ?? 4950,
		side: SIDES.find((offered) => offered === address.get("side")) ?? "over",
	}),
};
