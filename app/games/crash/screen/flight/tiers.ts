export type Tier = 1 | 2 | 3 | 4 | 5;

/** The least multiplier, in hundredths, of tiers 1 to 4; what is under all of them is tier 5. */
const FLOORS = [1000, 500, 250, 150] as const;

/** The colour tier of a flight by how far it has come, in hundredths: 1 is the hottest, 5 the coolest. */
export function tierOf(hundredths: number): Tier {
	const at = FLOORS.findIndex((floor) => hundredths >= floor);
	return (at < 0 ? 5 : at + 1) as Tier;
}
