import { type Bet, type InstantRules, oneValue, openingStake } from "../instant/rules";

/** The multiplier of each segment, clockwise, in hundredths. They add up to 49.5 times the stake, which is 99% of 50. */
// biome-ignore format: a row of ten segments
export const SEGMENTS: readonly number[] = [
	1000, 0, 50, 0, 150, 300, 0, 50, 0, 200,
	150, 0, 50, 0, 150, 0, 50, 200, 0, 300,
	0, 150, 50, 0, 200, 0, 150, 50, 0, 0,
	50, 150, 0, 200, 0, 300, 50, 0, 150, 0,
	200, 50, 0, 150, 0, 50, 0, 150, 0, 200,
];

/** The different multipliers, highest first, in hundredths. */
export const MULTIPLIERS: readonly number[] = [...new Set(SEGMENTS)].sort((a, b) => b - a);

/** The number of segments with a multiplier. */
export const countOf = (multiplier: number): number =>
	SEGMENTS.filter((segment) => segment === multiplier).length;

/** Even, so that half of a stake is a whole number of points: nothing is rounded. */
const STAKES = [20, 50, 100, 200] as const;
export const MAX_MULTIPLIER = Math.max(...SEGMENTS);

/** The multiplier of a segment in hundredths. @throws {RangeError} for an unknown segment. */
export function multiplierOf(segment: number): number {
	const multiplier = SEGMENTS[segment];
	if (multiplier === undefined) throw new RangeError(`no segment ${segment}`);
	return multiplier;
}

export const WHEEL: InstantRules<Bet> = {
	...oneValue(SEGMENTS.length),
	tableVersion: 1,
	stakes: STAKES,
	payout: ({ stake }, [segment = -1]) => (stake * multiplierOf(segment)) / 100,
	chances: MULTIPLIERS.map((multiplier) => ({ multiplier, ways: countOf(multiplier) })),
	multiplierOf,
	label: (segment) => String(segment + 1),
	openingBet: (address) => ({ stake: openingStake(STAKES, address) }),
};
