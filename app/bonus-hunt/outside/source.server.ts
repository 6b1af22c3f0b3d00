import { readShared } from "db/shared-reads";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { HuntSlot, Statistics } from "../model/hunt";
import { type Audience, readLastHunt, readLocalHunt } from "../model/local-hunt.server";
import { hasOpenPicture } from "../persistence/hunts.queries.server";
import type { Reading } from "./cached-reader.server";
import { NO_STATISTICS, type ShownHunt } from "./shown-hunt";

const fresh = <Value>(value: Value): Reading<Value> => ({ value, ageMs: 0, fails: false });

/**
 * The statistics of the open hunt, from the external source if the settings name one; all null while no hunt is open.
 */
export const readStatistics = async ({
	db,
	outsideHunt,
}: Pick<Site, "db" | "outsideHunt">): Promise<Reading<Statistics>> =>
	outsideHunt
		? outsideHunt.readStatistics()
		: fresh((await readLocalHunt({ db }, DEFAULT_LANGUAGE))?.statistics ?? NO_STATISTICS);

/** The slots of the open hunt, from the external source if the settings name one; empty while no hunt is open. */
export const readSlots = async ({
	db,
	outsideHunt,
}: Pick<Site, "db" | "outsideHunt">): Promise<Reading<HuntSlot[]>> =>
	outsideHunt ? outsideHunt.readSlots() : fresh((await readLocalHunt({ db }, DEFAULT_LANGUAGE))?.slots ?? []);

/**
 * Reads the hunt that the page displays, or the result of the last one. A failing external source does not reject; see
 * `OutsideReading`.
 */
export async function readShownHunt(
	site: Pick<Site, "db" | "now" | "config" | "outsideHunt">,
	audience: Audience,
): Promise<ShownHunt> {
	const { outsideHunt } = site;
	if (!outsideHunt) {
		const { db } = site;
		const { language } = audience;
		const local = (await readShared(db, `hunt ${language}`, () => readLocalHunt({ db }, language))) ?? null;
		return { local, last: local ? null : ((await readLastHunt(site, audience)) ?? null), outside: null };
	}
	const [statistics, slots] = await Promise.all([outsideHunt.readStatistics(), outsideHunt.readSlots()]);
	const old = [statistics, slots].filter(({ fails, value }) => fails && value !== undefined);
	const staleMs = old.length === 0 ? null : Math.max(...old.map(({ ageMs }) => ageMs));
	return {
		local: null,
		last: null,
		outside: { statistics: statistics.value ?? null, slots: slots.value ?? null, staleMs },
	};
}

/** Whether a slot of the open hunt, local or external, has this picture; false while no hunt is open. */
export async function huntHasPicture(
	{ db, outsideHunt }: Pick<Site, "db" | "outsideHunt">,
	image: string,
): Promise<boolean> {
	if (!outsideHunt) return hasOpenPicture(db, image);
	const { value: slots = [] } = await outsideHunt.readSlots();
	return slots.some(({ slotImage }) => slotImage === image);
}
