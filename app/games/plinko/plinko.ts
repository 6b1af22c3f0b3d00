import { DRAW_RANGE } from "../fairness/numbers";
import { type Bet, costOf, type InstantRules, openingStake, type Round } from "../instant/rules";

export interface PlinkoBet extends Bet {
	balls: number;
}

/** The outcome is the slot of each ball, in order of release. */
export type PlinkoRound = Round<PlinkoBet>;

/** The multiplier of each slot from left to right, in hundredths. */
export const MULTIPLIERS: readonly number[] = [
	10000, 2600, 800, 300, 170, 100, 30, 10, 30, 100, 170, 300, 800, 2600, 10000,
];

/** The probability of each slot, in units of 1/{@link WEIGHT_TOTAL}. */
export const WEIGHTS: readonly number[] = [1, 4, 20, 60, 80, 160, 440, 470, 440, 160, 80, 60, 20, 4, 1];

export const WEIGHT_TOTAL = 2000;
export const SLOT_COUNT = MULTIPLIERS.length;

/** Stakes on offer, in points per ball. */
export const STAKES = [10, 20, 50, 100] as const;
/** Per round. */
export const MAX_BALLS = 50;
export const BALL_PRESETS = [1, 5, 10, 25, 50] as const;
/** Hundredths. */
export const MAX_MULTIPLIER = Math.max(...MULTIPLIERS);

/** Multiples of a stake from which a win is celebrated, each more than the one before. */
export const WIN_SIZES = [2, 10, 26, 100] as const;
export type WinSize = (typeof WIN_SIZES)[number];
/** A ball of this size is celebrated when it lands, also in a round that loses. */
const BALL_WIN = 26;

/** The multiplier of a slot in hundredths. @throws {RangeError} for an unknown slot. */
export const multiplierOf = (slot: number): number => {
	const multiplier = MULTIPLIERS[slot];
	if (multiplier === undefined) throw new RangeError(`no slot ${slot}`);
	return multiplier;
};

/**
 * Points that one ball pays: floor(stake x multiplier), in whole hundredths so that nothing rounds twice.
 * @throws {RangeError} for an unknown slot.
 */
export const payoutOf = (stake: number, slot: number): number =>
	Math.floor((stake * multiplierOf(slot)) / 100);

/** Points that a round pays; each ball is rounded down. @param stake points per ball. */
export const totalPayout = (stake: number, slots: readonly number[]): number =>
	slots.reduce((sum, slot) => sum + payoutOf(stake, slot), 0);

/** The expected return per point staked, from the table: 0.9955. */
export const EXACT_RTP =
	WEIGHTS.reduce((sum, weight, slot) => sum + weight * multiplierOf(slot), 0) / (WEIGHT_TOTAL * 100);

/** The expected return that the game states; the table pays more. */
export const STATED_RTP = 0.975;

/** The most that a round can pay with this maximum bet: no stake and number of balls cost more. */
export const maxPayout = (maxBet: number): number =>
	Math.max(
		...STAKES.map(
			(stake) => ((stake * MAX_MULTIPLIER) / 100) * Math.min(MAX_BALLS, Math.floor(maxBet / stake)),
		),
	);

/** Points that a round, or a part of it, has won (positive) or lost (negative). @param stake points per ball. */
export const netOf = (stake: number, slots: readonly number[]): number =>
	totalPayout(stake, slots) - stake * slots.length;

const winSizeOf = (multiple: number): WinSize | undefined => WIN_SIZES.findLast((size) => multiple >= size);

/** The size of the win that a ball is celebrated as when it lands; undefined below 26x. */
export function ballWin(slot: number): WinSize | undefined {
	const multiple = multiplierOf(slot) / 100;
	return multiple >= BALL_WIN ? winSizeOf(multiple) : undefined;
}

/** The size of the win that a round is celebrated as; undefined if it pays less than twice its cost. */
export const roundWin = (round: PlinkoRound): WinSize | undefined => winSizeOf(round.payout / costOf(round));

export interface LandedBall {
	/** From 0, in the order of release; a later ball may land first. */
	ball: number;
	slot: number;
}

/** The number of landed balls in each slot, from left to right. */
export function countBySlot(landed: readonly LandedBall[]): number[] {
	const counts = new Array<number>(SLOT_COUNT).fill(0);
	for (const { slot } of landed) counts[slot] = (counts[slot] ?? 0) + 1;
	return counts;
}

const UPPER_BOUNDS = WEIGHTS.map((_, slot) =>
	WEIGHTS.slice(0, slot + 1).reduce((sum, weight) => sum + weight),
);

/**
 * The slot, from 0, of a drawn number: the first whose cumulative probability is above the number's share of
 * {@link DRAW_RANGE}.
 */
export function slotOf(drawn: number): number {
	const place = drawn * WEIGHT_TOTAL;
	return UPPER_BOUNDS.findIndex((bound) => place < bound * DRAW_RANGE);
}

export const PLINKO: InstantRules<PlinkoBet> = {
	tableVersion: 1,
	values: SLOT_COUNT,
	stakes: STAKES,
	maxDraws: MAX_BALLS,
	drawsOf: ({ balls }) => balls,
	draw: (numbers, count) => Array.from(numbers(count), (drawn) => ({ drawn, value: slotOf(drawn) })),
	payout: ({ stake }, slots) => totalPayout(stake, slots),
	chances: MULTIPLIERS.map((multiplier, slot) => ({
		...{ name: String(slot + 1), multiplier, ways: WEIGHTS[slot] ?? 0 },
	})),
	ways: WEIGHT_TOTAL,
	multiplierOf,
	label: (slot) => String(slot + 1),
	openingBet(address) {
		// A separate name: the form of the ball buttons also contains the old number, as `balls`.
		const balls = Number(address.get("setBalls"));
		return {
			stake: openingStake(STAKES, address),
			balls: balls >= 1 && balls <= MAX_BALLS ? Math.trunc(balls) : 1,
		};
	},
};
