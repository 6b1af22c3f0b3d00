import type { Db } from "db/database";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findNewestHunt, findOpenHunt } from "../persistence/hunts.queries.server";
import { bestOf, huntSlotsOf, huntStatisticsOf, statisticsOf } from "./hunt-results";
import { readPastHunt } from "./past.server";

/** The open hunt as every viewer may see it. */
export type LocalHunt = NonNullable<Awaited<ReturnType<typeof readLocalHunt>>>;

/** The open hunt of this site in a language, as every viewer may see it; undefined while none is open. */
export async function readLocalHunt({ db }: { db: Db }, language: Language) {
	const hunt = await findOpenHunt(db);
	if (!hunt) return undefined;
	const slots = await findBonuses(db, hunt.id);
	const { id, revision, guessing } = hunt;
	return {
		...{ id, revision, guessing, title: translated(hunt, language).title },
		guesses: await countGuesses(db, id),
		statistics: statisticsOf(huntStatisticsOf(hunt, slots)),
		slots: huntSlotsOf(slots),
	};
}

/** For whom the result is read; for a visitor, without an own guess. */
export interface Audience {
	viewer?: { id: string } | undefined;
	language: Language;
}

/** The result of a finished hunt as every viewer may see it. */
export type LastHunt = NonNullable<Awaited<ReturnType<typeof readLastHunt>>>;

/** Reads the result of the newest hunt; undefined while it is open, and before the first hunt. Public. */
export async function readLastHunt(
	{ db, config, now }: Pick<Site, "db" | "config" | "now">,
	{ viewer, language }: Audience,
) {
	const newest = await findNewestHunt(db);
	if (newest?.status !== "finished") return undefined;
	// Without rights: the result has no guesses of other viewers.
	const reader = viewer && { id: viewer.id, isAdmin: false, rights: [] };
	const hunt = await readPastHunt({ db, config }, newest.id, { viewer: reader, language });
	if (!hunt) return undefined;
	const { slots, admin, ...result } = hunt;
	const { win, multiplier } = bestOf(slots);
	return {
		...result,
		revision: newest.revision,
		winnerName: hunt.winner?.username,
		/** ms since the end of the hunt, when this was read. */
		finishedForMs: Math.max(0, now().getTime() - Date.parse(newest.finishedAt ?? newest.createdAt)),
		...{ bestWin: win, bestMultiplier: multiplier },
	};
}
