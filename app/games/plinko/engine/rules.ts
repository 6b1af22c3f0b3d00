import { DRAW_RANGE, drawNumbers } from "../../fairness/draws";
import { type InstantRules, openingStake } from "../../instant/rules";
import {
	MAX_BALLS,
	MULTIPLIERS,
	multiplierOf,
	type PlinkoBet,
	SLOT_COUNT,
	STAKES,
	totalPayout,
	WEIGHT_TOTAL,
	WEIGHTS,
} from "./plinko";

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
	draw: (key, count) => Array.from(drawNumbers(key, count), (drawn) => ({ drawn, value: slotOf(drawn) })),
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
