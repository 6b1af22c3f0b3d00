import type { HuntSlot, LocalHunt, Statistics } from "../model/hunt";
import type { LastHunt } from "../model/last-hunt";

/** The values of an external source; null where it has never answered. */
export interface OutsideReading {
	statistics: Statistics | null;
	slots: HuntSlot[] | null;
	/** ms since the older of the two answers, while the source fails; else null. */
	staleMs: number | null;
}

/** The hunt that the page displays: the open local one or an external one; both null while there is none. */
export interface ShownHunt {
	local: LocalHunt | null;
	/** The result of the newest local hunt, until the next one starts; null before the first hunt. */
	last: LastHunt | null;
	outside: OutsideReading | null;
}

/** The statistics while no hunt is open. */
export const NO_STATISTICS: Statistics = {
	countTotalBonus: null,
	countOpenedBonus: null,
	totalWinAmount: null,
	averageMultiplier: null,
	breakEvenInitial: null,
	breakEvenCurrent: null,
};

/** The slots with the highest payout and the highest multiplier so far; undefined without a value above 0. */
export function bestOf(slots: readonly HuntSlot[]): { win?: HuntSlot; multiplier?: HuntSlot } {
	const best: { win?: HuntSlot; multiplier?: HuntSlot } = {};
	for (const slot of slots) {
		// A source may send 0 for a slot that is not opened.
		if ((slot.payout ?? 0) > (best.win?.payout ?? 0)) best.win = slot;
		if ((slot.multiplier ?? 0) > (best.multiplier?.multiplier ?? 0)) best.multiplier = slot;
	}
	return best;
}
