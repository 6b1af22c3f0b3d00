import { DRAW_RANGE } from "../../fairness/draws";

/** Stored with each round, so that a later table never re-values an earlier round. */
export const TABLE_VERSION = 1;

/** What a ball in each slot pays, in hundredths of its stake. */
export const MULTIPLIERS: readonly number[] = [
	10000, 2600, 800, 300, 170, 100, 30, 10, 30, 100, 170, 300, 800, 2600, 10000,
];

/** How often each slot is drawn, in units of 1/2000. */
export const WEIGHTS: readonly number[] = [1, 4, 20, 60, 80, 160, 440, 470, 440, 160, 80, 60, 20, 4, 1];

export const WEIGHT_TOTAL = 2000;
export const SLOT_COUNT = MULTIPLIERS.length;

export const STAKES = [10, 20, 50, 100] as const;
export const MAX_BALLS = 50;
export const BALL_PRESETS = [1, 5, 10, 25, 50] as const;
const DEFAULT_STAKE = STAKES[0];
const DEFAULT_BALLS = 1;
export const MAX_MULTIPLIER = Math.max(...MULTIPLIERS);

/** Whether a round's winnings deserve a celebration: a ball at 26x or more, or five times the cost. */
const BIG_BALL = 2600;
const BIG_ROUND = 5;

const UPPER_BOUNDS = WEIGHTS.map((_, slot) =>
	WEIGHTS.slice(0, slot + 1).reduce((sum, weight) => sum + weight),
);

/** The slot that a drawn number stands for: the first whose cumulative probability lies above it. */
export function slotOf(drawn: number): number {
	const place = drawn * WEIGHT_TOTAL;
	return UPPER_BOUNDS.findIndex((bound) => place < bound * DRAW_RANGE);
}

export const multiplierOf = (slot: number): number => {
	const multiplier = MULTIPLIERS[slot];
	if (multiplier === undefined) throw new RangeError(`no slot ${slot}`);
	return multiplier;
};

/** Points that one ball pays: floor(stake x multiplier), in whole hundredths so that nothing rounds twice. */
export const payoutOf = (stake: number, slot: number): number =>
	Math.floor((stake * multiplierOf(slot)) / 100);

export const totalPayout = (stake: number, slots: readonly number[]): number =>
	slots.reduce((sum, slot) => sum + payoutOf(stake, slot), 0);

/** The bet that a page opens with: what its address asks for, as far as it is on offer. */
export function openingBet(address: URLSearchParams): { stake: number; balls: number } {
	const stake = Number(address.get("stake"));
	// Its own name: a form that asks for another number of balls still holds the old one as `balls`.
	const balls = Number(address.get("setBalls"));
	return {
		stake: STAKES.find((offered) => offered === stake) ?? DEFAULT_STAKE,
		balls: balls >= 1 && balls <= MAX_BALLS ? Math.trunc(balls) : DEFAULT_BALLS,
	};
}

/** The expected return per point staked, from the table: 0.9955. */
export const EXACT_RTP =
	WEIGHTS.reduce((sum, weight, slot) => sum + weight * multiplierOf(slot), 0) / (WEIGHT_TOTAL * 100);

/** The figure that the game has always stated; the table pays more. */
export const STATED_RTP = 0.975;

export interface Round {
	id: string;
	/** Points per ball. */
	stake: number;
	/** The slot of each ball, in order of release. */
	slots: number[];
	payout: number;
}

export const costOf = ({ stake, slots }: Pick<Round, "stake" | "slots">): number => stake * slots.length;

export const isBigWin = (round: Round): boolean =>
	round.slots.some((slot) => multiplierOf(slot) >= BIG_BALL) || round.payout >= BIG_ROUND * costOf(round);

export interface LandedBall {
	/** From 0, in the order of release; a later ball may land first. */
	ball: number;
	slot: number;
}

/** How many balls lie in each slot. */
export function countBySlot(landed: readonly LandedBall[]): number[] {
	const counts = new Array<number>(SLOT_COUNT).fill(0);
	for (const { slot } of landed) counts[slot] = (counts[slot] ?? 0) + 1;
	return counts;
}
