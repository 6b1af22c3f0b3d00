import type { Db } from "db/database";
import type { HuntSlot, OwnHunt, Statistics } from "./hunt";
import type { Reading } from "./kept-answer.server";
import type { OutsideHunt } from "./outside.server";
import { readOwnHunt } from "./own-hunt.server";

interface Tools {
	db: Db;
	outsideHunt: OutsideHunt | undefined;
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

const fresh = <Value>(value: Value): Reading<Value> => ({ value, ageMs: 0, fails: false });

/** The statistics of the hunt that goes on, from wherever the settings say. */
export const readStatistics = async ({ db, outsideHunt }: Tools): Promise<Reading<Statistics>> =>
	outsideHunt
		? outsideHunt.readStatistics()
		: fresh((await readOwnHunt({ db }))?.statistics ?? NO_STATISTICS);

/** Its slots; none while no hunt goes on. */
export const readSlots = async ({ db, outsideHunt }: Tools): Promise<Reading<HuntSlot[]>> =>
	outsideHunt ? outsideHunt.readSlots() : fresh((await readOwnHunt({ db }))?.slots ?? []);

/** What the page shows of a hunt. */
export interface ShownHunt {
	/** Null while there is no hunt of this site, and for an outside one. */
	own: Omit<OwnHunt, "statistics" | "slots"> | null;
	/** Null when they could not be read. */
	statistics: Statistics | null;
	/** Null when they could not be read. */
	slots: HuntSlot[] | null;
	/** ms since the older of both was read, while the source fails; else null. */
	staleMs: number | null;
}

export async function readShownHunt({ db, outsideHunt }: Tools): Promise<ShownHunt> {
	if (outsideHunt) {
		const [statistics, slots] = await Promise.all([outsideHunt.readStatistics(), outsideHunt.readSlots()]);
		const stale = [statistics, slots].filter(({ fails, value }) => fails && value !== undefined);
		return {
			own: null,
			statistics: statistics.value ?? null,
			slots: slots.value ?? null,
			staleMs: stale.length === 0 ? null : Math.max(...stale.map(({ ageMs }) => ageMs)),
		};
	}
	const hunt = await readOwnHunt({ db });
	if (!hunt) return { own: null, statistics: NO_STATISTICS, slots: [], staleMs: null };
	const { statistics, slots, ...own } = hunt;
	return { own, statistics, slots, staleMs: null };
}
