export type Tier = 1 | 2 | 3 | 4 | 5;

/** The lowest multiplier, in hundredths, of tiers 1 to 4; anything lower is tier 5. */
const FLOORS = [1000, 500, 250, 150] as const;

/** The colour tier of a multiplier in hundredths: 1 for the highest multipliers, 5 for the lowest. */
export function tierOf(hundredths: number): Tier {
	const at = FLOORS.findIndex((floor) => hundredths >= floor);
	return (at < 0 ? 5 : at + 1) as Tier;
}
