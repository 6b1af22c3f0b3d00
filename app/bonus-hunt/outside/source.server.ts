import type { Db } from "db/database";
import type { HuntSlot, Statistics } from "../model/hunt";
import { readLocalHunt } from "../model/local-hunt.server";
import type { Reading } from "./kept-answer.server";
import type { OutsideHunt } from "./outside.server";
import { NO_STATISTICS, type ShownHunt } from "./shown-hunt";

interface Tools {
	db: Db;
	outsideHunt: OutsideHunt | undefined;
}

const fresh = <Value>(value: Value): Reading<Value> => ({ value, ageMs: 0, fails: false });

/** The statistics of the open hunt, from the external source if the settings name one. */
export const readStatistics = async ({ db, outsideHunt }: Tools): Promise<Reading<Statistics>> =>
	outsideHunt
		? outsideHunt.readStatistics()
		: fresh((await readLocalHunt({ db }))?.statistics ?? NO_STATISTICS);

/** The slots of the open hunt; empty while none is open. */
export const readSlots = async ({ db, outsideHunt }: Tools): Promise<Reading<HuntSlot[]>> =>
	outsideHunt ? outsideHunt.readSlots() : fresh((await readLocalHunt({ db }))?.slots ?? []);

/** Reads the hunt that the page shows. */
export async function readShownHunt({ db, outsideHunt }: Tools): Promise<ShownHunt> {
	if (!outsideHunt) return { local: (await readLocalHunt({ db })) ?? null, outside: null };
	const [statistics, slots] = await Promise.all([outsideHunt.readStatistics(), outsideHunt.readSlots()]);
	const old = [statistics, slots].filter(({ fails, value }) => fails && value !== undefined);
	const staleMs = old.length === 0 ? null : Math.max(...old.map(({ ageMs }) => ageMs));
	return {
		local: null,
		outside: { statistics: statistics.value ?? null, slots: slots.value ?? null, staleMs },
	};
}
