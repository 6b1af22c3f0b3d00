export type Tier = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The lowest multiplier, in hundredths, of tiers 1 to 6; anything lower is tier 7. */
const FLOORS = [2600, 800, 300, 170, 100, 20] as const;

/** The colour tier of a multiplier in hundredths: 1 for the highest multipliers, 7 for the lowest. */
export function tierOf(hundredths: number): Tier {
	const at = FLOORS.findIndex((floor) => hundredths >= floor);
	return (at < 0 ? 7 : at + 1) as Tier;
}
