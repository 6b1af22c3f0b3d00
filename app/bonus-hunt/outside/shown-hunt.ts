import { type HuntSlot, STATISTICS, type Statistics } from "../model/hunt";
import type { LastHunt, LocalHunt } from "../model/local-hunt.server";

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
export const NO_STATISTICS = Object.fromEntries(STATISTICS.map((name) => [name, null])) as Statistics;
