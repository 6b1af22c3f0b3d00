export type Tier = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The least multiplier, in hundredths, of tiers 1 to 6; what is under all of them is tier 7. */
const FLOORS = [2600, 800, 300, 170, 100, 20] as const;

/** The colour tier of a multiplier given in hundredths: 1 is the hottest, 7 the coolest. */
export function tierOf(hundredths: number): Tier {
	const at = FLOORS.findIndex((floor) => hundredths >= floor);
	return (at < 0 ? 7 : at + 1) as Tier;
}
