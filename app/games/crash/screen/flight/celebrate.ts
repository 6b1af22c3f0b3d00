import { throwConfetti } from "~/ui/confetti";
import { type Tier, tierOf } from "./tiers";

/** How much confetti each tier gets, as the size of a win. Lower tiers have none. */
const SIZES: Partial<Record<Tier, number>> = { 3: 2, 2: 10, 1: 26 };
/** From this multiplier on, in hundredths, a cash-out is celebrated like the biggest win of Plinko. */
const UNFORGETTABLE = 5000;

/** Celebrates a cash-out with confetti by its multiplier, in hundredths. Does nothing under reduced motion. */
export async function celebrate(multiplier: number): Promise<void> {
	const size = multiplier >= UNFORGETTABLE ? 100 : SIZES[tierOf(multiplier)];
	if (size === undefined) return;
	// Its code does not load without a connection.
	await throwConfetti(size).catch(() => undefined);
}
