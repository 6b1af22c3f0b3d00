import type { HuntSlot, OwnHunt, Statistics } from "../model/hunt";

/** What a source elsewhere says; null where it never answered. */
export interface OutsideReading {
	statistics: Statistics | null;
	slots: HuntSlot[] | null;
	/** ms since the older of both was answered, while the source fails; else null. */
	staleMs: number | null;
}

/** What the page shows: the open hunt of this site, or one that is kept elsewhere; both null while there is none. */
export interface ShownHunt {
	own: OwnHunt | null;
	outside: OutsideReading | null;
}

/** Of no hunt at all. */
export const NO_STATISTICS: Statistics = {
	countTotalBonus: null,
	countOpenedBonus: null,
	totalWinAmount: null,
	averageMultiplier: null,
	breakEvenInitial: null,
	breakEvenCurrent: null,
};

/** The slots that paid most so far, in euros and per bet. */
export function bestOf(slots: readonly HuntSlot[]): { win?: HuntSlot; multiplier?: HuntSlot } {
	const best: { win?: HuntSlot; multiplier?: HuntSlot } = {};
	for (const slot of slots) {
		// Of a slot that is not opened a source may say 0.
		if ((slot.payout ?? 0) > (best.win?.payout ?? 0)) best.win = slot;
		if ((slot.multiplier ?? 0) > (best.multiplier?.multiplier ?? 0)) best.multiplier = slot;
	}
	return best;
}
